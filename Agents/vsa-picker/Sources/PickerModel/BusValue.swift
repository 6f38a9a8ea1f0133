/// A value of an `a{sv}`, limited to the types that agents receive.
public enum BusValue: Sendable, Equatable {
    /// `s` or `o`.
    case text(String)
    /// `b`.
    case flag(Bool)
    /// `u`.
    case number(UInt32)
    /// `as`.
    case texts([String])
    /// Anything else, by its signature.
    case other(signature: String)

    /// The type, for error messages.
    var kind: String {
        switch self {
        case .text: "a string"
        case .flag: "a boolean"
        case .number: "a number of type u"
        case .texts: "an array of strings"
        case .other(let signature): "of type \(signature)"
        }
    }
}

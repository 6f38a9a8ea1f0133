/// A value of an `a{sv}`, limited to the types that agents and the settings panel receive.
public enum BusValue: Sendable, Equatable {
    /// `s` or `o`.
    case text(String)
    /// `b`.
    case flag(Bool)
    /// `u`.
    case number(UInt32)
    /// `x`.
    case integer(Int64)
    /// `as`.
    case texts([String])
    /// `a{sv}`.
    case details(Details)
    /// Anything else, by its signature.
    case other(signature: String)

    /// The type, for error messages.
    var kind: String {
        switch self {
        case .text: "a string"
        case .flag: "a boolean"
        case .number: "a number of type u"
        case .integer: "a number of type x"
        case .details: "a dictionary"
        case .texts: "an array of strings"
        case .other(let signature): "of type \(signature)"
        }
    }
}

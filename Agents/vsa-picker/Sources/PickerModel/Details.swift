/// What is wrong with the arguments of a call. It becomes `org.freedesktop.DBus.Error.InvalidArgs`.
public struct InvalidDetails: Error, Sendable, Equatable, CustomStringConvertible {
    /// The key.
    public let field: String
    /// What is accepted there.
    public let reason: String

    public var description: String { "\(field): \(reason)" }
}

/// The `a{sv}` of a call, read by key. Unknown keys are ignored; known keys must be of the right type.
public struct Details: Sendable, Equatable {
    private let values: [String: BusValue]

    /// Details of a call.
    public init(_ values: [String: BusValue]) { self.values = values }

    /// A string, nil when there is none or it is empty.
    func text(_ key: String) throws(InvalidDetails) -> String? {
        switch values[key] {
        case nil: return nil
        case .text(let text): return text.isEmpty ? nil : text
        case .some(let other): throw wrong(key, other, expected: "a string")
        }
    }

    /// A boolean.
    func flag(_ key: String) throws(InvalidDetails) -> Bool? {
        switch values[key] {
        case nil: return nil
        case .flag(let flag): return flag
        case .some(let other): throw wrong(key, other, expected: "a boolean")
        }
    }

    /// A number.
    func number(_ key: String) throws(InvalidDetails) -> UInt32? {
        switch values[key] {
        case nil: return nil
        case .number(let number): return number
        case .some(let other): throw wrong(key, other, expected: "a number of type u")
        }
    }

    /// An array of strings, empty when there is none.
    func texts(_ key: String) throws(InvalidDetails) -> [String] {
        switch values[key] {
        case nil: return []
        case .texts(let texts): return texts
        case .some(let other): throw wrong(key, other, expected: "an array of strings")
        }
    }

    private func wrong(_ key: String, _ value: BusValue, expected: String) -> InvalidDetails {
        InvalidDetails(field: key, reason: "has to be \(expected), but is \(value.kind)")
    }
}

/// The arguments of a call are invalid. Becomes `org.freedesktop.DBus.Error.InvalidArgs`.
public struct InvalidDetails: Error, Sendable, Equatable, CustomStringConvertible {
    /// The key.
    public let field: String
    /// The accepted values.
    public let reason: String

    public var description: String { "\(field): \(reason)" }
}

/// The `a{sv}` of a call, read by key. Unknown keys are ignored; known keys must have the right type.
public struct Details: Sendable, Equatable {
    /// The values by key.
    public let values: [String: BusValue]

    /// Creates the details of a call.
    public init(_ values: [String: BusValue]) { self.values = values }

    /// Returns a string; nil if it is missing or empty.
    public func text(_ key: String) throws(InvalidDetails) -> String? {
        switch values[key] {
        case nil: return nil
        case .text(let text): return text.isEmpty ? nil : text
        case .some(let other): throw wrong(key, other, expected: "a string")
        }
    }

    /// Returns a Boolean.
    public func flag(_ key: String) throws(InvalidDetails) -> Bool? {
        switch values[key] {
        case nil: return nil
        case .flag(let flag): return flag
        case .some(let other): throw wrong(key, other, expected: "a boolean")
        }
    }

    /// Returns a number.
    public func number(_ key: String) throws(InvalidDetails) -> UInt32? {
        switch values[key] {
        case nil: return nil
        case .number(let number): return number
        case .some(let other): throw wrong(key, other, expected: "a number of type u")
        }
    }

    /// Returns an array of strings; empty if it is missing.
    public func texts(_ key: String) throws(InvalidDetails) -> [String] {
        switch values[key] {
        case nil: return []
        case .texts(let texts): return texts
        case .some(let other): throw wrong(key, other, expected: "an array of strings")
        }
    }

    /// Returns a number of 64 bits.
    public func integer(_ key: String) throws(InvalidDetails) -> Int64? {
        switch values[key] {
        case nil: return nil
        case .integer(let number): return number
        case .some(let other): throw wrong(key, other, expected: "a number of type x")
        }
    }

    /// The provider of the account that `GetAccount` has returned; nil if nobody is signed in.
    public var signedInProvider: String? {
        typealias Key = ControlInterface.Key
        // An account that is only remembered has no subscriber.
        guard (try? flag(Key.remembered)) != true else { return nil }
        return try? text(Key.accountProviderIdentifier)
    }

    private func wrong(_ key: String, _ value: BusValue, expected: String) -> InvalidDetails {
        InvalidDetails(field: key, reason: "must be \(expected), but is \(value.kind)")
    }
}

/// The keys of the `a{sv}` of an agent's calls.
typealias Key = AgentInterface.Key

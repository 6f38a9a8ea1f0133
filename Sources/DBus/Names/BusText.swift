/// A string in a form that the D-Bus specification prescribes: a name, a path, a signature.
public protocol BusText: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The string itself.
    var string: String { get }

    /// Creates a value from a string that is known only at run time.
    /// - Throws: `InvalidNameError` if the string violates the rules of the D-Bus specification.
    init(_ string: String) throws(InvalidNameError)
}

extension BusText {
    /// Creates a value from a literal. An invalid literal is a programming error and terminates the process.
    public init(stringLiteral value: String) {
        do { try self.init(value) } catch { preconditionFailure(error.description) }
    }

    public var description: String { string }
}

/// A string that libdbus can check.
protocol CheckedText: BusText {
    static var kind: NameKind { get }

    /// Creates a value from a string that libdbus has already checked.
    init(unchecked string: String)
}

extension CheckedText {
    public init(_ string: String) throws(InvalidNameError) {
        try Self.kind.validate(string)
        self.init(unchecked: string)
    }
}

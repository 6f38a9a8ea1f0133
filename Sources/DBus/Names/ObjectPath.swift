/// The path of an object, such as `/org/example/Service1`.
///
/// Mirrors the D-Bus specification, "Valid Object Paths".
public struct ObjectPath: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name as text.
    public let string: String

    /// Checks a text that is known at run time only.
    /// - Throws: `InvalidNameError` when the text breaks the rules of the D-Bus specification.
    public init(_ string: String) throws(InvalidNameError) {
        try NameKind.objectPath.validate(string)
        self.string = string
    }

    /// A name written in the source. An invalid one is a mistake of the programmer and ends the process.
    public init(stringLiteral value: String) {
        do { try self.init(value) } catch { preconditionFailure(error.description) }
    }

    /// Takes a text that libdbus has checked already.
    init(unchecked string: String) {
        self.string = string
    }

    public var description: String { string }
}

extension ObjectPath {
    /// The root of every tree: `/`.
    public static let root: ObjectPath = "/"

    /// The path of a child.
    /// - Throws: `InvalidNameError` when `element` is empty or has characters other than `[A-Za-z0-9_]`.
    public func appending(_ element: String) throws(InvalidNameError) -> ObjectPath {
        if element.isEmpty || element.utf8.contains(UInt8(ascii: "/")) {
            throw InvalidNameError(kind: .objectPath, text: element, reason: "an element is not empty and contains no '/'")
        }
        return try ObjectPath((string == "/" ? "/" : string + "/") + element)
    }

    /// Whether this is `ancestor` or lies below it.
    public func isEqualOrBelow(_ ancestor: ObjectPath) -> Bool {
        self == ancestor || string.hasPrefix(ancestor.childPrefix)
    }

    /// What the paths of all children begin with.
    var childPrefix: String { string == "/" ? "/" : string + "/" }
}

/// The path of an object, such as `/org/example/Service1`.
///
/// Mirrors the D-Bus specification, "Valid Object Paths".
public struct ObjectPath: CheckedText {
    static let kind = NameKind.objectPath
    public let string: String

    init(unchecked string: String) { self.string = string }

    /// The root path: `/`.
    public static let root: ObjectPath = "/"
    static let busPath: ObjectPath = "/org/freedesktop/DBus"

    /// Returns the path of a child.
    /// - Throws: `InvalidNameError` if `element` is empty or has characters other than `[A-Za-z0-9_]`.
    public func appending(_ element: String) throws(InvalidNameError) -> ObjectPath {
        if element.isEmpty || element.utf8.contains(UInt8(ascii: "/")) {
            throw InvalidNameError(kind: .objectPath, text: element, reason: "an element must not be empty or contain '/'")
        }
        return try ObjectPath((string == "/" ? "/" : string + "/") + element)
    }

    /// Returns whether the path is `ancestor` or a descendant of it.
    public func isEqualOrBelow(_ ancestor: ObjectPath) -> Bool {
        self == ancestor || string.hasPrefix(ancestor.childPrefix)
    }

    /// The prefix of the paths of all children.
    var childPrefix: String { string == "/" ? "/" : string + "/" }
}

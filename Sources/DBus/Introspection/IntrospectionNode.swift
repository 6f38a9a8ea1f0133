/// The introspection data of one object: its interfaces and the names of its children.
public struct IntrospectionNode: Sendable, Hashable {
    /// The interfaces in the order of the document.
    public var interfaces: [BusInterface]
    /// The names of the child nodes, relative to this one. Their contents are ignored.
    public var children: [String]
}

extension IntrospectionNode {
    /// Parses a document whose root element is `node`. Elements that D-Bus does not define are skipped with their contents.
    /// - Throws: `IntrospectionError` with the line.
    public init(xml: String) throws(IntrospectionError) {
        self = try IntrospectionParser(xml).document()
    }
}

extension BusInterface {
    /// Returns the interfaces of a document whose root element is `node`.
    /// - Throws: `IntrospectionError` with the line.
    public static func parse(xml: String) throws(IntrospectionError) -> [BusInterface] {
        try IntrospectionNode(xml: xml).interfaces
    }
}

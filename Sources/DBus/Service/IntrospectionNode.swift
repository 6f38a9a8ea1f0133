/// What Introspect tells about one object: its interfaces and the names of its children.
public struct IntrospectionNode: Sendable, Hashable {
    /// The interfaces in the order of the document.
    public var interfaces: [Interface]
    /// The names of the nodes below, relative to this one. What the document says inside of them is left out.
    public var children: [String]

    /// Reads a document whose root element is `node`. Elements that D-Bus does not define are skipped with what is in them.
    /// - Throws: `IntrospectionError` naming the line.
    public init(xml: String) throws(IntrospectionError) {
        var parser = try IntrospectionParser(xml)
        self = try parser.document()
    }

    init(interfaces: [Interface], children: [String]) {
        self.interfaces = interfaces
        self.children = children
    }
}

extension Interface {
    /// The interfaces of a document whose root element is `node`.
    /// - Throws: `IntrospectionError` naming the line.
    public static func parse(xml: String) throws(IntrospectionError) -> [Interface] {
        try IntrospectionNode(xml: xml).interfaces
    }
}

struct IntrospectionParser {
    /// An element with the elements in it. Text between them is documentation.
    private struct Node {
        let element: XMLReader.Element
        let children: [Node]
        /// The position after the start tag.
        let position: Int
        /// The position after the element.
        let end: Int

        func children(_ name: String) -> [Node] { children.filter { $0.element.name == name } }
    }

    private var reader: XMLReader
    private var depth = 0

    init(_ xml: String) throws(IntrospectionError) {
        reader = try XMLReader(xml)
    }

    mutating func document() throws(IntrospectionError) -> IntrospectionNode {
        let roots = try contents(of: nil)
        guard let root = roots.first, roots.count == 1, root.element.name == "node" else {
            throw reader.error("the document is one element 'node'")
        }
        var interfaces: [BusInterface] = []
        for node in root.children("interface") {
            let interface = try interface(node)
            guard !interfaces.contains(where: { $0.name == interface.name }) else {
                throw error("the interface '\(interface.name)' is repeated in one node", at: node)
            }
            interfaces.append(interface)
        }
        return IntrospectionNode(
            interfaces: interfaces, children: root.children("node").compactMap { $0.element.attributes["name"] })
    }

    /// Returns the elements inside `parent`, or those of the document. The depth limit bounds the recursion.
    private mutating func contents(of parent: XMLReader.Element?) throws(IntrospectionError) -> [Node] {
        var nodes: [Node] = []
        while true {
            switch try reader.next() {
            case .start(let element):
                let position = reader.position
                var children: [Node] = []
                if !element.isEmpty {
                    depth += 1
                    if depth > IntrospectionError.depthLimit {
                        throw reader.error("elements are nested more than \(IntrospectionError.depthLimit) levels deep")
                    }
                    children = try contents(of: element)
                    depth -= 1
                }
                nodes.append(Node(element: element, children: children, position: position, end: reader.position))
            case .text(let text):
                let isBlank = text.utf8.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
                if parent == nil, !isBlank { throw reader.error("text outside of the element 'node'") }
            case .end(let name):
                guard let parent, parent.name == name else {
                    throw reader.error("the end tag '\(printable(name))' fits no start tag")
                }
                return nodes
            case .endOfDocument:
                if let parent { throw reader.error("the element '\(printable(parent.name))' does not end") }
                return nodes
            }
        }
    }
}

/// The elements that D-Bus defines.
extension IntrospectionParser {
    private func interface(_ node: Node) throws(IntrospectionError) -> BusInterface {
        let name: InterfaceName = try name(of: node)
        let methods = try node.children("method").map(method)
        let signals = try node.children("signal").map(signal)
        let properties = try node.children("property").map(property)
        for names in [methods.map(\.name), signals.map(\.name), properties.map(\.name)] where Set(names).count < names.count {
            throw error("a member of '\(name)' is declared twice", at: node)
        }
        return BusInterface(
            name: name, methods: methods, signals: signals, properties: properties, annotations: try annotations(of: node),
            xml: reader.source(from: node.element.start, to: node.end))
    }

    private func method(_ node: Node) throws(IntrospectionError) -> BusInterface.Method {
        var inputs: [BusInterface.Argument] = []
        var outputs: [BusInterface.Argument] = []
        for argument in node.children("arg") {
            switch argument.element.attributes["direction"] ?? "in" {
            case "in": inputs.append(try self.argument(argument))
            case "out": outputs.append(try self.argument(argument))
            case let other: throw error("the direction '\(printable(other))' is not one of 'in', 'out'", at: argument)
            }
        }
        return BusInterface.Method(
            name: try name(of: node), inputs: inputs, outputs: outputs, annotations: try annotations(of: node))
    }

    private func signal(_ node: Node) throws(IntrospectionError) -> BusInterface.Signal {
        let arguments = node.children("arg")
        if let wrong = arguments.first(where: { $0.element.attributes["direction"] ?? "out" != "out" }) {
            throw error("an argument of a signal has the direction 'out'", at: wrong)
        }
        return BusInterface.Signal(
            name: try name(of: node), arguments: try arguments.map(argument), annotations: try annotations(of: node))
    }

    private func property(_ node: Node) throws(IntrospectionError) -> BusInterface.Property {
        let text = try attribute("access", of: node)
        guard let access = BusInterface.Access(rawValue: text) else {
            throw error("the access '\(printable(text))' is not one of 'read', 'write', 'readwrite'", at: node)
        }
        return BusInterface.Property(
            name: try name(of: node), type: try type(of: node), access: access, annotations: try annotations(of: node))
    }

    private func argument(_ node: Node) throws(IntrospectionError) -> BusInterface.Argument {
        BusInterface.Argument(
            name: node.element.attributes["name"], type: try type(of: node), annotations: try annotations(of: node))
    }

    private func annotations(of node: Node) throws(IntrospectionError) -> [String: String] {
        var annotations: [String: String] = [:]
        for annotation in node.children("annotation") {
            annotations[try attribute("name", of: annotation)] = try attribute("value", of: annotation)
        }
        return annotations
    }

    private func attribute(_ name: String, of node: Node) throws(IntrospectionError) -> String {
        guard let value = node.element.attributes[name] else {
            throw error("the element '\(printable(node.element.name))' needs the attribute '\(name)'", at: node)
        }
        return value
    }

    private func name<Name: BusText>(of node: Node) throws(IntrospectionError) -> Name {
        let text = try attribute("name", of: node)
        do { return try Name(text) } catch { throw self.error(error.description, at: node) }
    }

    private func type(of node: Node) throws(IntrospectionError) -> BusSignature {
        let text = try attribute("type", of: node)
        guard let type = try? BusSignature(text), type.isSingleCompleteType else {
            throw error("'\(printable(text))' is not a single complete type", at: node)
        }
        return type
    }

    private func error(_ reason: String, at node: Node) -> IntrospectionError { reader.error(reason, at: node.position) }
}

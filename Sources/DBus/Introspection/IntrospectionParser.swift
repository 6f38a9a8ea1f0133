/// A parser of introspection data.
struct IntrospectionParser {
    private typealias Element = XMLReader.Element

    private var reader: XMLReader
    private var depth = 0

    init(_ xml: String) throws(IntrospectionError) {
        reader = try XMLReader(xml)
    }

    mutating func document() throws(IntrospectionError) -> IntrospectionNode {
        var node: IntrospectionNode?
        while let element = try nextElement(in: nil) {
            guard element.name == "node", node == nil else { throw reader.error("the document is one element 'node'") }
            node = try self.node(element)
        }
        guard let node else { throw reader.error("the document is one element 'node'") }
        return node
    }

    private mutating func node(_ parent: Element) throws(IntrospectionError) -> IntrospectionNode {
        var interfaces: [BusInterface] = []
        var children: [String] = []
        while let element = try nextElement(in: parent) {
            switch element.name {
            case "interface":
                let interface = try self.interface(element)
                guard !interfaces.contains(where: { $0.name == interface.name }) else {
                    throw reader.error("the interface '\(interface.name)' is repeated in one node")
                }
                interfaces.append(interface)
            case "node":
                if let name = element.attributes["name"] { children.append(name) }
                try skip(element)
            default: try skip(element)
            }
        }
        return IntrospectionNode(interfaces: interfaces, children: children)
    }

    private mutating func interface(_ parent: Element) throws(IntrospectionError) -> BusInterface {
        let name = try InterfaceName(checked: attribute("name", of: parent), reader)
        var methods: [BusInterface.Method] = []
        var signals: [BusInterface.Signal] = []
        var properties: [BusInterface.Property] = []
        var annotations: [String: String] = [:]
        while let element = try nextElement(in: parent) {
            switch element.name {
            case "method": methods.append(try method(element))
            case "signal": signals.append(try signal(element))
            case "property": properties.append(try property(element))
            case "annotation": try annotation(element, into: &annotations)
            default: try skip(element)
            }
        }
        for names in [methods.map(\.name), signals.map(\.name), properties.map(\.name)] where Set(names).count < names.count {
            throw reader.error("a member of '\(name)' is declared twice")
        }
        let xml = reader.source(from: parent.start, to: reader.position)
        return BusInterface(
            name: name, methods: methods, signals: signals, properties: properties, annotations: annotations, xml: xml)
    }

    private mutating func method(_ parent: Element) throws(IntrospectionError) -> BusInterface.Method {
        let name = try MemberName(checked: attribute("name", of: parent), reader)
        var inputs: [BusInterface.Argument] = []
        var outputs: [BusInterface.Argument] = []
        var annotations: [String: String] = [:]
        while let element = try nextElement(in: parent) {
            switch element.name {
            case "arg":
                let direction = element.attributes["direction"] ?? "in"
                switch direction {
                case "in": inputs.append(try argument(element))
                case "out": outputs.append(try argument(element))
                default: throw reader.error("the direction '\(printable(direction))' is not one of 'in', 'out'")
                }
            case "annotation": try annotation(element, into: &annotations)
            default: try skip(element)
            }
        }
        return BusInterface.Method(name: name, inputs: inputs, outputs: outputs, annotations: annotations)
    }

    private mutating func signal(_ parent: Element) throws(IntrospectionError) -> BusInterface.Signal {
        let name = try MemberName(checked: attribute("name", of: parent), reader)
        var arguments: [BusInterface.Argument] = []
        var annotations: [String: String] = [:]
        while let element = try nextElement(in: parent) {
            switch element.name {
            case "arg":
                let direction = element.attributes["direction"] ?? "out"
                guard direction == "out" else { throw reader.error("an argument of a signal has the direction 'out'") }
                arguments.append(try argument(element))
            case "annotation": try annotation(element, into: &annotations)
            default: try skip(element)
            }
        }
        return BusInterface.Signal(name: name, arguments: arguments, annotations: annotations)
    }

    private mutating func property(_ parent: Element) throws(IntrospectionError) -> BusInterface.Property {
        let name = try MemberName(checked: attribute("name", of: parent), reader)
        let type = try type(of: parent)
        let text = try attribute("access", of: parent)
        guard let access = BusInterface.Access(rawValue: text) else {
            throw reader.error("the access '\(printable(text))' is not one of 'read', 'write', 'readwrite'")
        }
        let annotations = try annotations(in: parent)
        return BusInterface.Property(name: name, type: type, access: access, annotations: annotations)
    }

    private mutating func argument(_ parent: Element) throws(IntrospectionError) -> BusInterface.Argument {
        let type = try type(of: parent)
        return BusInterface.Argument(name: parent.attributes["name"], type: type, annotations: try annotations(in: parent))
    }

    private mutating func annotations(in parent: Element) throws(IntrospectionError) -> [String: String] {
        var annotations: [String: String] = [:]
        while let element = try nextElement(in: parent) {
            if element.name == "annotation" { try annotation(element, into: &annotations) } else { try skip(element) }
        }
        return annotations
    }

    private mutating func annotation(_ element: Element, into all: inout [String: String]) throws(IntrospectionError) {
        all[try attribute("name", of: element)] = try attribute("value", of: element)
        try skip(element)
    }

    private func attribute(_ name: String, of element: Element) throws(IntrospectionError) -> String {
        guard let value = element.attributes[name] else {
            throw reader.error("the element '\(printable(element.name))' needs the attribute '\(name)'")
        }
        return value
    }

    private func type(of element: Element) throws(IntrospectionError) -> BusSignature {
        let text = try attribute("type", of: element)
        guard let type = try? BusSignature(text), type.isSingleCompleteType else {
            throw reader.error("'\(printable(text))' is not a single complete type")
        }
        return type
    }
}

extension IntrospectionParser {
    /// Returns the next element inside `parent`, or at the top level; nil at its end. Text between elements is documentation.
    private mutating func nextElement(in parent: Element?) throws(IntrospectionError) -> Element? {
        if parent?.isEmpty == true { return nil }
        while true {
            switch try reader.next() {
            case .start(let element):
                if !element.isEmpty { depth += 1 }
                if depth > IntrospectionError.depthLimit {
                    throw reader.error("elements are nested more than \(IntrospectionError.depthLimit) levels deep")
                }
                return element
            case .text(let text):
                let isBlank = text.utf8.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
                if parent == nil, !isBlank { throw reader.error("text outside of the element 'node'") }
            case .end(let name):
                guard let parent, parent.name == name else {
                    throw reader.error("the end tag '\(printable(name))' fits no start tag")
                }
                depth -= 1
                return nil
            case .endOfDocument:
                if let parent { throw reader.error("the element '\(printable(parent.name))' does not end") }
                return nil
            }
        }
    }

    /// Skips to the end of an element. The depth limit bounds the recursion.
    private mutating func skip(_ element: Element) throws(IntrospectionError) {
        while let inner = try nextElement(in: element) { try skip(inner) }
    }
}

extension BusText {
    fileprivate init(checked text: String, _ reader: XMLReader) throws(IntrospectionError) {
        do { try self.init(text) } catch { throw reader.error(error.description) }
    }
}

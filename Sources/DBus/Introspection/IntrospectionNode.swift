import Encodings

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

/// Interprets the elements that D-Bus defines.
struct IntrospectionParser {
    private typealias Element = XMLReader.Element

    private let reader: XMLReader
    private let roots: [Element]

    init(_ xml: String) throws(IntrospectionError) {
        guard xml.utf8.count <= IntrospectionError.sizeLimit else {
            throw IntrospectionError(line: 1, reason: "more than \(IntrospectionError.sizeLimit) bytes")
        }
        var reader = XMLReader(xml, depthLimit: IntrospectionError.depthLimit)
        do { roots = try reader.roots() } catch { throw IntrospectionError(error) }
        self.reader = reader
    }

    func document() throws(IntrospectionError) -> IntrospectionNode {
        guard let root = roots.first, roots.count == 1, root.name == "node" else {
            throw IntrospectionError(reader.error("the document must be one element 'node'"))
        }
        var interfaces: [BusInterface] = []
        for element in root.children("interface") {
            let interface = try interface(element)
            guard !interfaces.contains(where: { $0.name == interface.name }) else {
                throw error("the interface '\(interface.name)' is repeated in one node", at: element)
            }
            interfaces.append(interface)
        }
        return IntrospectionNode(interfaces: interfaces, children: root.children("node").compactMap { $0.attributes["name"] })
    }

    private func interface(_ element: Element) throws(IntrospectionError) -> BusInterface {
        let name: InterfaceName = try name(of: element)
        let methods = try element.children("method").map(method)
        let signals = try element.children("signal").map(signal)
        let properties = try element.children("property").map(property)
        for names in [methods.map(\.name), signals.map(\.name), properties.map(\.name)] where Set(names).count < names.count {
            throw error("a member of '\(name)' is declared twice", at: element)
        }
        return BusInterface(
            name: name, methods: methods, signals: signals, properties: properties, annotations: try annotations(of: element),
            xml: reader.source(from: element.start, to: element.end))
    }

    private func method(_ element: Element) throws(IntrospectionError) -> BusInterface.Method {
        var inputs: [BusInterface.Argument] = []
        var outputs: [BusInterface.Argument] = []
        for argument in element.children("arg") {
            switch argument.attributes["direction"] ?? "in" {
            case "in": inputs.append(try self.argument(argument))
            case "out": outputs.append(try self.argument(argument))
            case let other: throw error("the direction '\(printable(other))' is not one of 'in', 'out'", at: argument)
            }
        }
        return BusInterface.Method(
            name: try name(of: element), inputs: inputs, outputs: outputs, annotations: try annotations(of: element))
    }

    private func signal(_ element: Element) throws(IntrospectionError) -> BusInterface.Signal {
        let arguments = element.children("arg")
        if let wrong = arguments.first(where: { $0.attributes["direction"] ?? "out" != "out" }) {
            throw error("an argument of a signal must have the direction 'out'", at: wrong)
        }
        return BusInterface.Signal(
            name: try name(of: element), arguments: try arguments.map(argument), annotations: try annotations(of: element))
    }

    private func property(_ element: Element) throws(IntrospectionError) -> BusInterface.Property {
        let text = try attribute("access", of: element)
        guard let access = BusInterface.Access(rawValue: text) else {
            throw error("the access '\(printable(text))' is not one of 'read', 'write', 'readwrite'", at: element)
        }
        return BusInterface.Property(
            name: try name(of: element), type: try type(of: element), access: access, annotations: try annotations(of: element))
    }

    private func argument(_ element: Element) throws(IntrospectionError) -> BusInterface.Argument {
        BusInterface.Argument(
            name: element.attributes["name"], type: try type(of: element), annotations: try annotations(of: element))
    }

    private func annotations(of element: Element) throws(IntrospectionError) -> [String: String] {
        var annotations: [String: String] = [:]
        for annotation in element.children("annotation") {
            annotations[try attribute("name", of: annotation)] = try attribute("value", of: annotation)
        }
        return annotations
    }

    private func attribute(_ name: String, of element: Element) throws(IntrospectionError) -> String {
        guard let value = element.attributes[name] else {
            throw error("the element '\(printable(element.name))' needs the attribute '\(name)'", at: element)
        }
        return value
    }

    private func name<Name: BusText>(of element: Element) throws(IntrospectionError) -> Name {
        let text = try attribute("name", of: element)
        do { return try Name(text) } catch { throw self.error(error.description, at: element) }
    }

    private func type(of element: Element) throws(IntrospectionError) -> BusSignature {
        let text = try attribute("type", of: element)
        guard let type = try? BusSignature(text), type.isSingleCompleteType else {
            throw error("'\(printable(text))' is not a single complete type", at: element)
        }
        return type
    }

    private func error(_ reason: String, at element: Element) -> IntrospectionError {
        IntrospectionError(reader.error(reason, at: element.position))
    }
}

extension IntrospectionError {
    fileprivate init(_ failure: XMLReader.Failure) { self.init(line: failure.line, reason: failure.reason) }
}

/// The introspection data is invalid.
public struct IntrospectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The maximum size of a document, in bytes.
    static let sizeLimit = 1 << 20
    /// The maximum nesting depth of elements.
    static let depthLimit = 32

    /// The line of the document, starting at 1.
    public let line: Int
    /// A description of the problem.
    public let reason: String

    public var description: String { "introspection data, line \(line): \(reason)" }
}

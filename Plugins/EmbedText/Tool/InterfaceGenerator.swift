/// An enumeration for each D-Bus interface: its name and the names of its members, keys, values and errors, and its
/// introspection data. The requested type is only the name of the file.
struct InterfaceGenerator: Generator {
    /// Whether the names have the types of the module DBus, or are strings.
    let isTyped: Bool

    func source(of type: String, from files: [TextFile]) throws -> String {
        let interfaces = try files.flatMap { try InterfaceFile($0).interfaces }
        return """
            // Written by embed-text from \(files.map(\.name).joined(separator: ", ")). Do not edit.
            \(isTyped ? "\nimport DBus\n" : "")
            \(interfaces.map(declaration).joined(separator: "\n"))
            """
    }

    private func declaration(of interface: InterfaceFile.Interface) -> String {
        var parts = [constant("name", "InterfaceName", interface.name)]
        if let name = interface.busName { parts.append(constant("busName", "BusName", name)) }
        if let name = interface.loaderBusName { parts.append(constant("loaderBusName", "BusName", name)) }
        if let path = interface.objectPath { parts.append(constant("path", "ObjectPath", path)) }
        parts.append(group("Member", "The methods, signals and properties.", "MemberName", interface.members))
        if !interface.errors.isEmpty {
            let prefix = "\(interface.name).Error."
            parts.append(constant("errorPrefix", nil, prefix))
            parts.append(group("Failure", "The errors.", "ErrorName", interface.errors, prefix: prefix))
        }
        if !interface.keys.isEmpty {
            parts.append(group("Key", "The keys of dictionaries.", nil, interface.keys))
        }
        parts += interface.enumerations.map { enumeration($0.type, $0.values) }
        let introspection = TextGenerator.literal("<node>\n\(interface.text)</node>")
        parts.append(
            "    /// The interface with its documentation.\n    package static let introspection = \(introspection)\n")
        return """
            /// `\(interface.name)`
            package enum \(Self.typeName(of: interface.name))\(isTyped ? ": DeviceInterface" : "") {
            \(parts.joined(separator: "\n"))}

            """
    }

    private func constant(_ name: String, _ type: String?, _ value: String, indent: String = "    ") -> String {
        let annotation = isTyped ? type.map { ": \($0)" } ?? "" : ""
        return "\(indent)/// `\(value)`\n\(indent)package static let \(name)\(annotation) = \"\(value)\"\n"
    }

    private func group(
        _ type: String, _ documentation: String, _ element: String?, _ values: [String], prefix: String = ""
    ) -> String {
        let constants = values.map {
            constant(Self.escaped(Self.identifier($0)), element, prefix + $0, indent: "        ")
        }
        return """
                /// \(documentation)
                package enum \(type) {
            \(constants.joined())    }

            """
    }

    private func enumeration(_ type: String, _ values: [String]) -> String {
        let cases = values.map { "        /// `\($0)`\n        case \(Self.escaped(Self.identifier($0))) = \"\($0)\"\n" }
        return """
                /// The names on the bus.
                package enum \(type): String, CaseIterable, Sendable {
            \(cases.joined())    }

            """
    }

    /// Returns the name of an interface's type: `org.vsasim.SubscriberAccount1` becomes `SubscriberAccountInterface`.
    static func typeName(of interface: String) -> String {
        let last = interface.split(separator: ".").last ?? ""
        return last.replacing(#/[0-9]+$/#, with: "") + "Interface"
    }

    /// Returns a name in Swift's style: `application-id` and `ApplicationId` become `applicationID`.
    static func identifier(_ name: String) -> String {
        let words = name.replacing(#/([a-z])([A-Z])/#) { "\($0.output.1)-\($0.output.2)" }.lowercased().split(separator: "-")
        let rest = words.dropFirst().map { word in
            ["id", "url", "xml"].contains(word) ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
        }
        return String(words.first ?? "") + rest.joined()
    }

    private static func escaped(_ identifier: String) -> String {
        ["for", "default", "in", "is", "as", "self", "true", "false"].contains(identifier) ? "`\(identifier)`" : identifier
    }
}

import DBus
import Foundation
import VSATesting

@testable import VideoSubscriberAccount

/// The interfaces of dbus/interfaces, as they are checked in.
enum InterfaceFiles {
    /// The interface with a name.
    static func interface(_ name: InterfaceName) throws -> Interface {
        guard let interface = try found(name).max(by: { $0.methods.count < $1.methods.count }) else {
            throw DeadlinePassed("no file of dbus/interfaces has the interface \(name)")
        }
        return interface
    }

    /// The interface as it stands in its file, documentation included.
    static func documentation(_ name: InterfaceName) throws -> String { try found(name).map(\.xml).joined() }

    private static func found(_ name: InterfaceName) throws -> [Interface] {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appendingPathComponent("dbus/interfaces")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "xml" }
        let texts = try files.map { try String(contentsOf: $0, encoding: .utf8) } + AgreedInterfaces.documents
        return try texts.flatMap { try IntrospectionNode(xml: $0).interfaces }.filter { $0.name == name }
    }

    /// The names in an argument's `NAME:TYPE NAME:TYPE …`.
    static func keys(_ argument: Interface.Argument) -> Set<String> { names(argument.annotations["org.vsasim.Keys"]) }

    /// The names in a list of names, with or without types.
    static func names(_ list: String?) -> Set<String> {
        Set((list ?? "").split(separator: " ").map { String($0.prefix { $0 != ":" }) })
    }
}

import DBus
import Foundation
import VSATesting

@testable import VideoSubscriberAccount

/// The interfaces of dbus/interfaces, as they are checked in.
enum InterfaceFiles {
    /// The interface with a name.
    static func interface(_ name: InterfaceName) throws -> Interface {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("dbus/interfaces/\(name).xml")
        let interfaces = try IntrospectionNode(xml: try String(contentsOf: file, encoding: .utf8)).interfaces
        guard let interface = interfaces.first(where: { $0.name == name }) else {
            throw DeadlinePassed("\(file.path) lacks its interface")
        }
        return interface
    }

    /// The names in an argument's `NAME:TYPE NAME:TYPE …`.
    static func keys(_ argument: Interface.Argument) -> Set<String> { names(argument.annotations["org.vsasim.Keys"]) }

    /// The names in a list of names, with or without types.
    static func names(_ list: String?) -> Set<String> {
        Set((list ?? "").split(separator: " ").map { String($0.prefix { $0 != ":" }) })
    }
}

import Foundation
import NIOCore
import NIOPosix
import StateDirectory

/// The last port of the service, in its state folder. It is reused, so that a device that trusts the service, and apps that know
/// its address, find it after a restart.
public struct RememberedPort: Sendable {
    private let path: String

    /// Creates the port of the services that use a state folder.
    public init(in folder: StateFolder) { path = folder.path(of: "port") }

    /// Returns the port; nil if none was stored, or the file is invalid.
    public func read() -> Int? {
        guard let bytes = try? PlainFile(path, limit: 16).bytes else { return nil }
        let port = UInt16(String(decoding: bytes, as: UTF8.self).filter { !$0.isNewline }) ?? 0
        return port > 0 ? Int(port) : nil
    }

    /// Stores a port for the next start.
    ///
    /// - Throws: ``SetupFailure`` if it cannot be written.
    public func keep(_ port: Int) throws {
        guard read() != port else { return }
        try StateFolder.write("\(port)\n", to: path)
    }

    /// Returns whether the port is currently free.
    public static func isFree(_ port: Int, host: String) async -> Bool {
        // As in the server itself, earlier connections that are still closing do not matter.
        let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        guard let channel = try? await bootstrap.bind(host: host, port: port).get() else { return false }
        try? await channel.close()
        return true
    }
}

/// The process that listens on a port of this machine, as far as this user can see it.
public struct PortOwner: Sendable, Equatable, CustomStringConvertible {
    /// The program's name.
    public let name: String
    /// The process ID.
    public let processID: Int32

    public var description: String { "\(name), pid \(processID)" }

    /// Returns the process that listens on a port; nil if none does, or it belongs to another user.
    public static func find(port: Int) -> PortOwner? {
        let sockets = ["/proc/net/tcp", "/proc/net/tcp6"].reduce(into: Set<String>()) { sockets, table in
            let text = String(decoding: (try? OpenFile.read(table)) ?? [], as: UTF8.self)
            sockets.formUnion(text.split(separator: "\n").dropFirst().compactMap { socket($0, port: port) })
        }
        guard !sockets.isEmpty else { return nil }
        let files = FileManager.default
        for process in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let number = Int32(process) else { continue }
            let folder = "/proc/\(process)/fd/"
            let holds = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).contains {
                (try? files.destinationOfSymbolicLink(atPath: folder + $0)).map(sockets.contains) ?? false
            }
            guard holds, let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8) else { continue }
            return PortOwner(name: name.trimmingCharacters(in: .whitespacesAndNewlines), processID: number)
        }
        return nil
    }

    /// Returns the link target of a socket's descriptors, if the line is that of a socket listening on the port.
    private static func socket(_ line: Substring, port: Int) -> String? {
        let fields = line.split(separator: " ")
        // proc(5): local_address is the second field, st the fourth (0A is LISTEN), inode the tenth.
        guard fields.count > 9, fields[3] == "0A", let colon = fields[1].lastIndex(of: ":"),
            Int(fields[1][fields[1].index(after: colon)...], radix: 16) == port
        else { return nil }
        return "socket:[\(fields[9])]"
    }
}

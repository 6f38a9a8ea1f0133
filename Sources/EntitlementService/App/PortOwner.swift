import Foundation
import StateDirectory

/// The process that listens on a port of this machine, as far as this user can see it.
public struct PortOwner: Sendable, Equatable, CustomStringConvertible {
    /// The program's name.
    public let name: String
    /// The process ID.
    public let processID: Int32

    public var description: String { "\(name), pid \(processID)" }

    /// Finds the process; nil if no process listens there, or it belongs to another user.
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

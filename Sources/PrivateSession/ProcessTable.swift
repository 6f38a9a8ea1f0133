import Glibc
import StateDirectory

/// The kernel's information about running processes (`/proc`).
public enum ProcessTable {
    /// One process.
    public struct Process: Sendable, Equatable {
        /// The process ID.
        public let id: Int32
        /// The process ID of the parent.
        public let parent: Int32
        /// The ID of the process group.
        public let group: Int32
        /// Whether it has exited and only waits to be reaped.
        public let isZombie: Bool
    }

    /// Returns all visible processes.
    public static func processes() -> [Process] {
        processIDs().compactMap(process)
    }

    /// Returns whether a process has not exited yet.
    public static func isRunning(_ id: Int32) -> Bool { process(id)?.isZombie == false }

    static func processes(inGroup group: Int32) -> [Process] {
        // Filter first: reading a process's files in /proc takes a hundred times as long.
        processIDs().filter { getpgid($0) == group }.compactMap(process)
    }

    /// Returns the user's own processes that were started with this variable and value.
    public static func processes(withEnvironment name: String, value: String) -> [Process] {
        let wanted = Array("\(name)=\(value)".utf8)
        return ownProcessIDs().filter { has(wanted, in: readFile("/proc/\($0)/environ") ?? []) }
            .compactMap(process).filter { !$0.isZombie }
    }

    /// Returns whether an environment has an entry. The end of a session checks this repeatedly for every process, so that
    /// the bytes are compared where they are.
    private static func has(_ wanted: [UInt8], in environment: [UInt8]) -> Bool {
        environment.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count, let entry = bytes.baseAddress?.advanced(by: start) {
                let length = strnlen(entry.assumingMemoryBound(to: CChar.self), bytes.count - start)
                if length == wanted.count, memcmp(entry, wanted, length) == 0 { return true }
                start += length + 1
            }
            return false
        }
    }

    /// Returns the user's own processes that were started with this variable, and all of their variables.
    public static func environments(with name: String) -> [(process: Process, variables: [String: String])] {
        ownProcessIDs().compactMap { id in
            guard let variables = variables(of: id), variables[name] != nil, let process = Self.process(id), !process.isZombie
            else { return nil }
            return (process, variables)
        }
    }

    /// Returns the variables with which a process was started; nil if it has exited, or is another user's.
    public static func variables(of id: Int32) -> [String: String]? {
        guard let bytes = readFile("/proc/\(id)/environ") else { return nil }
        let pairs = bytes.split(separator: 0).map { entry in
            let parts = entry.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (String(decoding: parts[0], as: UTF8.self), String(decoding: parts.last ?? [], as: UTF8.self))
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Returns the command line of a process, with its arguments separated by spaces; nil if it has exited.
    public static func commandLine(of id: Int32) -> String? {
        guard let bytes = readFile("/proc/\(id)/cmdline"), !bytes.isEmpty else { return nil }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    private static func processIDs() -> [Int32] {
        PrivateFolder.names(in: "/proc").compactMap { Int32($0) }
    }

    /// Returns the IDs of the user's own processes. Root could read those of other users, too.
    private static func ownProcessIDs() -> [Int32] {
        let user = geteuid()
        return processIDs().filter { id in
            var details = stat()
            return stat("/proc/\(id)", &details) == 0 && details.st_uid == user
        }
    }

    /// Parses `/proc/ID/stat`: the name in parentheses may contain anything, so the fields are counted from the last parenthesis.
    private static func process(_ id: Int32) -> Process? {
        guard let bytes = readFile("/proc/\(id)/stat"), let end = bytes.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let parts = bytes[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 3)
        let fields = parts.map { String(decoding: $0, as: UTF8.self) }
        guard fields.count > 2, let parent = Int32(fields[1]), let group = Int32(fields[2]) else { return nil }
        return Process(id: id, parent: parent, group: group, isZombie: fields[0] == "Z" || fields[0] == "X")
    }
}

/// Returns a file's bytes; nil if it cannot be read.
func readFile(_ path: String) -> [UInt8]? { try? OpenFile.read(path) }

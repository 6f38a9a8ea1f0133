import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Small files that users name: read whole, with reasons that say what is wrong.
enum PlainFile {
    /// Why a file could not be read.
    struct Unreadable: Error, CustomStringConvertible {
        /// As `No such file or directory`.
        let reason: String
        var description: String { reason }
    }

    /// Reads a regular file, following links, or what a pipe gives.
    ///
    /// - Throws: ``Unreadable``, also for folders and for files larger than the limit in bytes.
    static func read(_ path: String, limit: Int) throws -> [UInt8] {
        guard access(path, R_OK) == 0 else { throw Unreadable(reason: String(cString: strerror(errno))) }
        var status = stat()
        guard stat(path, &status) == 0 else { throw Unreadable(reason: String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw Unreadable(reason: "is a folder") }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw Unreadable(reason: "cannot be read")
        }
        guard data.count <= limit else { throw Unreadable(reason: "is larger than \(limit) bytes") }
        return Array(data)
    }

    /// Whether others than the owner can read or write a file.
    static func isOpenToOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
    }
}

import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Small files that users name: opened once, read whole, with reasons that say what is wrong.
struct PlainFile {
    /// Why a file could not be read.
    struct Unreadable: Error, CustomStringConvertible {
        /// As `No such file or directory`.
        let reason: String
        var description: String { reason }
    }

    /// What it holds.
    let bytes: [UInt8]
    /// Whether others than its owner can read or write it.
    let isOpenToOthers: Bool

    /// Reads a file, following links, or what a pipe gives.
    ///
    /// - Parameters:
    ///   - flags: For open(2), besides reading.
    ///   - check: Looks at the file that was opened, before anything is read.
    /// - Throws: ``Unreadable``, also for folders and for files larger than the limit in bytes; what `check` throws.
    init(_ path: String, limit: Int, flags: Int32 = 0, check: (stat) throws -> Void = { _ in }) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
        guard descriptor >= 0 else { throw Unreadable(reason: String(cString: strerror(errno))) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Unreadable(reason: String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw Unreadable(reason: "is a folder") }
        try check(status)
        let data: Data
        do { data = try file.read(upToCount: limit + 1) ?? Data() } catch { throw Unreadable(reason: "cannot be read") }
        guard data.count <= limit else { throw Unreadable(reason: "is larger than \(limit) bytes") }
        bytes = Array(data)
        isOpenToOthers = status.st_mode & 0o077 != 0
    }
}

/// Files with keys and tokens that an operator names.
///
/// Their paths may be links: the secrets of Kubernetes and Docker are, and so is the current key of a certificate authority's client.
/// The opened file is checked by its descriptor, so that it cannot be replaced between the check and the reading.
public enum SecretFile {
    /// Why a file is not used.
    public struct Unusable: Error, CustomStringConvertible {
        /// The rest of a sentence that begins with the file: `is open to others: chmod 600 /etc/token`.
        public let description: String
    }

    /// The text of a file that only its owner can read. Root's may be open to a group, as Debian's `ssl-cert` and systemd's
    /// credentials are.
    ///
    /// - Parameter limit: The most bytes.
    /// - Throws: ``Unusable``: it cannot be read, is not a regular file, belongs to another user, or is open to others.
    public static func read(_ path: String, limit: Int = 65_536) throws(Unusable) -> String {
        let file: PlainFile
        do {
            // A pipe without a writer must not block the start.
            file = try PlainFile(path, limit: limit, flags: O_NONBLOCK) { try check($0, path) }
        } catch let error as Unusable {
            throw error
        } catch {
            throw Unusable(description: "cannot be read: \(error)")
        }
        guard let text = String(validating: file.bytes, as: UTF8.self) else { throw Unusable(description: "is not UTF-8 text") }
        return text
    }

    private static func check(_ status: stat, _ path: String) throws(Unusable) {
        guard status.st_mode & S_IFMT == S_IFREG else { throw Unusable(description: "is not a regular file") }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw Unusable(
                description: "belongs to another user (\(status.st_uid)), and has to belong to \(geteuid()) or root: chown")
        }
        guard status.st_mode & (status.st_uid == 0 ? 0o027 : 0o077) == 0 else {
            throw Unusable(description: "is open to others: chmod 600 \(path)")
        }
    }
}

import Glibc
import StateDirectory

/// A small file given by the user: opened once, and read completely, with descriptive errors.
struct PlainFile {
    /// The reason why a file could not be read.
    struct Unreadable: Error, CustomStringConvertible {
        /// The reason, such as `No such file or directory`.
        let description: String
    }

    let bytes: [UInt8]
    /// Whether users other than its owner can read or write it.
    let isOpenToOthers: Bool

    /// Reads a file, following symbolic links, or the data of a pipe.
    ///
    /// - Parameters:
    ///   - flags: Flags for open(2), in addition to reading.
    ///   - check: Checks the opened file before anything is read.
    /// - Throws: ``Unreadable``, also for folders and for files that exceed the limit in bytes; the errors of `check`.
    init(_ path: String, limit: Int, flags: Int32 = 0, check: (stat) throws -> Void = { _ in }) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | flags)
        guard descriptor >= 0 else { throw Unreadable(description: SystemFailure().reason) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Unreadable(description: SystemFailure().reason) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw Unreadable(description: "is a folder") }
        try check(status)
        do throws(SystemFailure) { bytes = try OpenFile.read(descriptor, limit: limit) } catch {
            throw Unreadable(description: error.reason)
        }
        guard bytes.count <= limit else { throw Unreadable(description: "is larger than \(limit) bytes") }
        isOpenToOthers = status.st_mode & 0o077 != 0
    }
}

/// Files with keys and tokens, given by an operator.
///
/// Their paths may be symbolic links, as for secrets of Kubernetes and Docker and the current key of an ACME client. The opened
/// file is checked by its descriptor, so that it cannot be replaced between the check and the reading.
public enum SecretFile {
    /// The reason why a file is not used.
    public struct Unusable: Error, CustomStringConvertible {
        /// The rest of a sentence that begins with the file: `is open to others: chmod 600 /etc/token`.
        public let description: String
    }

    /// Returns the text of a file that only its owner can read. A file of root may be readable by a group, as for Debian's
    /// `ssl-cert` and systemd's credentials.
    ///
    /// - Parameter limit: The maximum size in bytes.
    /// - Throws: ``Unusable`` if it cannot be read, is not a regular file with UTF-8 text, belongs to another user, or is open to
    ///   others.
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
                description: "belongs to another user (\(status.st_uid)), and must belong to \(geteuid()) or root: chown")
        }
        guard status.st_mode & (status.st_uid == 0 ? 0o027 : 0o077) == 0 else {
            throw Unusable(description: "is open to others: chmod 600 \(path)")
        }
    }
}

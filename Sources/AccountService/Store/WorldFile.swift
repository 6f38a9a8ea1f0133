import Glibc
import TVWorld

/// The file of `--world`: a world document on disk.
public enum WorldFile {
    /// The reason why a file is not a world; names the file.
    public struct Failure: Error, Sendable, Equatable, CustomStringConvertible {
        /// The message, in one line.
        public let description: String
    }

    /// Reads a world.
    ///
    /// - Throws: `Failure` if the file cannot be read or is not a world; in that case nothing of it is used.
    public static func read(_ path: String) throws(Failure) -> World {
        let bytes = try content(of: path)
        do {
            return try World(document: bytes)
        } catch {
            throw Failure(description: "the file \(path) of --world is not a valid world: \(error)")
        }
    }

    private static func content(of path: String) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(description: "the file \(path) of --world cannot be read: it is not a regular file")
        }
        // One byte more than is accepted, to distinguish a larger file from one that just fits.
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), World.documentLimit) + 1)
        var count = 0
        while count < bytes.count {
            let result = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count) }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw failure(path) }
            if result == 0 { break }
            count += result
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Returns the failure of the last system call.
    private static func failure(_ path: String) -> Failure {
        Failure(description: "the file \(path) of --world cannot be read: \(String(cString: strerror(errno)))")
    }
}

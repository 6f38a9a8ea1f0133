import FoundationEssentials
import Glibc
import StateDirectory

/// Reads the files that are given to commands.
enum InputFile {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: The file, or ``StandardStream/name``.
    ///   - kind: The expected kind of file, for error messages: `snapshot`.
    ///   - limit: The maximum size in bytes; at most one more byte is read, so that reading from a device ends.
    ///   - missing: The exit code if there is no such file.
    static func read(_ path: String, as kind: String, limit: Int, missing: ExitStatus = .notFound) throws -> Data {
        func refusal(_ reason: String, _ status: ExitStatus = .failed) -> Failure {
            Failure(status, "cannot read the \(kind) \(path.isEmpty ? "''" : path): \(reason)")
        }
        let descriptor =
            path == StandardStream.name ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let failure = SystemFailure()
            throw refusal(failure.reason, failure.number == ENOENT ? missing : .failed)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { throw refusal("it is a folder") }
        var content = Data()
        var portion = [UInt8](repeating: 0, count: 65_536)
        while content.count <= limit {
            let count = retrying { Glibc.read(descriptor, &portion, min(portion.count, limit + 1 - content.count)) }
            guard count >= 0 else { throw refusal(SystemFailure().reason) }
            if count == 0 { break }
            content += portion[..<count]
        }
        return content
    }

    /// Reads a text, as ``read(_:as:limit:missing:)`` does.
    static func text(_ path: String, as kind: String, limit: Int) throws -> String {
        String(decoding: try read(path, as: kind, limit: limit), as: UTF8.self)
    }
}

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
        do throws(SystemFailure) { return Data(try OpenFile.read(descriptor, limit: limit)) } catch {
            throw refusal(error.reason)
        }
    }

    /// Reads a text, as ``read(_:as:limit:missing:)`` does.
    static func text(_ path: String, as kind: String, limit: Int) throws -> String {
        String(decoding: try read(path, as: kind, limit: limit), as: UTF8.self)
    }
}

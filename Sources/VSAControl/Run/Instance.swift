import Foundation

/// A session with persistent state: its folder, which is locked while a session uses it.
final class Instance: Sendable {
    /// The instance's folder.
    let folder: String
    private let lock: Int32

    /// Opens an instance, and creates it if it does not exist.
    ///
    /// - Throws: `Failure` if another session uses it, or the folder cannot be created.
    init(name: String, environment: [String: String]) throws {
        let stateHome =
            environment["XDG_STATE_HOME"].nonEmpty ?? "\(environment["HOME"].nonEmpty ?? NSHomeDirectory())/.local/state"
        folder = "\(stateHome)/vsasim/instances/\(name)"
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(.setUpFailed, "cannot make the folder of the instance \(name): \(error.localizedDescription)")
        }
        lock = open("\(folder)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            throw Failure(.setUpFailed, "cannot open \(folder)/lock: \(String(cString: strerror(errno)))")
        }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            throw Failure(.setUpFailed, "the instance \(name) is in use by another session")
        }
    }

    deinit {
        // Closing alone would not release it while a child that is just being started still has a copy.
        if lock >= 0 {
            flock(lock, LOCK_UN)
            close(lock)
        }
    }

    /// Whether a string can be an instance's name: letters, digits, `-`, `_` and `.`, without a leading dot.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text.first != "."
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }
}

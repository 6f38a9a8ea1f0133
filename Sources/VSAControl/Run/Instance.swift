import FoundationEssentials
import StateDirectory

/// A session with persistent state: its folder, which is locked while a session uses it.
final class Instance: Sendable {
    /// The instance's folder.
    let folder: String
    private let lock: FileLock

    /// Opens an instance, and creates it if it does not exist.
    ///
    /// - Throws: `Failure` if another session uses it, or the folder cannot be created.
    init(name: String, environment: [String: String]) throws {
        let stateHome = BaseDirectories.stateHome(environment: environment) ?? "\(URL.homeDirectory.path)/.local/state"
        folder = "\(stateHome)/vsasim/instances/\(name)"
        do throws(SystemFailure) { try PrivateFolder.make(folder) } catch {
            throw Failure(.setUpFailed, "cannot create the folder of the instance \(name): \(error.reason)")
        }
        let lock: FileLock?
        do throws(SystemFailure) { lock = try FileLock("\(folder)/lock") } catch {
            throw Failure(.setUpFailed, "cannot open \(folder)/lock: \(error.reason)")
        }
        guard let lock else { throw Failure(.setUpFailed, "the instance \(name) is in use by another session") }
        self.lock = lock
    }

    /// Whether a string can be an instance's name: letters, digits, `-`, `_` and `.`, without a leading dot.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text.first != "."
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }
}

import FoundationEssentials
import StateDirectory

/// A session with persistent state: its folder, which is locked while a session uses it.
final class Instance: Sendable {
    let folder: String
    private let lock: FileLock

    /// Opens an instance, and creates it if it does not exist.
    ///
    /// - Throws: `Failure` if another session uses it, or the folder cannot be created.
    init(name: String, environment: [String: String]) throws {
        folder = "\(Self.parent(environment))/\(name)"
        do throws(SystemFailure) { try PrivateFolder.make(folder) } catch {
            throw Failure(.setUpFailed, "cannot create the folder \(folder) of the instance: \(error.reason)")
        }
        let lock: FileLock?
        do throws(SystemFailure) { lock = try FileLock("\(folder)/lock") } catch {
            throw Failure(.setUpFailed, "cannot open \(folder)/lock: \(error.reason)")
        }
        guard let lock else { throw Failure(.setUpFailed, "the instance \(name) is in use by another session") }
        self.lock = lock
    }

    /// An existing instance.
    struct Known: Sendable, Equatable {
        var name: String
        var folder: String
        var isInUse: Bool
    }

    /// Returns all instances, by name.
    static func all(environment: [String: String]) -> [Known] {
        let parent = parent(environment)
        return PrivateFolder.names(in: parent).filter(isName).sorted().map { name in
            Known(name: name, folder: "\(parent)/\(name)", isInUse: FileLock.isTaken("\(parent)/\(name)/lock"))
        }
    }

    /// Removes the folder; the instance can no longer be used.
    ///
    /// - Throws: `Failure`.
    func remove() throws {
        do { try FileManager.default.removeItem(atPath: folder) } catch {
            throw Failure(.failed, "cannot remove \(folder): \(error.reason)")
        }
    }

    private static func parent(_ environment: [String: String]) -> String {
        let stateHome = BaseDirectories.stateHome(environment: environment, home: URL.homeDirectory.path)
        return "\(stateHome)/vsasim/instances"
    }

    /// Returns whether a string can be an instance's name: up to 64 letters, digits, `-`, `_` and `.`, without a leading dot.
    static func isName(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text.first != "."
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    }
}

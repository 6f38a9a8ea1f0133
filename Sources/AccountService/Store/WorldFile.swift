import Glibc
import StateDirectory
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
        do {
            guard let bytes = try PrivateFile.read(path, limit: World.documentLimit, followsLinks: true) else {
                throw PrivateFile.ReadError.failed(SystemFailure())
            }
            return try World(document: bytes)
        } catch PrivateFile.ReadError.failed(let failure) {
            throw unreadable(path, failure.reason)
        } catch PrivateFile.ReadError.isLink {
            throw unreadable(path, SystemFailure(ELOOP).reason)
        } catch PrivateFile.ReadError.isNotRegular {
            throw unreadable(path, "it is not a regular file")
        } catch {
            let reason: any Error = error as? PrivateFile.ReadError == .isTooLarge ? World.tooLarge : error
            throw Failure(description: "the file \(path) of --world is not a valid world: \(reason)")
        }
    }

    private static func unreadable(_ path: String, _ reason: String) -> Failure {
        Failure(description: "the file \(path) of --world cannot be read: \(reason)")
    }
}

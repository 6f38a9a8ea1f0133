import Foundation
import ServiceAccess
import StateDirectory

#if canImport(Glibc)
    import Glibc
#endif

/// Small JSON files that are replaced atomically.
enum JSONFile {
    /// The reason why a file or folder cannot be created, written, locked or removed.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let reason: String
        /// Whether the file would exceed the limit, which a later attempt does not change.
        var isTooLarge = false

        var description: String { "\(path): \(reason)" }
    }

    /// The contents of a path.
    enum Content: Sendable, Equatable {
        /// There is no such file.
        case absent
        /// It cannot be read, or is not a JSON document, with the reason.
        case damaged(String)
        case value(JSONValue)

        var value: JSONValue? {
            if case .value(let value) = self { value } else { nil }
        }
    }

    /// The maximum size of a file, in bytes.
    static let limit = 1 << 20

    /// Returns the contents of a regular file. Symbolic links are not followed: the library creates none, and their targets are
    /// not its own.
    static func content(_ path: String) -> Content {
        do {
            guard let bytes = try PrivateFile.read(path, limit: limit) else { return .absent }
            return JSONValue(parsing: bytes).map(Content.value) ?? .damaged("is not a JSON document")
        } catch PrivateFile.ReadError.isLink {
            return .damaged("is a symbolic link")
        } catch PrivateFile.ReadError.isNotRegular {
            return .damaged("is not a regular file")
        } catch PrivateFile.ReadError.failed(let failure) {
            return .damaged(failure.reason)
        } catch {
            return .damaged("is larger than a megabyte")
        }
    }

    /// Writes to a temporary file, then renames it: readers see the old or the new contents, even after the app was killed.
    ///
    /// - Parameter isSynced: Whether to wait until the contents have been written to disk.
    /// - Throws: ``Failure``.
    static func write(_ value: JSONValue, to path: String, isSynced: Bool) throws {
        let bytes = value.serialized
        guard bytes.count <= limit else { throw Failure(path: path, reason: "would be larger than a megabyte", isTooLarge: true) }
        do throws(SystemFailure) { try PrivateFile.replace(path, with: bytes, isSynced: isSynced) } catch {
            throw Failure(path: path, number: error.number)
        }
    }

    /// Removes a file, if there is one.
    ///
    /// - Throws: ``Failure``.
    static func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw Failure(path: path, number: errno) }
    }

    /// Removes a folder with its contents, or anything else at the path.
    ///
    /// - Throws: ``Failure``.
    static func removeTree(_ path: String) throws {
        guard exists(path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw Failure(path: path, reason: "cannot be removed")
        }
    }

    /// Creates a folder and its parents, with mode 0700 from the start: an app may exit between two steps.
    ///
    /// - Throws: ``Failure``.
    static func makeFolder(_ path: String) throws {
        do throws(SystemFailure) { try PrivateFolder.make(path) } catch {
            throw Failure(path: path, number: error.number)
        }
    }

    /// Returns whether something exists at a path, including a dangling symbolic link.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns the sorted names of the documents in a folder; empty if there is no such folder.
    static func names(in folder: String) -> [String] {
        PrivateFolder.names(in: folder).filter { !$0.hasPrefix(".") && !$0.hasSuffix(PrivateFile.temporarySuffix) }.sorted()
    }

    /// Removes temporary files of an app that was killed while writing to a folder. The caller must hold the storage's lock.
    static func removeLeftovers(in folder: String) {
        for name in PrivateFolder.names(in: folder) where name.hasSuffix(PrivateFile.temporarySuffix) {
            unlink("\(folder)/\(name)")
        }
    }
}

extension JSONFile.Failure {
    /// Creates the failure of a system call.
    init(path: String, number: Int32) { self.init(path: path, reason: String(cString: strerror(number))) }
}

import Foundation
import StateDirectory

#if canImport(Glibc)
    import Glibc
#endif

/// Small JSON files that are always whole.
enum JSONFile {
    /// A system call that failed, or a file that is none of the library's.
    struct Failure: Error, CustomStringConvertible {
        let path: String
        let reason: String

        init(path: String, reason: String) {
            self.path = path
            self.reason = reason
        }

        init(path: String, number: Int32) { self.init(path: path, reason: String(cString: strerror(number))) }

        var description: String { "\(path): \(reason)" }
    }

    /// What is found at a path.
    enum Content: Sendable, Equatable {
        /// There is no such file.
        case absent
        /// It cannot be read, or is no JSON document; why.
        case damaged(String)
        case value(JSONValue)

        /// The document.
        var value: JSONValue? {
            if case .value(let value) = self { value } else { nil }
        }
    }

    /// The largest file that is read or written, in bytes.
    static let limit = 1 << 20

    /// The content of a regular file. Links are not followed: the library makes none, and what they lead to is not its own.
    static func content(_ path: String) -> Content {
        do {
            guard let bytes = try PrivateFile.read(path, limit: limit) else { return .absent }
            return JSONValue(parsing: bytes).map(Content.value) ?? .damaged("is no JSON document")
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

    /// Writes beside the file, then takes its place: readers see the old or the new content, also after the app was killed.
    ///
    /// - Throws: ``Failure``.
    static func write(_ value: JSONValue, to path: String) throws {
        let bytes = value.serialized
        guard bytes.count <= limit else { throw Failure(path: path, reason: "would be larger than a megabyte") }
        do throws(SystemFailure) { try PrivateFile.replace(path, with: bytes) } catch {
            throw Failure(path: path, number: error.number)
        }
    }

    /// Removes a file; one that is not there is removed already.
    ///
    /// - Throws: ``Failure``.
    static func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw Failure(path: path, number: errno) }
    }

    /// Removes a folder with everything in it, or whatever else is there.
    ///
    /// - Throws: ``Failure``.
    static func removeTree(_ path: String) throws {
        guard isThere(path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw Failure(path: path, reason: "cannot be removed")
        }
    }

    /// Makes a folder, and those above it, of mode 0700 from the beginning: an app may end between two steps.
    ///
    /// - Throws: ``Failure``.
    static func makeFolder(_ path: String) throws {
        do throws(SystemFailure) { try PrivateFolder.make(path) } catch {
            throw Failure(path: path, number: error.number)
        }
    }

    /// Whether something is there, a link that leads nowhere included.
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The names in a folder that belong to content, in order; empty when there is no such folder.
    static func names(in folder: String) -> [String] {
        PrivateFolder.names(in: folder).filter { !$0.hasPrefix(".") && !$0.hasSuffix(PrivateFile.temporarySuffix) }.sorted()
    }

    /// Removes what an app left that was killed while it wrote into a folder. Only for whoever holds the storage's lock.
    static func removeLeftovers(in folder: String) {
        for name in PrivateFolder.names(in: folder) where name.hasSuffix(PrivateFile.temporarySuffix) {
            unlink("\(folder)/\(name)")
        }
    }
}

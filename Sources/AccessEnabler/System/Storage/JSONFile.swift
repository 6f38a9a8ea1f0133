import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Small JSON files that are replaced atomically.
enum JSONFile {
    /// A system call failed, or a file does not belong to the library.
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

    /// The contents of a path.
    enum Content: Sendable, Equatable {
        /// There is no such file.
        case absent
        /// It cannot be read, or is not a JSON document, with the reason.
        case damaged(String)
        case value(JSONValue)

        /// The document.
        var value: JSONValue? {
            if case .value(let value) = self { value } else { nil }
        }
    }

    /// The maximum size of a file, in bytes.
    static let limit = 1 << 20

    /// Returns the contents of a regular file. Symbolic links are not followed: the library creates none, and their targets are
    /// not its own.
    static func content(_ path: String) -> Content {
        // Without O_NONBLOCK, a pipe in place of the file would block the app.
        let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return .absent }
            return .damaged(errno == ELOOP ? "is a symbolic link" : String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .damaged(String(cString: strerror(errno))) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .damaged("is not a regular file") }
        guard status.st_size <= limit else { return .damaged("is larger than a megabyte") }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(Int(status.st_size) + 1, limit))
        while bytes.count <= limit {
            let count = retrying { Int32(clamping: Glibc.read(descriptor, &chunk, chunk.count)) }
            guard count >= 0 else { return .damaged(String(cString: strerror(errno))) }
            guard count > 0 else { return JSONValue(parsing: bytes).map(Content.value) ?? .damaged("is no JSON document") }
            bytes += chunk.prefix(Int(count))
        }
        return .damaged("is larger than a megabyte")
    }

    /// Writes to a temporary file, then renames it: readers see the old or the new contents, even after the app was killed.
    ///
    /// - Throws: ``Failure``.
    static func write(_ value: JSONValue, to path: String) throws {
        let bytes = value.serialized
        guard bytes.count <= limit else { throw Failure(path: path, reason: "would be larger than a megabyte") }
        let temporary = "\(path).\(getpid())\(leftoverSuffix)"
        let flags = O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let descriptor = retrying { open(temporary, flags, 0o600) }
        guard descriptor >= 0 else { throw Failure(path: temporary, number: errno) }
        do {
            defer { close(descriptor) }
            try write(bytes, to: descriptor, path: temporary)
            guard retrying({ fsync(descriptor) }) == 0 else { throw Failure(path: temporary, number: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let number = errno
            unlink(temporary)
            throw Failure(path: path, number: number)
        }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = retrying {
                Int32(clamping: rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) })
            }
            guard count > 0 else { throw Failure(path: path, number: errno) }
            rest = rest.dropFirst(Int(count))
        }
    }

    /// Removes a file, if there is one.
    ///
    /// - Throws: ``Failure``.
    static func remove(_ path: String) throws {
        guard unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else { throw Failure(path: path, number: errno) }
    }

    /// Removes a folder with its contents, or whatever else is at the path.
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

    /// Creates a folder and its parents, with mode 0700 from the beginning: an app may exit between two steps.
    ///
    /// - Throws: ``Failure``.
    static func makeFolder(_ path: String) throws {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let parent = (path as NSString).deletingLastPathComponent
        guard errno == ENOENT, !parent.isEmpty, parent != path else { throw Failure(path: path, number: errno) }
        try makeFolder(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Failure(path: path, number: errno) }
    }

    /// Whether something exists at a path, including a dangling symbolic link.
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Returns the sorted names of the documents in a folder; empty if there is no such folder.
    static func names(in folder: String) -> [String] {
        allNames(in: folder).filter { !$0.hasPrefix(".") && !$0.hasSuffix(leftoverSuffix) }.sorted()
    }

    /// Removes temporary files of an app that was killed while writing to a folder. The caller must hold the storage's lock.
    static func removeLeftovers(in folder: String) {
        for name in allNames(in: folder) where name.hasSuffix(leftoverSuffix) { unlink("\(folder)/\(name)") }
    }

    private static let leftoverSuffix = ".new"

    private static func allNames(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func retrying(_ call: () -> Int32) -> Int32 {
        while true {
            let result = call()
            guard result == -1, errno == EINTR else { return result }
        }
    }
}

import Foundation

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
        // Without O_NONBLOCK a pipe in the place of the file would hold the app up.
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

    /// Writes beside the file, then takes its place: readers see the old or the new content, also after the app was killed.
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
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        let parent = (path as NSString).deletingLastPathComponent
        guard errno == ENOENT, !parent.isEmpty, parent != path else { throw Failure(path: path, number: errno) }
        try makeFolder(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Failure(path: path, number: errno) }
    }

    /// Whether something is there, a link that leads nowhere included.
    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The names in a folder that belong to content, in order; empty when there is no such folder.
    static func names(in folder: String) -> [String] {
        allNames(in: folder).filter { !$0.hasPrefix(".") && !$0.hasSuffix(leftoverSuffix) }.sorted()
    }

    /// Removes what an app left that was killed while it wrote into a folder. Only for whoever holds the storage's lock.
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

import Glibc

/// Files of mode 0600 that are written atomically.
package enum PrivateFile {
    /// The reason why a file was not read.
    package enum ReadError: Error, Sendable, Equatable {
        /// It is a symbolic link, which is not followed.
        case isLink
        /// It is a folder, a pipe or a device.
        case isNotRegular
        /// It is larger than the limit.
        case isTooLarge
        /// A system call failed.
        case failed(SystemFailure)
    }

    /// The suffix of a file that is being written. A killed process can leave one behind.
    package static let temporarySuffix = ".new"

    /// Returns whether writes of a process wait for the disk: not with `VSASIM_SYNC=off`, for disposable state.
    package static func isSynced(in environment: [String: String]) -> Bool { environment["VSASIM_SYNC"] != "off" }

    /// Writes a temporary file next to another one, then replaces that file with it.
    ///
    /// - Parameter isSynced: Whether to wait until the content has been written to disk.
    package static func replace(
        _ path: String, with content: some Collection<UInt8>, isSynced: Bool = true
    ) throws(SystemFailure) {
        let temporary = try write(Array(content), beside: path, isSynced: isSynced)
        guard rename(temporary, path) == 0 else {
            let failure = SystemFailure()
            unlink(temporary)
            throw failure
        }
    }

    /// Writes a file that does not exist yet.
    ///
    /// - Parameter isSynced: Whether to wait until the content and the name have been written to disk.
    /// - Returns: False if another process was first; its file is kept.
    package static func create(
        _ path: String, with content: some Collection<UInt8>, isSynced: Bool = true
    ) throws(SystemFailure) -> Bool {
        let temporary = try write(Array(content), beside: path, isSynced: isSynced)
        defer { unlink(temporary) }
        if link(temporary, path) != 0 {
            guard errno == EEXIST else { throw SystemFailure() }
            return false
        }
        if isSynced { try synchronize(folder: path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".") }
        return true
    }

    /// Returns the content of a regular file; nil if the file does not exist.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes.
    ///   - followsLinks: Whether the file may be a symbolic link.
    ///   - inspect: Examines the status of the open file before it is read, and may throw.
    /// - Throws: ``ReadError``, or what `inspect` throws.
    package static func read(
        _ path: String, limit: Int, followsLinks: Bool = false, inspect: (stat) throws -> Void = { _ in }
    ) throws -> [UInt8]? {
        // Without O_NONBLOCK, opening a pipe would block forever.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = retrying { open(path, flags) }
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT, ENOTDIR: return nil
            case ELOOP: throw ReadError.isLink
            default: throw ReadError.failed(SystemFailure())
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw ReadError.failed(SystemFailure()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ReadError.isNotRegular }
        try inspect(status)
        guard status.st_size <= limit else { throw ReadError.isTooLarge }
        let content: [UInt8]
        do throws(SystemFailure) {
            content = try OpenFile.read(descriptor, limit: limit, portion: Int(status.st_size) + 1)
        } catch {
            throw ReadError.failed(error)
        }
        guard content.count <= limit else { throw ReadError.isTooLarge }
        return content
    }

    private static func write(_ content: [UInt8], beside path: String, isSynced: Bool) throws(SystemFailure) -> String {
        // Another process, or another thread, may be writing the same file.
        let number = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let temporary = "\(path).\(getpid()).\(number)\(temporarySuffix)"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = retrying { open(temporary, flags, 0o600) }
        guard descriptor >= 0 else { throw SystemFailure() }
        do throws(SystemFailure) {
            defer { close(descriptor) }
            try OpenFile.write(content, to: descriptor)
            if isSynced, retrying({ fsync(descriptor) }) != 0 { throw SystemFailure() }
        } catch {
            unlink(temporary)
            throw error
        }
        return temporary
    }

    private static func synchronize(folder: String) throws(SystemFailure) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure() }
        defer { close(descriptor) }
        guard retrying({ fsync(descriptor) }) == 0 else { throw SystemFailure() }
    }
}

/// Folders of mode 0700.
package enum PrivateFolder {
    /// Creates a folder and its parents, each accessible to its owner only. An existing one is not changed.
    ///
    /// - Throws: ``SystemFailure``, `EEXIST` if the name is that of something else.
    package static func make(_ path: String) throws(SystemFailure) {
        if mkdir(path, 0o700) == 0 { return }
        if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
            try make(String(path[..<slash]))
            if mkdir(path, 0o700) == 0 { return }
        }
        let failure = SystemFailure()
        var status = stat()
        guard failure.number == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw failure }
    }

    /// Returns the names in a folder, including hidden ones, unordered; empty if the folder cannot be read.
    package static func names(in path: String) -> [String] {
        names(in: Array(path.utf8CString)).map { $0.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
    }

    /// Returns the names as bytes, for a path that ends with NUL: the name of a file need not be UTF-8.
    package static func names(in path: [CChar]) -> [[CChar]] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        let links: [[CChar]] = [".", ".."].map { Array($0.utf8CString.dropLast()) }
        var names: [[CChar]] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { $0.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } }
            if !links.contains(name) { names.append(name) }
        }
        return names
    }
}

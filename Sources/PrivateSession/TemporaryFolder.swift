import Glibc

/// A folder of this process's own, at mode 0700, below `TMPDIR` or `/tmp`.
public struct TemporaryFolder: Sendable, Hashable {
    /// The absolute path.
    public let path: String

    /// A folder that is there already.
    public init(existing path: String) { self.path = path }

    /// Makes a folder whose name begins with a prefix and ends with random characters.
    ///
    /// - Parameter socket: the name of a socket that will be in it. Where `TMPDIR` is so long that no address could hold its
    ///   path, the folder is made in `/tmp`.
    /// - Throws: `SystemError` naming the place.
    public static func create(prefix: String = "vsasim-", socket: String? = nil) throws -> TemporaryFolder {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var parent = place.hasPrefix("/") ? place : "/tmp"
        if let socket, "\(parent)/\(prefix)XXXXXX/\(socket)".utf8.count > PrivateBus.longestSocketPath { parent = "/tmp" }
        var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError("cannot make a folder in \(parent)", number: errno) }
        return TemporaryFolder(existing: template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) })
    }

    /// The path of something in the folder.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a folder in the folder, at mode 0700, with those above it; it may be there already.
    ///
    /// - Returns: its path.
    /// - Throws: `SystemError` naming it.
    @discardableResult
    public func makeFolder(_ name: String) throws -> String {
        var path = path
        for part in name.split(separator: "/") {
            path += "/\(part)"
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw SystemError("cannot make the folder \(path)", number: errno)
            }
        }
        return path
    }

    /// Writes a file in the folder, at mode 0600.
    ///
    /// - Returns: its path.
    /// - Throws: `SystemError` naming it.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        try writeFile(path(name), text)
        return path(name)
    }

    /// Removes the folder and everything in it; follows no links. What is gone already is no error, what cannot be removed stays.
    public func remove() {
        Self.remove(path)
    }

    private static func remove(_ path: String) {
        // A folder without write or search permission cannot be emptied.
        var information = stat()
        guard lstat(path, &information) == 0 else { return }
        if information.st_mode & S_IFMT == S_IFDIR {
            chmod(path, 0o700)
            for name in (try? folderEntries(path)) ?? [] { remove("\(path)/\(name)") }
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}

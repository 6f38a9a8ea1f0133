import Glibc
import StateDirectory

/// A private folder with mode 0700, below `TMPDIR`, or below `/tmp` if that is not an absolute path or has control characters.
public struct TemporaryFolder: Sendable, Hashable {
    /// The absolute path.
    public let path: String

    /// Creates the value for a folder that exists.
    public init(existing path: String) { self.path = path }

    /// Creates a folder whose name consists of a prefix and random characters.
    ///
    /// - Throws: `SystemError` with the location.
    public static func create(prefix: String = "vsasim-") throws(SystemError) -> TemporaryFolder {
        let folder = future(prefix: prefix)
        try folder.create()
        return folder
    }

    /// Returns the value for a folder that `create()` can create.
    ///
    /// - Parameter socket: The name of a socket that will be in the folder. If `TMPDIR` is too long for the socket's address, the
    ///   folder is one in `/tmp`.
    static func future(prefix: String, socket: String? = nil) -> TemporaryFolder {
        let place = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        var parent = place.hasPrefix("/") ? place : "/tmp"
        let name = prefix + String((0..<6).map { _ in alphabet.randomElement()! })
        // The guard's grep would take the lines of a path as separate patterns.
        if place.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) { parent = "/tmp" }
        if let socket, "\(parent)/\(name)/\(socket)".utf8.count > PrivateBus.longestSocketPath { parent = "/tmp" }
        return TemporaryFolder(existing: "\(parent)/\(name)")
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    /// Creates the folder, which must not exist.
    func create() throws(SystemError) {
        guard mkdir(path, 0o700) == 0 else {
            throw SystemError(action: "cannot create the folder \(path) (in TMPDIR, or else in /tmp)", number: errno)
        }
    }

    /// Returns the path of a file in the folder.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Creates a folder in the folder, with mode 0700, including its parents; it may already exist.
    ///
    /// - Returns: The path.
    /// - Throws: `SystemError` with the path.
    @discardableResult
    public func makeFolder(_ name: String) throws -> String {
        let folder = self.path(name)
        do throws(SystemFailure) { try PrivateFolder.make(folder) } catch {
            throw SystemError(action: "cannot create the folder \(folder)", number: error.number)
        }
        return folder
    }

    /// Writes a file in the folder, with mode 0600.
    ///
    /// - Returns: The path.
    /// - Throws: `SystemError` with the path.
    @discardableResult
    public func write(_ text: String, to name: String) throws -> String {
        let file = path(name)
        let descriptor = try OwnedDescriptor(path: file, flags: O_WRONLY | O_CREAT | O_TRUNC)
        do throws(SystemFailure) { try OpenFile.write(Array(text.utf8), to: descriptor.number) } catch {
            throw SystemError(action: "cannot write \(file)", number: error.number)
        }
        return file
    }

    /// Removes the folder and its contents, without following symbolic links. Missing files are not an error; what cannot be
    /// removed is left.
    public func remove() {
        Self.remove(Array(path.utf8CString))
    }

    /// Removes what is at a path, which ends with NUL. Apps write files whose names are not UTF-8, which a string cannot hold.
    private static func remove(_ path: [CChar]) {
        // A folder without write or search permission cannot be emptied.
        var information = stat()
        guard lstat(path, &information) == 0 else { return }
        if information.st_mode & S_IFMT == S_IFDIR {
            chmod(path, 0o700)
            for name in PrivateFolder.names(in: path) { remove(path.dropLast() + [CChar(UInt8(ascii: "/"))] + name + [0]) }
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}

import AccountCore
import Encodings
import Glibc
import KeyPool
import SAML

/// The signing keys of the providers: one PEM file (0600) for each in one folder (0700), made on first use, once.
struct ProviderKeys {
    /// The folder.
    let folder: String
    /// Where new keys are taken from as long as it has any.
    var pool: KeyPool?
    /// Whether a new key's file waits for the disk.
    var isSynced = true

    /// The key of a provider, from its file; made when there is none.
    ///
    /// - Returns: The key, and whether it was made now.
    /// - Throws: `StoreError`, `SAMLError`.
    func key(of provider: String, now: Int64) throws -> (key: SigningKey, isNew: Bool) {
        let path = "\(folder)/\(Self.fileName(of: provider)).pem"
        if let key = try read(path) { return (key, false) }
        try StateFolder.makeFolder(folder)
        let made = try SigningKey.make(forProvider: provider, now: now, spare: pool?.take())
        let isNew = try create(path, content: made.pem)
        // Another process may have been first: then its key counts, for both.
        guard !isNew else { return (made, true) }
        guard let key = try read(path) else { throw StoreError.damaged(path, "it vanished while it was being read") }
        return (key, false)
    }

    /// Writes a file under another name, and gives it its own only when it is complete and on the disk.
    ///
    /// - Returns: False when a file of that name came first; it stays.
    private func create(_ path: String, content: String) throws(StoreError) -> Bool {
        let temporary = "\(path).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StateFolder.failure("cannot make \(temporary)") }
        defer { unlink(temporary) }
        let isWritten = content.writeAll(to: descriptor) && (!isSynced || fsync(descriptor) == 0)
        let reason = errno
        close(descriptor)
        errno = reason
        guard isWritten else { throw StateFolder.failure("cannot write \(temporary)") }
        if link(temporary, path) != 0 {
            guard errno == EEXIST else { throw StateFolder.failure("cannot make \(path)") }
            return false
        }
        if isSynced { try synchroniseFolder() }
        return true
    }

    private func synchroniseFolder() throws(StoreError) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StateFolder.failure("cannot open \(folder)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw StateFolder.failure("cannot write \(folder)") }
    }

    private func read(_ path: String) throws -> SigningKey? {
        // Without O_NONBLOCK a pipe of that name would be waited for, for ever.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ELOOP: throw Self.notAFile(path)
            default: throw StateFolder.failure("cannot open \(path)")
            }
        }
        defer { close(descriptor) }
        try Self.checkMode(of: descriptor, path)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        while count < bytes.count {
            let result = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress! + count, $0.count - count) }
            if result < 0, errno == EINTR { continue }
            guard result >= 0 else { throw StateFolder.failure("cannot read \(path)") }
            if result == 0 { break }
            count += result
        }
        do throws(SAMLError) {
            return try SigningKey(pem: String(decoding: bytes[..<count], as: UTF8.self))
        } catch {
            throw StoreError(
                .damaged,
                "\(path) holds no usable key (\(error)). Move it away and a new one is made; services then need the provider's "
                    + "metadata again")
        }
    }

    /// A key is a plain file that nobody else can read; what others can read is made private.
    private static func checkMode(of descriptor: Int32, _ path: String) throws(StoreError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw StateFolder.failure("cannot read \(path)") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw notAFile(path) }
        guard status.st_mode & 0o077 != 0 else { return }
        guard fchmod(descriptor, 0o600) == 0 else {
            throw StateFolder.failure("others can read the key \(path), and its mode cannot be changed to 0600")
        }
        StandardError.write("vsad: others could read the key \(path); its mode is 0600 now")
    }

    private static func notAFile(_ path: String) -> StoreError {
        StoreError(
            .damaged,
            "\(path) is not a plain file. Move it away and a new key is made; services then need the provider's "
                + "metadata again")
    }

    /// Names of files have at most 255 bytes, and the temporary one is a little longer.
    private static let maximumNameLength = 200

    /// An identifier as the name of a file: whatever could lead out of the folder is written as `_` and two digits; a long one
    /// ends with its digest instead.
    static func fileName(of provider: String) -> String {
        let name = PathElement.escape(provider, keeping: [UInt8(ascii: "."), UInt8(ascii: "-")])
        guard name.utf8.count > maximumNameLength else { return name }
        // Two underscores stand in no escaped name.
        return name.prefix(maximumNameLength / 2) + "__" + hexadecimal(SHA256.digest(of: Array(provider.utf8)))
    }
}

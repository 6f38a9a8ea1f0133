import Glibc

/// Private RSA keys that were made beforehand, one PEM file (PKCS#8, 0600) for each in one folder (0700) of its user.
///
/// Making a key takes a tenth of a second of processor time, which a throw-away session does not want to wait for eight times.
/// A key is given out once: who takes it removes its file, and of two who try only one succeeds. A pool that is empty, missing,
/// or open to others gives nothing; then keys are made as ever.
public struct KeyPool: Sendable, Equatable {
    /// The variable that names the pool's folder to the daemons of a session.
    public static let variable = "VSASIM_KEY_POOL"

    /// The folder.
    public let folder: String

    /// The pool in a folder, which need not exist yet.
    public init(folder: String) {
        self.folder = folder
    }

    /// The pool that the environment names; nil without one.
    public init?(environment: [String: String]) {
        guard let folder = environment[Self.variable], !folder.isEmpty else { return nil }
        self.init(folder: folder)
    }

    /// How many keys there are.
    public var count: Int { names.count }

    /// Takes a key out.
    ///
    /// - Returns: A private key in PEM, which nobody else gets; nil when there is none.
    public func take() -> String? {
        guard isPrivate else { return nil }
        for name in names.shuffled() {
            if let key = take("\(folder)/\(name)") { return key }
        }
        return nil
    }

    /// Puts a key in.
    ///
    /// - Parameter key: A private key in PEM that nobody else has.
    /// - Throws: ``KeyPoolError`` when the folder cannot be made or written to, or others could read it.
    public func add(_ key: String) throws(KeyPoolError) {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw KeyPoolError("cannot make \(folder)", errno) }
        guard isPrivate else {
            throw KeyPoolError(description: "\(folder) is not a folder of this user's alone (mode 0700); it is not used")
        }
        // Complete before it has a name that others look for.
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        let temporary = "\(folder)/.\(name).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw KeyPoolError("cannot write in \(folder)", errno) }
        let isWritten = key.writeAll(to: descriptor)
        let reason = errno
        close(descriptor)
        guard isWritten, rename(temporary, "\(folder)/\(name)\(Self.suffix)") == 0 else {
            let reason = isWritten ? errno : reason
            unlink(temporary)
            throw KeyPoolError("cannot write in \(folder)", reason)
        }
    }

    private static let suffix = ".pem"
    /// No private key of a sensible size is longer.
    private static let maximumSize = 16_384

    /// Whether the folder belongs to this user and is closed to all others: else somebody might know the keys.
    private var isPrivate: Bool {
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && Self.isPrivate(status)
    }

    private static func isPrivate(_ status: stat) -> Bool { status.st_uid == geteuid() && status.st_mode & 0o077 == 0 }

    private var names: [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(Self.suffix), !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private func take(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Self.isPrivate(status),
            (1...Self.maximumSize).contains(Int(status.st_size))
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        guard bytes.withUnsafeMutableBytes({ read(descriptor, $0.baseAddress, $0.count) }) == bytes.count else { return nil }
        // Of all who have read it, only one removes it.
        return unlink(path) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }
}

/// Why a key could not be put into the pool.
public struct KeyPoolError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, with the path.
    public let description: String
}

extension KeyPoolError {
    fileprivate init(_ text: String, _ number: Int32) {
        self.init(description: "\(text): \(String(cString: strerror(number)))")
    }
}

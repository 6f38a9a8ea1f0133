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
        try makeFolder()
        guard isPrivate else {
            throw KeyPoolError(description: "\(folder) is not a folder of this user's alone (mode 0700); it is not used")
        }
        let name = String(UInt64.random(in: 0...UInt64.max), radix: 16)
        do throws(SystemFailure) {
            try PrivateFile.replace("\(folder)/\(name)\(Self.suffix)", with: key.utf8, isSynced: false)
        } catch {
            throw KeyPoolError("cannot write in \(folder)", error)
        }
    }

    /// Makes the folder, not those above it.
    func makeFolder() throws(KeyPoolError) {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw KeyPoolError("cannot make \(folder)", SystemFailure()) }
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
        PrivateFolder.names(in: folder).filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
    }

    private func take(_ path: String) -> String? {
        let bytes = try? PrivateFile.read(path, limit: Self.maximumSize) { _, status in
            guard Self.isPrivate(status) else { throw KeyPoolError(description: "others could have read \(path)") }
        }
        guard let bytes, !bytes.isEmpty else { return nil }
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
    init(_ text: String, _ failure: SystemFailure) { self.init(description: "\(text): \(failure.reason)") }
}

import AccountCore
import Encodings
import Glibc
import SAML
import StateDirectory

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
        let isNew: Bool
        do throws(SystemFailure) { isNew = try PrivateFile.create(path, with: made.pem.utf8, isSynced: isSynced) } catch {
            throw StateFolder.failure("cannot make \(path)", error)
        }
        // Another process may have been first: then its key counts, for both.
        guard !isNew else { return (made, true) }
        guard let key = try read(path) else { throw StoreError.damaged(path, "it vanished while it was being read") }
        return (key, false)
    }

    private func read(_ path: String) throws -> SigningKey? {
        do {
            let bytes = try PrivateFile.read(path, limit: 65_536) { descriptor, status in
                try Self.makePrivate(descriptor, status, path)
            }
            return try bytes.map { try SigningKey(pem: String(decoding: $0, as: UTF8.self)) }
        } catch let error as PrivateFile.ReadError {
            switch error {
            case .isLink, .isNotRegular: throw Self.notAFile(path)
            case .isTooLarge: throw Self.unusable(path, "it is larger than 64 KiB")
            case .failed(let failure): throw StateFolder.failure("cannot read \(path)", failure)
            }
        } catch let error as SAMLError {
            throw Self.unusable(path, "\(error)")
        }
    }

    /// Takes a key that others can read from them.
    private static func makePrivate(_ descriptor: Int32, _ status: stat, _ path: String) throws(StoreError) {
        guard status.st_mode & 0o077 != 0 else { return }
        guard fchmod(descriptor, 0o600) == 0 else {
            throw StateFolder.failure(
                "others can read the key \(path), and its mode cannot be changed to 0600", SystemFailure())
        }
        StandardError.write("vsad: others could read the key \(path); its mode is 0600 now")
    }

    private static func unusable(_ path: String, _ reason: String) -> StoreError {
        StoreError(
            .damaged,
            "\(path) holds no usable key (\(reason)). Move it away and a new one is made; services then need the provider's "
                + "metadata again")
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

import SAML
import StateDirectory

/// The place where the service keeps its keys: a state folder, or a database that nodes share.
package protocol KeyFiles: Sendable {
    /// Returns the text of a file; nil if there is none.
    func read(_ name: String) throws -> String?
    func names() -> [String]
    /// Writes a file that only the service can read: completely or not at all.
    func write(_ text: String, to name: String) async throws
    /// Writes a file, unless another instance of the service has written it in the meantime.
    ///
    /// - Returns: The content of the file.
    func writeOnce(_ text: String, to name: String) async throws -> String
    /// Removes a file if it exists.
    func remove(_ name: String) async
    /// Returns the location of a file, for messages.
    func path(of name: String) -> String
    /// Returns a value that changes whenever another instance writes a file; nil if it is unknown.
    func stamp(of name: String) -> [Int]?
    /// Adopts the changes of other nodes.
    func reload() async throws
    /// Performs changes that only one instance of the service makes at a time.
    func alone(_ changes: () async throws -> Void) async throws
}

extension KeyFiles {
    /// Returns the key in a file; nil if there is none.
    ///
    /// - Parameter consequence: The consequence of a new key, for the message about one that cannot be used.
    /// - Throws: ``SetupFailure``
    func key(in file: String, consequence: String = "") throws -> SigningKey? {
        guard let pem = try read(file) else { return nil }
        do { return try SigningKey(pem: pem) } catch {
            throw SetupFailure(
                "The key \(path(of: file)) cannot be used: \(error). Move it away, and a new one is generated"
                    + "\(consequence).")
        }
    }
}

extension StateFolder: KeyFiles {
    // A changed file is read when its stamp has changed.
    package func reload() async throws {}

    package func alone(_ changes: () async throws -> Void) async throws {
        let lock = try await lockKeys()
        defer { lock.release() }
        try await changes()
    }
}

/// The reason why the state could not be read or written. Its description says what the user can do.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of problem.
    public enum Kind: Sendable, Equatable {
        /// The file has invalid contents.
        case damaged
        /// A newer version of this program wrote the file.
        case tooNew
        /// Another daemon uses the folder.
        case inUse
        /// The disk is full, read-only, or faulty.
        case disk
    }

    /// The kind of problem.
    public var kind: Kind
    /// The message.
    public var description: String

    /// Creates an error.
    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// Returns the error for a damaged file, with advice.
    static func damaged(_ path: String, _ reason: String) -> StoreError {
        StoreError(
            .damaged,
            "\(path) is damaged (\(reason)). Nothing was changed. To start over, move it away together with the "
                + "files \(path)-wal and \(path)-shm: mv \(path) \(path).damaged")
    }
}

/// Why the state could not be read or written. Its text tells the user at the device what to do.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of trouble it is.
    public enum Kind: Sendable, Equatable {
        /// The file cannot be read as what it should be.
        case damaged
        /// A newer version of this program wrote the file.
        case tooNew
        /// Another daemon uses the folder.
        case inUse
        /// The disk refused: full, read-only, broken.
        case disk
    }

    /// What kind of trouble it is.
    public var kind: Kind
    /// The text.
    public var description: String

    /// An error.
    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// A damaged file, with what to do about it.
    static func damaged(_ path: String, _ reason: String) -> StoreError {
        StoreError(
            .damaged,
            "\(path) is damaged (\(reason)). Nothing was changed. To start afresh move it away together with the files "
                + "\(path)-wal and \(path)-shm: mv \(path) \(path).damaged")
    }
}

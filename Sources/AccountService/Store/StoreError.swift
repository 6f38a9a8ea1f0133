/// The reason why the state could not be read or written. Its description says what the user can do.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of problem.
    public enum Kind: Sendable, Equatable {
        /// The file has invalid contents.
        case damaged
        /// Another version of this program wrote the file, or another program.
        case otherLayout
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
        StoreError(.damaged, "\(path) is damaged (\(reason)). \(startOver(path, "damaged"))")
    }

    /// Returns the error for a file that this user may not write, with advice.
    static func notWritable(_ path: String, _ reason: String) -> StoreError {
        StoreError(
            .disk,
            "\(path) could not be opened for writing (\(reason)); nothing was changed. It must be a file that this user may "
                + "write, in a folder that this user may write; \(StateFolder.otherFolder)")
    }

    /// Returns the error for a file with another layout, with advice.
    ///
    /// - Parameters:
    ///   - found: The file's layout; nil if it is another program's, or has no number.
    ///   - read: The layout that this version reads.
    static func otherLayout(_ path: String, found: Int64?, read: Int64) -> StoreError {
        let problem = found.map { "has layout \($0)" } ?? "is not a state file of vsad, or is an older one"
        return StoreError(
            .otherLayout, "\(path) \(problem); this version reads layout \(read). \(startOver(path, "other"))")
    }

    private static func startOver(_ path: String, _ suffix: String) -> String {
        "Nothing was changed. To start over, move it away together with the files \(path)-wal and \(path)-shm: "
            + "mv \(path) \(path).\(suffix)"
    }
}

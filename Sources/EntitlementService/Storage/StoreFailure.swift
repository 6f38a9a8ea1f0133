import EntitlementCore
import GRDB
import TVWorld

/// The reason why the store could not be read or written. Unless it is ``Kind/unconfirmed`` or ``Kind/unreachable``, nothing has
/// changed. The service keeps running: calls succeed again when the cause is removed.
public struct StoreFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public enum Kind: Sendable, Equatable {
        /// Another program holds a lock on the file.
        case locked
        /// There is no space left.
        case full
        /// The file or its folder cannot be opened for writing.
        case notWritable
        /// The file is damaged.
        case damaged
        /// The file or schema was written by another program.
        case foreign
        /// The store was written by a later version of the service.
        case newer
        /// The store was written by an earlier version of the service, or has no tables yet, and was opened without migration; or
        /// it cannot be migrated.
        case older
        /// The store does not exist, and was opened without migration, which would have created it.
        case absent
        /// The server cannot be reached, or did not answer in time. It may have committed the change that it was sent.
        case unreachable
        /// Others changed the same records so often that a decision could not be written.
        case contended
        /// The change was written, but another node has not adopted it in time.
        case unconfirmed
        /// Another disk failure occurred.
        case disk
        /// The connection string, the server that it leads to, or the secret of the keys cannot be used.
        case configuration
        /// The program used the store incorrectly.
        case misuse
    }

    /// The kind of failure.
    public var kind: Kind
    /// The complete description for the operator, with the path of the file and advice.
    public var description: String
    /// Whether waiting for the server may have used up a call's time.
    var isLate: Bool

    init(_ kind: Kind, _ description: String, isLate: Bool = false) {
        self.kind = kind
        self.description = description
        self.isLate = isLate
    }

    /// The description for callers, without paths.
    var summary: String {
        switch kind {
        case .locked: "The service's database is locked by another program. Try again."
        case .full: "The service's disk is full. Nothing was changed."
        case .notWritable: "The service's database cannot be written. Nothing was changed."
        case .damaged: "The service's database is damaged."
        case .newer: "The service's database was written by a later version."
        case .unreachable: "The service's database cannot be reached. Try again."
        case .contended: "Too many calls change the same data. Nothing was changed. Try again."
        case .unconfirmed: "The change was stored, but not every node of the service has adopted it yet."
        case .disk, .absent, .foreign, .older, .configuration, .misuse:
            "The service's database failed. Nothing was changed."
        }
    }

    /// Whether the service cannot start until somebody chooses another store or another version of the service, or migrates the
    /// store.
    public var isMistake: Bool { [.configuration, .foreign, .newer, .older].contains(kind) }

    /// Whether the same call may succeed soon.
    var isTemporary: Bool { [.unreachable, .contended, .unconfirmed].contains(kind) }

    static func damaged(_ file: DatabaseFile, _ reason: String) -> StoreFailure {
        StoreFailure(.damaged, "The \(file.name) \(file.path) is damaged: \(reason). To start over, \(removal(of: file))")
    }

    static func irregular(_ file: DatabaseFile) -> StoreFailure {
        StoreFailure(
            .notWritable,
            "The \(file.name) \(file.path) is not a regular file. Move it away, or use another state folder.")
    }

    static func notWritable(_ file: DatabaseFile, _ reason: String) -> StoreFailure {
        StoreFailure(
            .notWritable,
            "The \(file.name) \(file.path) cannot be opened for writing: \(reason). It must be a file that this user may write, in a "
                + "folder that this user may write.")
    }

    static func foreign(_ file: DatabaseFile) -> StoreFailure {
        StoreFailure(
            .foreign,
            "The \(file.name) \(file.path) was written by another program. Nothing was changed. Move it away, or use another "
                + "state folder.")
    }

    static func foreign(schema: String) -> StoreFailure {
        StoreFailure(
            .foreign,
            "The schema \(schema) of the database contains objects of another program. Nothing was changed. Use another schema "
                + "(--database-schema).")
    }

    /// Describes a file of a version before the first release, whose tables differ.
    static func unreleased(_ file: DatabaseFile) -> StoreFailure {
        StoreFailure(
            .older,
            "The database \(file.path) was written by a version of entitlementd before the first release, and cannot be "
                + "migrated. Nothing was changed. Use another state folder, or, to start over, \(removal(of: file))")
    }

    private static func removal(of file: DatabaseFile) -> String {
        "stop every entitlementd and move it away together with the files \(file.path)-wal and \(file.path)-shm; this deletes "
            + "\(file.content)."
    }

    static func newer(_ file: DatabaseFile) -> StoreFailure {
        StoreFailure(
            .newer,
            "The \(file.name) \(file.path) was written by a later version of entitlementd. Use that one, or another state "
                + "folder.")
    }

    /// Returns a database error as a store failure; returns other errors unchanged.
    static func translated(_ error: any Error, _ file: DatabaseFile) -> any Error {
        if let unreadable = error as? UnreadableRecord { return damaged(file, unreadable.description) }
        guard let error = error as? DatabaseError else { return error }
        let (reason, subject) = (error.message ?? "\(error.resultCode)", "The \(file.name) \(file.path)")
        func full() -> StoreFailure {
            StoreFailure(
                .full,
                "\(subject) could not be written: \(reason). Nothing was changed. Free space on its disk; a running service then "
                    + "continues by itself.")
        }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return StoreFailure(
                .locked,
                "\(subject) is locked by another program: \(reason). End that program's transaction; fuser \(file.path) shows "
                    + "which programs have it open.")
        case .SQLITE_FULL: return full()
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: return full()
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: return notWritable(file, reason)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_SCHEMA, .SQLITE_MISMATCH, .SQLITE_ERROR: return damaged(file, reason)
        default:
            return StoreFailure(
                .disk,
                "\(subject) cannot be read or written: \(reason) (\(error.extendedResultCode.rawValue)). Is its disk full or "
                    + "broken?")
        }
    }
}

/// A record whose document cannot be decoded.
struct UnreadableRecord: Error, CustomStringConvertible {
    let table: String
    let reason: any Error

    var description: String {
        "a record of the table \(table) cannot be read (\((reason as? DecodingError)?.reason(at: "") ?? "\(reason)"))"
    }
}

extension DecodingError {
    /// Returns the field that cannot be decoded, and what is accepted there, for users: `record.id is missing`.
    ///
    /// - Parameter path: The place of the decoded document.
    func reason(at path: String) -> String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.place(context.codingPath + [key], path)) is missing"
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            "\(Self.place(context.codingPath, path)) takes \(Self.accepted(type))"
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            "\(Self.place([], path)) is not JSON, or contains a number that is too large or not whole"
        case .dataCorrupted(let context): "\(Self.place(context.codingPath, path)) has a value that is not accepted"
        @unknown default: "\(Self.place([], path)) cannot be decoded"
        }
    }

    private static func place(_ keys: [any CodingKey], _ path: String) -> String {
        let place = keys.reduce(path) { path, key in
            key.intValue.map { "\(path)[\($0)]" } ?? WorldDocumentError.join(path, key.stringValue)
        }
        return place.isEmpty ? "it" : place
    }

    private static func accepted(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}

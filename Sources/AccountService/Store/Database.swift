import CSQLite

/// A connection to an SQLite file. Confined to one thread.
final class Database {
    private var handle: OpaquePointer?
    private var statements: [String: Statement] = [:]
    let path: String

    /// Opens the file; creates it if it does not exist, unless it is only read.
    init(path: String, isReadOnly: Bool = false) throws(StoreError) {
        self.path = path
        let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let code = sqlite3_open_v2(path, &handle, access | SQLITE_OPEN_NOMUTEX, nil)
        // `deinit` closes the handle even if opening failed.
        guard code == SQLITE_OK else { throw error(code) }
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, 2_000)
    }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Executes statements without values and results.
    func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }

    /// Executes a statement with values and without results.
    func run(_ sql: String, _ values: [SQLiteValue] = []) throws(StoreError) {
        try rows(sql, values) { _ in }
    }

    /// Executes a statement with values; calls a closure for each row.
    func rows(
        _ sql: String, _ values: [SQLiteValue] = [], row: (Statement) throws(StoreError) -> Void
    ) throws(StoreError) {
        let statement = try prepared(sql)
        defer { statement.reset() }
        for (index, value) in values.enumerated() {
            let code = statement.bind(value, at: Int32(index + 1))
            guard code == SQLITE_OK else { throw error(code) }
        }
        var code = statement.step()
        while code == SQLITE_ROW {
            try row(statement)
            code = statement.step()
        }
        guard code == SQLITE_DONE else { throw error(code) }
    }

    /// Runs a closure in one transaction: afterwards all of its changes are on disk, or none.
    func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
        try run("BEGIN IMMEDIATE")
        do throws(StoreError) {
            try body()
            try run("COMMIT")
        } catch {
            // After some failures SQLite has already rolled back, and a second rollback would be an error.
            if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
            throw error
        }
    }

    /// Whether the open file has been moved, removed or replaced.
    var hasMoved: Bool {
        var result: Int32 = 0
        return sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &result) == SQLITE_OK && result != 0
    }

    /// Releases the pages in memory that no statement uses.
    func releaseMemory() { sqlite3_db_release_memory(handle) }

    /// Returns the error for a result code of SQLite.
    func error(_ code: Int32) -> StoreError {
        let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        switch code & 0xff {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_SCHEMA, SQLITE_ERROR, SQLITE_MISMATCH:
            return .damaged(path, reason)
        case SQLITE_BUSY, SQLITE_LOCKED:
            return StoreError(.inUse, "\(path) is being used by another program")
        case SQLITE_FULL:
            return StoreError(.disk, "\(path) could not be written (\(reason)); nothing was changed. Free space on its disk")
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
            return .notWritable(path, reason)
        default:
            return StoreError(
                .disk, "\(path) could not be read or written (\(reason)); nothing was changed. Is its disk full or broken?")
        }
    }

    private func prepared(_ sql: String) throws(StoreError) -> Statement {
        if let statement = statements[sql] { return statement }
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else { throw error(code) }
        let statement = Statement(pointer)
        statements[sql] = statement
        return statement
    }
}

/// A value that SQLite stores.
enum SQLiteValue {
    case text(String)
    case integer(Int64)
    case null

    static func optional(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
}

/// A prepared statement. Confined to its database's thread.
final class Statement {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        sqlite3_finalize(pointer)
    }

    func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
        // -1 is SQLITE_TRANSIENT, a C cast that Swift does not import: SQLite copies the bytes before the call returns.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        return switch value {
        case .text(let text):
            text.withCString { sqlite3_bind_text(pointer, index, $0, Int32(text.utf8.count), transient) }
        case .integer(let number): sqlite3_bind_int64(pointer, index, number)
        case .null: sqlite3_bind_null(pointer, index)
        }
    }

    func step() -> Int32 { sqlite3_step(pointer) }

    func reset() {
        sqlite3_reset(pointer)
        sqlite3_clear_bindings(pointer)
    }

    /// Returns the text of a column of the current row; nil if it is NULL.
    func text(_ column: Int32) -> String? {
        guard let bytes = sqlite3_column_text(pointer, column) else { return nil }
        let count = Int(sqlite3_column_bytes(pointer, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }
}

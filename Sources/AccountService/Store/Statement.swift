import CSQLite

/// A value that SQLite stores.
enum SQLiteValue {
    case text(String)
    case integer(Int64)
    case null
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

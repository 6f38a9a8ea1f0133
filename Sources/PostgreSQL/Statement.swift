/// An SQL statement with its parameters. Its text is prepared once for each connection.
public struct Statement: Sendable, Equatable {
    /// The SQL, with `$1`, `$2`, … for the parameters.
    public var sql: String
    /// The parameters.
    public var parameters: [Parameter]

    /// Creates a statement.
    public init(_ sql: String, _ parameters: [Parameter] = []) {
        self.sql = sql
        self.parameters = parameters
    }
}

/// A parameter, in the server's binary format of its type.
public struct Parameter: Sendable, Hashable {
    /// The bytes; nil for NULL.
    public let bytes: [UInt8]?

    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes?.count)
        bytes?.withUnsafeBytes { hasher.combine(bytes: $0) }
    }

    /// NULL
    public static let null = Parameter(bytes: nil)

    /// Returns a `bytea`.
    public static func bytes(_ bytes: some Sequence<UInt8>) -> Parameter { Parameter(bytes: Array(bytes)) }

    /// Returns a `text`, which cannot contain U+0000; NULL for nil.
    public static func text(_ text: String?) -> Parameter { Parameter(bytes: text.map { Array($0.utf8) }) }

    /// Returns a `bigint`; NULL for nil.
    public static func integer(_ number: Int64?) -> Parameter {
        Parameter(bytes: number.map { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } })
    }
}

/// The result of a statement.
public struct Answer: Sendable, Equatable {
    /// The rows.
    public var rows: [Row] = []
    /// The number of rows that were returned or changed.
    public var count = 0
}

/// A row of a result, in the binary format of each column's type.
public struct Row: Sendable, Equatable {
    let columns: [[UInt8]?]

    /// Returns the bytes of a column; nil for NULL.
    public func bytes(_ index: Int) -> [UInt8]? { columns[index] }

    /// Returns the text of a `text` or `name`; nil for NULL.
    public func text(_ index: Int) -> String? { columns[index].map { String(decoding: $0, as: UTF8.self) } }

    /// Returns the number of a `smallint`, `integer` or `bigint`; nil for NULL.
    public func integer(_ index: Int) -> Int64? {
        guard let bytes = columns[index], let first = bytes.first else { return nil }
        return bytes.reduce(first < 128 ? 0 : -1) { $0 << 8 | Int64($1) }
    }

    /// Returns the value of a `boolean`; nil for NULL.
    public func flag(_ index: Int) -> Bool? { columns[index].map { $0 != [0] } }
}

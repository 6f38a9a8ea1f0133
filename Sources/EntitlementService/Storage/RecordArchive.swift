import EntitlementCore
import Foundation
import TVWorld

/// All records of a store, to move them between SQLite and PostgreSQL.
///
/// In a file they are JSON Lines: the format's name and the number of records, then a line for each record, in the order of
/// insertion. The number shows that a file is complete: without its last lines it would look like one with fewer records.
public struct RecordArchive: Sendable {
    /// The reason why a file is not an archive.
    public struct Unreadable: Error, Equatable, CustomStringConvertible {
        /// The line and the problem.
        public let description: String
    }

    private struct Header: Encodable {
        var schema: String
        var records: Int
    }

    private struct Line<Record: StoredRecord>: Encodable {
        var table: String
        var record: Record
    }

    private static let schema = "vsa-records/1"

    let records: [any StoredRecord]

    /// The number of records.
    public var count: Int { records.count }

    /// Reads all records of a store.
    ///
    /// - Throws: The store's error if they cannot be read.
    public init(of store: any TokenStore) async throws { records = try await store.everything() }

    /// Replaces all records of a store with these.
    ///
    /// - Throws: The store's error if they cannot be written; ``StoreFailure`` says when nothing has changed.
    public func restore(to store: any TokenStore) async throws { try await store.replaceEverything(with: records) }

    /// The content of a file.
    public var content: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            func line<Record: StoredRecord>(_ record: Record) throws -> Data {
                try encoder.encode(Line(table: Record.table, record: record)) + [UInt8(ascii: "\n")]
            }
            let header = try encoder.encode(Header(schema: Self.schema, records: count)) + [UInt8(ascii: "\n")]
            return try records.reduce(into: header) { $0 += try line($1) }
        }
    }

    /// Reads the content of a file.
    ///
    /// - Throws: ``Unreadable`` with the first line that is not valid, or for a file without all of its lines.
    public init(content: Data) throws(Unreadable) {
        let lines = content.split(separator: UInt8(ascii: "\n"))
        guard let header = lines.first.flatMap({ try? JSON(parsing: $0) }), header["schema"]?.text == Self.schema else {
            throw Unreadable(description: "line 1: expected {\"records\":NUMBER,\"schema\":\"\(Self.schema)\"}")
        }
        guard let count = header["records"]?.integer else {
            throw Unreadable(description: "line 1: the number of records is missing; export them again with this version")
        }
        let types = Dictionary(uniqueKeysWithValues: StoredRecords.all.map { ($0.table, $0) })
        var records: [any StoredRecord] = []
        for (index, line) in lines.enumerated().dropFirst() {
            let place = "line \(index + 1)"
            guard let json = try? JSON(parsing: line), let table = json["table"]?.text else {
                throw Unreadable(description: "\(place): expected an object with table and record")
            }
            guard let type = types[table] else {
                let known = types.keys.sorted().joined(separator: ", ")
                throw Unreadable(description: "\(place): there is no table \"\(table.prefix(64))\"; accepted are \(known)")
            }
            do { records.append(try Self.record(type, json["record"] ?? .null, at: "record")) } catch {
                throw Unreadable(description: "\(place): not a record of the table \(table): \(error)")
            }
        }
        guard records.count == count else {
            throw Unreadable(description: "line 1 announces \(count) records, but \(records.count) follow; export them again")
        }
        self.records = records
    }

    /// Reads a record that did not come from the store itself.
    ///
    /// - Parameter path: Its place, for errors.
    /// - Throws: ``Unreadable`` with the field, also for a number that is too large for calculations, or the error that lists a
    ///   scenario's problems.
    static func record<Record: StoredRecord>(
        _ type: Record.Type, _ json: JSON, at path: String = ""
    ) throws -> any StoredRecord {
        if let number = StoredRecords.excessiveNumber(in: json, at: path) {
            throw Unreadable(description: "\(number) is too large")
        }
        do { return try JSONDecoder().decode(type, from: Data(json.serialized.utf8)) } catch let error as DecodingError {
            throw Unreadable(description: error.reason(at: path))
        }
    }
}

extension TokenStore {
    /// Returns the number of records of each table that has any, by name.
    ///
    /// - Throws: The store's error if they cannot be counted.
    public func counts() async throws -> [(table: String, count: Int)] {
        func count<Record: StoredRecord>(_ type: Record.Type) async throws -> Int { try await self.count(RecordQuery<Record>()) }
        var counts: [(table: String, count: Int)] = []
        for type in StoredRecords.all {
            let number = try await count(type)
            if number > 0 { counts.append((type.table, number)) }
        }
        return counts.sorted { $0.table < $1.table }
    }
}

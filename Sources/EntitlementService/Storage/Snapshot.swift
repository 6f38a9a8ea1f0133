import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld

/// All that the service knows and a reset or a scenario would replace, as a document: records, faults, clock.
struct Snapshot {
    /// The value of `schema`.
    static let schema = "vsa-service-snapshot/1"
    /// The largest document, in bytes.
    static let sizeLimit = 64 << 20

    /// What it holds.
    let memento: ScenarioLoading.Memento

    /// A snapshot of what there is.
    init(_ memento: ScenarioLoading.Memento) throws {
        self.memento = memento
    }

    /// Reads a snapshot. Kinds of records that it does not have are empty, as in one of an earlier version.
    ///
    /// - Throws: ``AdministrationError``, which names the place and what is accepted.
    init(document: JSON) throws {
        let fields = try AdministrationFields(document, known: ["schema", "clock", "faults", "records"])
        guard try fields.required("schema", 1...64) == Self.schema else {
            throw AdministrationFields.wrong("schema", "\"\(Self.schema)\"")
        }
        let text = try document["clock"].map { try AdministrationFields.text($0, "clock", 1...64) } ?? "real"
        guard let clock = ClockSetting(specification: text, machine: SystemClock.machineMilliseconds()) else {
            throw AdministrationFields.wrong("clock", "real, offset:SECONDS or frozen:UNIX_SECONDS")
        }
        var faults = FaultTable()
        for value in try Self.list(document["faults"] ?? .array([]), at: "faults") {
            let fault = try FaultFields(AdministrationFields(value, known: FaultFields.known)).fault { "fault" }
            do { try faults.add(fault, now: clock.time(machine: SystemClock.machineMilliseconds())) } catch {
                throw AdministrationFields.wrong("faults", "at most \(FaultTable.limit) faults with different names (id)")
            }
        }
        memento = .init(records: try Self.records(document["records"] ?? .object([])), faults: faults, clock: clock)
    }

    private static func list(_ value: JSON, at place: String) throws -> [JSON] {
        guard case .array(let elements) = value else { throw AdministrationFields.wrong(place, "a list") }
        return elements
    }

    private static func records(_ value: JSON) throws -> [any StoredRecord] {
        guard case .object(let members) = value else {
            throw AdministrationFields.wrong("records", "an object with a list of records for each kind")
        }
        var records: [any StoredRecord] = []
        for member in members {
            guard let type = StoredRecords.all.first(where: { $0.table == member.key }) else {
                let known = StoredRecords.all.map { $0.table }.joined(separator: ", ")
                throw AdministrationFields.wrong("records", "the kinds \(known); found \"\(member.key.prefix(64))\"")
            }
            for (index, element) in try list(member.value, at: "records.\(member.key)").enumerated() {
                do {
                    records.append(try decode(type, element))
                } catch {
                    throw AdministrationFields.wrong("records.\(member.key)[\(index)]", "a record of that kind (\(error))")
                }
            }
        }
        return records
    }

    private static func decode<Record: StoredRecord>(_ type: Record.Type, _ value: JSON) throws -> any StoredRecord {
        try JSONDecoder().decode(type, from: Data(value.serialized.utf8))
    }

    /// The snapshot as a document.
    var document: JSON {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            var kinds: [(name: String, records: [JSON])] = StoredRecords.all.map { ($0.table, []) }
            for record in memento.records {
                let table = type(of: record).table
                guard let index = kinds.firstIndex(where: { $0.name == table }) else { continue }
                kinds[index].records.append(try JSON(parsing: encoder.encode(record)))
            }
            return .object([
                .init("schema", .string(Self.schema)), .init("clock", .string(memento.clock.specification)),
                .init("faults", .array(memento.faults.entries.map { .object($0.fault.members) })),
                .init("records", .object(kinds.map { .init($0.name, .array($0.records)) })),
            ])
        }
    }
}

import EntitlementCore
import Foundation
import TVWorld

/// The snapshot as a document.
extension ServiceSnapshot {
    /// The value of `schema`. Version 1 contained neither the effects of faults nor the world.
    static let schema = "\(schemaPrefix)\(version)"
    private static let schemaPrefix = "vsa-service-snapshot/"
    /// The version that is written; all versions from 1 can be read.
    private static let version = 2

    /// The members of an element of `faults` in addition to the fault.
    private static let countKeys = ["addedAt", "seen", "struck"]

    /// Reads a snapshot. Kinds of records that it does not contain are empty, as in one of an earlier version.
    ///
    /// - Parameters:
    ///   - baseline: The world with which the service was started. A snapshot of another world includes it as a scenario.
    ///   - machine: The machine's time, in Unix milliseconds.
    /// - Throws: ``ServiceError``, which names the field and the accepted values.
    init(document: JSON, baseline: World, machine: Int64) throws {
        try Self.checkSchema(document)
        _ = try AdministrationFields(document, known: ["schema", "clock", "world", "faults", "records"])
        let text = try document["clock"].map { try AdministrationFields.text($0, "clock", 1...64) } ?? "real"
        guard let clock = ClockSetting(specification: text, machine: machine) else {
            throw AdministrationFields.wrong("clock", "real, offset:SECONDS or frozen:UNIX_SECONDS")
        }
        var faults = FaultTable()
        let now = clock.time(machine: machine)
        try AdministrationFields.list(
            document["faults"] ?? .array([]), "faults", limit: FaultTable.limit, known: FaultRecord.knownMembers + Self.countKeys
        ) { try Self.add($0, to: &faults, now: now) }
        var records = try Self.records(document["records"] ?? .object([]))
        if !records.contains(where: { $0 is LoadedScenario }), let value = document["world"], value != .null {
            let world: World
            do { world = try World(document: value, isStored: true) } catch {
                throw AdministrationFields.wrong("world", "a world (\(error))")
            }
            if world != baseline {
                records.append(LoadedScenario(generation: 1, scenario: Scenario(name: "snapshot", world: world)))
            }
        }
        try Self.check(records, baseline: baseline)
        self.init(records: records, faults: faults, clock: clock)
    }

    private static func checkSchema(_ document: JSON) throws {
        let text = document["schema"]?.text ?? ""
        guard text.hasPrefix(schemaPrefix), let number = Int(text.dropFirst(schemaPrefix.count)), number > 0 else {
            throw AdministrationFields.wrong("schema", "\"\(schema)\": this is not a snapshot of a service")
        }
        guard number <= version else {
            throw AdministrationFields.wrong("schema", "up to \"\(schema)\": the snapshot is of a newer version")
        }
    }

    private static func add(_ fields: AdministrationFields, to faults: inout FaultTable, now: Int64) throws {
        var record = try FaultRecord(fields)
        if record.id.isEmpty { record.id = "fault" }
        let fault: Fault
        do throws(FaultProblem) { fault = try Fault(record, at: .service) } catch { throw ServiceError(error) }
        let seen = try fields.integer("seen", FaultTable.counts) ?? 0
        let struck = try fields.integer("struck", 0...seen) ?? 0
        let addedAt = try fields.integer("addedAt", ClockSetting.representable) ?? now
        do { try faults.restore(fault, addedAt: addedAt, seen: Int(seen), struck: Int(struck)) } catch {
            throw ServiceError.invalid("id", "is the name of an earlier fault")
        }
    }

    private static func json(_ entry: FaultTable.Entry) -> JSON {
        .object(
            FaultRecord(entry.fault).members(FaultField.described, key: \.fileKey) + [
                .init("addedAt", .integer(entry.addedAt)), .init("seen", .integer(entry.seen)),
                .init("struck", .integer(entry.struck)),
            ])
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
                    records.append(try RecordArchive.record(type, element))
                } catch {
                    throw AdministrationFields.wrong("records.\(member.key)[\(index)]", "a record of that kind (\(error))")
                }
            }
        }
        return records
    }

    /// Checks that a scenario could contain the world with all changes in the records. If the stored scenario is one that only an
    /// earlier version accepted, the rules are those for stored scenarios.
    private static func check(_ records: [any StoredRecord], baseline: World) throws {
        var configuration = EntitlementConfiguration(baseline: baseline)
        // The other records are changes to the scenario.
        for scenario in records where scenario is LoadedScenario { configuration.apply(.save(scenario)) }
        let stored = configuration.world
        for record in records where !(record is LoadedScenario) { configuration.apply(.save(record)) }
        do throws(ScenarioError) {
            do { try checkWorld(configuration.world) } catch {
                guard (try? checkWorld(stored)) == nil else { throw error }
                try checkWorld(configuration.world, isStored: true)
            }
        } catch {
            throw AdministrationFields.wrong("records", "records of a valid world (\(error.problems[0]))")
        }
    }

    private static func checkWorld(_ world: World, isStored: Bool = false) throws(ScenarioError) {
        _ = try Scenario(document: Scenario(name: "snapshot", world: world).document, isStored: isStored)
    }

    /// Returns the snapshot as a document.
    ///
    /// - Parameter baseline: The world with which the service was started.
    func document(baseline: World) throws -> JSON {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let recordsByTable = Dictionary(grouping: records) { type(of: $0).table }
        let kinds = try StoredRecords.all.map { $0.table }.filter { $0 != ClockRecord.table }.map { table in
            JSON.Member(table, .array(try recordsByTable[table, default: []].map { try JSON(parsing: encoder.encode($0)) }))
        }
        let hasScenario = records.contains { $0 is LoadedScenario }
        return [
            "schema": .string(Self.schema), "clock": .string(clock.specification),
            "world": hasScenario ? .null : baseline.document, "faults": .array(faults.entries.map(Self.json)),
            "records": .object(kinds),
        ]
    }
}

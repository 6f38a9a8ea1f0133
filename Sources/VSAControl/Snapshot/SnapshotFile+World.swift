import TVWorld

extension SnapshotFile {
    /// Changes the world of both parts, which is stored separately, or in the loaded scenario.
    ///
    /// - Throws: `Failure` if a part has no world; the errors of the change.
    mutating func changeWorld(_ change: (World) throws -> World) throws {
        device = try Self.changed(device, "device", change) { part in
            try part.replacing("scenario") { try Self.changed(scenario: $0, change) }
        }
        service = try service.map { part in
            try Self.changed(part, "service", change) { part in
                try part.replacing("records") { try $0.replacing("scenario") { try Self.changed(records: $0, change) } }
            }
        }
    }

    private static func changed(
        _ part: JSON, _ name: String, _ change: (World) throws -> World,
        scenario: (JSON) throws -> JSON
    ) throws -> JSON {
        do {
            guard let world = part["world"], world != .null else { return try scenario(part) }
            return try part.replacing("world") { try change(World(document: Array($0.serialized.utf8), isStored: true)).document }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                .failed, "what the \(name) saves has no world that can be read: \(error)",
                advice: "Restart it in the version of this vsactl.")
        }
    }

    private static func changed(scenario: JSON, _ change: (World) throws -> World) throws -> JSON {
        var scenario = try Scenario(document: scenario, isStored: true)
        scenario.world = try change(scenario.world)
        return scenario.document
    }

    /// Returns changed records: the service stores the scenario's document as a string.
    private static func changed(records: JSON, _ change: (World) throws -> World) throws -> JSON {
        guard case .array(let records) = records else { return records }
        return .array(
            try records.map { record in
                try record.replacing("document") { text in
                    let document = try JSON(parsing: Array((text.text ?? "").utf8))
                    return .string(try changed(scenario: document, change).serialized)
                }
            })
    }
}

extension JSON {
    /// Returns an object with another value for a key.
    fileprivate func replacing(_ key: String, _ change: (JSON) throws -> JSON) throws -> JSON {
        guard case .object(var members) = self, let index = members.firstIndex(where: { $0.key == key }) else {
            throw WorldDocumentError(key, "is missing")
        }
        members[index].value = try change(members[index].value)
        return .object(members)
    }
}

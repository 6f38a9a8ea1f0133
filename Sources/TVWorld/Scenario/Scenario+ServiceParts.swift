import Dates

extension Scenario.RegisteredApplication {
    static let documentKeys = ["id", "requestor", "platforms", "revoked"]

    /// Reads an element of `applications`.
    init(_ object: DocumentObject, of world: World) {
        if !object.problems.isStored { object.requireElement("platforms", of: Platform.self) }
        let platforms = object.choices("platforms", default: Platform.allCases)
        self.init(
            id: object.text("id", .identifier),
            requestor: object.reference(
                "requestor", .plain, to: "the requestor", known: world.requestors.map(\.id)) ?? "",
            platforms: platforms, isRevoked: object.flag("revoked", default: false))
    }

    var document: JSON {
        [
            "id": .string(id), "requestor": .string(requestor), "platforms": .strings(platforms.map(\.rawValue)),
            "revoked": .bool(isRevoked),
        ]
    }
}

extension EventExpectation {
    static let documentKeys = ["event", "with", "count", "within"]

    /// Reads an element of `expect`; nil if it names no event.
    init?(_ object: DocumentObject) {
        let name = object.reference("event", .identifier, to: "the event", known: EventName.all.map(\.name))
        let event = name.flatMap(EventName.named)
        var conditions: [JSON.Member] = []
        for (path, key, value) in object.freeMembers("with") {
            if let event, !event.accepts(detail: key) {
                object.problems.report(
                    .unknown(path, "the detail", key, known: event.details + TimelineEntry.commonKeys.sorted()))
            }
            switch value {
            case .string, .number, .bool, .null: conditions.append(.init(key, value))
            case .array, .object: object.problems.report(.wrongType(path, "a string, a number, true, false or null", value))
            }
        }
        let count = object.integer("count", in: 0...1_000_000).map { Int($0) }
        let within = object.duration("within", in: Delay.accepted) ?? 0
        guard let name else { return nil }
        self.init(event: name, conditions: conditions, count: count, withinMilliseconds: within)
    }

    var document: JSON {
        .filled([
            "event": .string(event),
            "with": conditions.isEmpty ? nil : .object(conditions),
            "count": count.map { .integer($0) },
            "within": withinMilliseconds > 0 ? .string(DurationText.text(milliseconds: withinMilliseconds)) : nil,
        ])
    }
}

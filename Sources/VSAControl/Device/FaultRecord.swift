import DBus
import TVWorld

/// Something that goes wrong on demand, at either daemon, as `/admin/v1/faults` writes it.
struct FaultRecord: Sendable, Equatable, Decodable {
    /// Its name; empty before it is added without one.
    var id: String
    /// Where.
    var at: String
    /// For which app only; nil for all.
    var applicationId: String?
    /// The error that a call fails with.
    var error: String?
    /// What is wrong with the SAML response.
    var saml: String?
    /// The HTTP status of the answer; only at the service.
    var status: Int64?
    /// Whether calls wait until they are released.
    var hang = false
    /// Whether the connection ends in the middle of the answer.
    var disconnect = false
    /// Milliseconds.
    var delay: Int64 = 0
    /// Milliseconds.
    var jitter: Int64 = 0
    /// How many calls are let through first.
    var after: Int64 = 0
    /// How many calls are struck; 0: all.
    var times: Int64 = 0
    /// Seconds until it begins.
    var from: Int64 = 0
    /// Seconds that it lasts; 0: ever.
    var duration: Int64 = 0
    /// How many calls it fitted.
    var seen: Int64 = 0
    /// How many of them it struck.
    var struck: Int64 = 0
    /// How many wait because of it.
    var waiting: Int64 = 0
    /// Whether it will never strike again.
    var usedUp = false

    private enum CodingKeys: String, CodingKey {
        case id, at, applicationId, error, saml, status, hang, disconnect, delay, jitter, after, times, from
        case duration = "for"
        case seen, struck, waiting, usedUp
    }

    /// The answer of the service that carries all of them.
    struct List: Decodable {
        var faults: [FaultRecord]
    }

    init(id: String = "", at: String) {
        self.id = id
        self.at = at
    }

    /// An element of `ListFaults`.
    init(_ details: Details) throws {
        id = try details.required(Wire.Key.id, as: String.self)
        at = try details.required(Wire.Key.faultPoint, as: String.self)
        applicationId = try details.optional(Wire.Key.application).nonEmpty
        error = try details.optional(Wire.Key.faultError).nonEmpty
        saml = try details.optional(Wire.Key.faultSAML).nonEmpty
        hang = try details.optional(Wire.Key.hang) ?? false
        disconnect = try details.optional(Wire.Key.disconnect) ?? false
        delay = try details.optional(Wire.Key.delay) ?? 0
        jitter = try details.optional(Wire.Key.jitter) ?? 0
        after = Int64(try details.optional(Wire.Key.after, as: UInt32.self) ?? 0)
        times = Int64(try details.optional(Wire.Key.times, as: UInt32.self) ?? 0)
        from = try details.optional(Wire.Key.faultFrom) ?? 0
        duration = try details.optional(Wire.Key.faultFor) ?? 0
        seen = Int64(try details.optional(Wire.Key.seen, as: UInt32.self) ?? 0)
        struck = Int64(try details.optional(Wire.Key.struck, as: UInt32.self) ?? 0)
        waiting = Int64(try details.optional(Wire.Key.waiting, as: UInt32.self) ?? 0)
        usedUp = try details.optional(Wire.Key.usedUp) ?? false
    }

    /// As `AddFault` takes it.
    var details: Details {
        var details: Details = [
            Wire.Key.id: Variant(id), Wire.Key.faultPoint: Variant(at), Wire.Key.application: Variant(applicationId ?? ""),
            Wire.Key.faultError: Variant(error ?? ""), Wire.Key.faultSAML: Variant(saml ?? ""), Wire.Key.hang: Variant(hang),
            Wire.Key.disconnect: Variant(disconnect), Wire.Key.delay: Variant(delay), Wire.Key.jitter: Variant(jitter),
            Wire.Key.after: Variant(UInt32(clamping: after)), Wire.Key.times: Variant(UInt32(clamping: times)),
            Wire.Key.faultFrom: Variant(from), Wire.Key.faultFor: Variant(duration),
        ]
        // For the device to say what it thinks of it.
        if let status { details["status"] = Variant(status) }
        return details
    }

    /// As the service takes it: what says nothing is left out.
    var request: JSON {
        var members: [JSON.Member] = [.init(name: "at", value: .string(at))]
        func add(_ name: String, _ value: JSON, when isGiven: Bool) {
            if isGiven { members.append(.init(name: name, value: value)) }
        }
        add("id", .string(id), when: !id.isEmpty)
        add("applicationId", .optional(applicationId), when: applicationId != nil)
        add("error", .optional(error), when: error != nil)
        add("saml", .optional(saml), when: saml != nil)
        add("status", .integer(status ?? 0), when: status != nil)
        add("hang", .bool(hang), when: hang)
        add("disconnect", .bool(disconnect), when: disconnect)
        for (name, value) in [
            ("delay", delay), ("jitter", jitter), ("after", after), ("times", times), ("from", from), ("for", duration),
        ] {
            add(name, .integer(value), when: value != 0)
        }
        return .object(members)
    }

    var json: JSON {
        .members([
            "id": .string(id), "at": .string(at), "applicationId": .optional(applicationId), "error": .optional(error),
            "saml": .optional(saml), "status": status.map(JSON.integer) ?? .null, "hang": .bool(hang),
            "disconnect": .bool(disconnect), "delay": .integer(delay), "jitter": .integer(jitter), "after": .integer(after),
            "times": .integer(times), "from": .integer(from), "for": .integer(duration), "seen": .integer(seen),
            "struck": .integer(struck), "waiting": .integer(waiting), "usedUp": .bool(usedUp),
        ])
    }

    /// What goes wrong, for people: `error Rejected`, `hang`, `delay`.
    var effect: String {
        if let error { return "error \(error)" }
        if let saml { return "saml \(saml)" }
        if let status { return "status \(status)" }
        return hang ? "hang" : disconnect ? "disconnect" : "delay"
    }
}

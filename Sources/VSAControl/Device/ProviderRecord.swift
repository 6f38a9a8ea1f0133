import DBus

/// A provider in the device's world.
struct ProviderRecord: Sendable, Equatable {
    var id: String
    var name: String
    var mvpd: String
    var boardingStatus: String
    var isInLineUp: Bool
    var subscribers: [String]
    var schemes: [String]

    init(
        id: String, name: String, mvpd: String, boardingStatus: String = "SUPPORTED", isInLineUp: Bool = true,
        subscribers: [String] = [], schemes: [String] = ["SAML"]
    ) {
        self.id = id
        self.name = name
        self.mvpd = mvpd
        self.boardingStatus = boardingStatus
        self.isInLineUp = isInLineUp
        self.subscribers = subscribers
        self.schemes = schemes
    }

    init(_ details: Details) throws {
        id = try details.required(Wire.Key.provider, as: String.self)
        name = try details.required(Wire.Key.name, as: String.self)
        mvpd = try details.optional(Wire.Key.mvpd) ?? ""
        boardingStatus = try details.optional(Wire.Key.boardingStatus) ?? "none"
        isInLineUp = try details.optional(Wire.Key.lineUp) ?? false
        subscribers = try details.optional(Wire.Key.subscribers) ?? []
        schemes = try details.optional(Wire.Key.schemes) ?? []
    }

    var json: JSON {
        .members([
            "id": .string(id), "name": .string(name), "mvpd": .string(mvpd), "boardingStatus": .string(boardingStatus),
            "inLineUp": .bool(isInLineUp), "subscribers": .array(subscribers.map(JSON.string)),
            "schemes": .array(schemes.map(JSON.string)),
        ])
    }
}

import DBus

/// Something that happened on the device.
struct JournalEntry: Sendable, Equatable {
    var sequence: Int64
    /// Unix seconds of the device's clock.
    var time: Int64
    /// Unix microseconds of the machine; nil when the device does not say.
    var machineTime: Int64?
    /// The trace id of the app's call.
    var correlation: String?
    var event: String
    var application: String?
    var identifiedBy: String?
    var details: JSON
    /// How many SAML messages the device still has of it.
    var documents = 0

    init(
        sequence: Int64, time: Int64, event: String, application: String? = nil, identifiedBy: String? = nil,
        details: JSON = .object([])
    ) {
        self.sequence = sequence
        self.time = time
        self.event = event
        self.application = application
        self.identifiedBy = identifiedBy
        self.details = details
    }

    init(_ details: Details) throws {
        sequence = try details.required(Wire.Key.sequence, as: Int64.self)
        time = try details.required(Wire.Key.time, as: Int64.self)
        machineTime = try details.optional(Wire.Key.machineTime)
        correlation = try details.optional(Wire.Key.correlation).nonEmpty
        event = try details.required(Wire.Key.event, as: String.self)
        application = try details.optional(Wire.Key.application).nonEmpty
        identifiedBy = try details.optional(Wire.Key.identifiedBy).nonEmpty
        self.details = JSON(try details.optional(Wire.Key.details) ?? Details())
        documents = Int(try details.optional(Wire.Key.documents, as: UInt32.self) ?? 0)
    }
}

/// A SAML message that went with an entry of the device's journal.
struct JournalDocument: Sendable, Equatable {
    /// `AuthnRequest` or `Response`.
    var message: String
    /// `received` or `sent`, seen from the device.
    var direction: String
    /// The message.
    var xml: String

    init(_ details: Details) throws {
        message = try details.required(Wire.Key.message)
        direction = try details.required(Wire.Key.direction)
        xml = try details.required(Wire.Key.xml)
    }
}

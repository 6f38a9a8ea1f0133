import TVWorld

/// The value of one detail of a journal entry.
public enum JournalValue: Sendable, Equatable {
    /// A text.
    case text(String)
    /// A number, or a time in Unix seconds.
    case number(Int64)
    /// Yes or no.
    case flag(Bool)
}

/// One thing that happened, before it has a number and a time.
public struct JournalRecord: Sendable, Equatable {
    /// What happened.
    public var event: JournalEvent
    /// The app that did it or that it concerns; nil when it concerns the whole device.
    public var application: ApplicationID?
    /// How the app was recognised; nil when it has never called.
    public var identification: Identification?
    /// What else there is to say, in a fixed order.
    public var details: [JournalDetail]
    /// The app's own name of the action that the event belongs to, across device and service; empty when it has given none.
    public var correlation: String
    /// The SAML messages that went with it. They are kept in memory only, and not for long.
    public var documents: [JournalDocument] = []

    /// A record.
    public init(
        _ event: JournalEvent, application: ApplicationID? = nil, identification: Identification? = nil,
        details: [JournalDetail] = [], correlation: String = ""
    ) {
        self.correlation = correlation
        self.event = event
        self.application = application
        self.identification = identification
        self.details = details
    }
}

/// One named value of a journal entry.
public struct JournalDetail: Sendable, Equatable {
    /// The name, kebab-case.
    public var key: String
    /// The value.
    public var value: JournalValue

    /// A detail.
    public init(_ key: String, _ value: JournalValue) {
        self.key = key
        self.value = value
    }

    /// How much of a text is kept, in bytes: a thousand entries have to fit into one message of the bus.
    public static let maximumTextLength = 16_384

    /// A detail that is a text. What is too long is cut.
    public init(_ key: String, _ text: String) {
        self.init(key, .text(text.shortened(toBytes: Self.maximumTextLength)))
    }
}

/// One line of the journal.
public struct JournalEntry: Sendable, Equatable {
    /// Its number: one more than the entry before; a gap is what a flood of calls pushed out before it was written.
    public var sequence: Int64
    /// When by the device's clock, in Unix seconds.
    public var time: Int64
    /// When by the machine's clock, in Unix microseconds, whatever is done to the device's; 0 when nobody has written it down.
    public var machineTime: Int64
    /// What.
    public var record: JournalRecord
    /// How many SAML messages of it are still kept.
    public var documentCount: Int

    /// An entry.
    public init(sequence: Int64, time: Int64, machineTime: Int64 = 0, record: JournalRecord, documentCount: Int = 0) {
        self.documentCount = documentCount
        self.machineTime = machineTime
        self.sequence = sequence
        self.time = time
        self.record = record
    }
}

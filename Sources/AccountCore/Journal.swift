/// What the journal can say: a closed list, so that a wrong name is noticed. The raw value is the text on the bus.
public enum JournalEvent: String, Sendable, Hashable, CaseIterable {
    /// An app said who it is.
    case appRegistered = "app.registered"
    /// An app asked for its permission.
    case accessChecked = "access.checked"
    /// An app's permission changed.
    case accessChanged = "access.changed"
    /// An app asked for metadata.
    case metadataQueried = "metadata.queried"
    /// Somebody signed in.
    case accountSignedIn = "account.signed-in"
    /// The account was removed.
    case accountSignedOut = "account.signed-out"
    /// The authentication was ended before its time.
    case accountExpired = "account.expired"
    /// A provider renewed the authentication without asking.
    case accountRenewed = "account.renewed"
    /// The device was moved.
    case regionChanged = "region.changed"
    /// A service's metadata was accepted.
    case serviceTrusted = "service.trusted"
    /// A provider's signing key was made.
    case keyCreated = "key.created"
    /// The device went back to its baseline.
    case deviceReset = "device.reset"
}

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

    /// A record.
    public init(
        _ event: JournalEvent, application: ApplicationID? = nil, identification: Identification? = nil,
        details: [JournalDetail] = []
    ) {
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

    /// A detail that is a text.
    public init(_ key: String, _ text: String) {
        self.init(key, .text(text))
    }
}

/// One line of the journal.
public struct JournalEntry: Sendable, Equatable {
    /// Its number: one more than the entry before; a gap is what a flood of calls pushed out before it was written.
    public var sequence: Int64
    /// When, in Unix seconds.
    public var time: Int64
    /// What.
    public var record: JournalRecord

    /// An entry.
    public init(sequence: Int64, time: Int64, record: JournalRecord) {
        self.sequence = sequence
        self.time = time
        self.record = record
    }
}

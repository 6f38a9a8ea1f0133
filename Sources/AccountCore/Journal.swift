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
    /// A provider that the platform cannot sign in to was picked, and is remembered.
    case accountRemembered = "account.remembered"
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
    /// A scenario became the device's baseline.
    case scenarioLoaded = "scenario.loaded"
    /// It was taken back.
    case scenarioRolledBack = "scenario.rolled-back"
    /// The device's state came from a snapshot.
    case snapshotLoaded = "snapshot.loaded"
    /// Something that goes wrong on demand was added.
    case faultAdded = "fault.added"
    /// It was removed.
    case faultRemoved = "fault.removed"
    /// Calls that hung because of it go on.
    case faultReleased = "fault.released"
    /// It struck a call.
    case faultStruck = "fault.struck"
    /// The device's clock was set.
    case clockChanged = "clock.changed"
    /// A request that may interrupt was made.
    case requestOpened = "request.opened"
    /// It completed.
    case requestCompleted = "request.completed"
    /// It failed, or was cancelled.
    case requestFailed = "request.failed"
    /// Its caller left the bus.
    case requestAbandoned = "request.abandoned"
    /// A question was opened.
    case promptOpened = "prompt.opened"
    /// Somebody answered it.
    case promptAnswered = "prompt.answered"
    /// It ended without an answer; the reason says why.
    case promptEnded = "prompt.ended"
    /// The app said whether a provider may be signed in to.
    case providerConfirmed = "provider.confirmed"
    /// An agent said that it answers prompts.
    case agentRegistered = "agent.registered"
    /// An agent does so no more; the reason says why.
    case agentUnregistered = "agent.unregistered"
    /// An agent left without an answer.
    case agentFailed = "agent.failed"
    /// An agent, or a queued answer, answered what the question does not allow; the next one is asked.
    case agentNonsense = "agent.nonsense"
    /// A developer setting changed.
    case developerSettingChanged = "developer.setting-changed"
    /// A developer provider was added, edited or removed.
    case developerProviderChanged = "developer.provider-changed"
    /// An app changed its user account.
    case userAccountUpdated = "user-account.updated"
    /// An app stored or removed its automatic-sign-in token, or the user decided about it.
    case autoSignInChanged = "auto-sign-in.changed"
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
    /// How the app was recognized; nil when it has never called.
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

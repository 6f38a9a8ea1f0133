/// The events of the journal: a closed list, so that a wrong name is noticed. The raw value is the string on the bus.
public enum JournalEvent: String, Sendable, Hashable, CaseIterable {
    /// An app registered its identity.
    case appRegistered = "app.registered"
    /// An app queried its permission.
    case accessChecked = "access.checked"
    /// An app's permission changed.
    case accessChanged = "access.changed"
    /// An app requested metadata.
    case metadataQueried = "metadata.queried"
    /// A user signed in.
    case accountSignedIn = "account.signed-in"
    /// A provider that the platform cannot sign in to was selected and stored.
    case accountRemembered = "account.remembered"
    /// The account was removed.
    case accountSignedOut = "account.signed-out"
    /// The authentication was expired early.
    case accountExpired = "account.expired"
    /// A provider renewed the authentication without a prompt.
    case accountRenewed = "account.renewed"
    /// The device's region changed.
    case regionChanged = "region.changed"
    /// A service's metadata was accepted.
    case serviceTrusted = "service.trusted"
    /// A provider's signing key was generated.
    case keyCreated = "key.created"
    /// The device was reset to its baseline.
    case deviceReset = "device.reset"
    /// A scenario became the device's baseline.
    case scenarioLoaded = "scenario.loaded"
    /// The scenario was rolled back.
    case scenarioRolledBack = "scenario.rolled-back"
    /// The device's state was restored from a snapshot.
    case snapshotLoaded = "snapshot.loaded"
    /// A fault was added.
    case faultAdded = "fault.added"
    /// A fault was removed.
    case faultRemoved = "fault.removed"
    /// Calls that a fault held were released.
    case faultReleased = "fault.released"
    /// A fault affected a call.
    case faultStruck = "fault.struck"
    /// The device's clock was set.
    case clockChanged = "clock.changed"
    /// A request that may interrupt the user was created.
    case requestOpened = "request.opened"
    /// The request completed.
    case requestCompleted = "request.completed"
    /// The request failed, or was cancelled.
    case requestFailed = "request.failed"
    /// The request's caller left the bus.
    case requestAbandoned = "request.abandoned"
    /// A prompt was opened.
    case promptOpened = "prompt.opened"
    /// The prompt was answered.
    case promptAnswered = "prompt.answered"
    /// The prompt ended without an answer; the reason is a detail.
    case promptEnded = "prompt.ended"
    /// The app decided whether the selected provider is allowed.
    case providerConfirmed = "provider.confirmed"
    /// An agent registered to answer prompts.
    case agentRegistered = "agent.registered"
    /// An agent was unregistered; the reason is a detail.
    case agentUnregistered = "agent.unregistered"
    /// An agent failed to answer.
    case agentFailed = "agent.failed"
    /// The answer of an agent, or a queued answer, does not fit the prompt; the next one is asked.
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

/// The value of a detail in a journal entry.
public enum JournalValue: Sendable, Equatable {
    /// A string.
    case text(String)
    /// A number, or a date in Unix seconds.
    case number(Int64)
    /// A Boolean.
    case flag(Bool)
}

/// An event before it has a number and a time.
public struct JournalRecord: Sendable, Equatable {
    /// The event.
    public var event: JournalEvent
    /// The app that caused the event or that it concerns; nil if it concerns the whole device.
    public var application: ApplicationID?
    /// How the app was identified; nil if it has never called.
    public var identification: Identification?
    /// The details, in a fixed order.
    public var details: [JournalDetail]
    /// The app's own identifier of the action, which links events of the device and the service; empty if there is none.
    public var correlation: String
    /// The SAML messages of the event. They are kept in memory only, and for a limited time.
    public var documents: [JournalDocument] = []

    /// Creates a record.
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

/// A named value of a journal entry.
public struct JournalDetail: Sendable, Equatable {
    /// The name in kebab case.
    public var key: String
    /// The value.
    public var value: JournalValue

    /// Creates a detail.
    public init(_ key: String, _ value: JournalValue) {
        self.key = key
        self.value = value
    }

    /// The maximum length of a string, in bytes: a thousand entries must fit into one message of the bus.
    public static let maximumTextLength = 16_384

    /// Creates a detail with a string, which is truncated if it is too long.
    public init(_ key: String, _ text: String) {
        self.init(key, .text(text.shortened(toBytes: Self.maximumTextLength)))
    }
}

/// An entry of the journal.
public struct JournalEntry: Sendable, Equatable {
    /// The number: one more than that of the previous entry. A gap means that entries were displaced by a flood of calls before
    /// they were written.
    public var sequence: Int64
    /// The time by the device's clock, in Unix seconds.
    public var time: Int64
    /// The time by the machine's clock, in Unix microseconds, regardless of the device's; 0 if it was not recorded.
    public var machineTime: Int64
    /// The record.
    public var record: JournalRecord
    /// The number of its SAML messages that are still kept.
    public var documentCount: Int

    /// Creates an entry.
    public init(sequence: Int64, time: Int64, machineTime: Int64 = 0, record: JournalRecord, documentCount: Int = 0) {
        self.documentCount = documentCount
        self.machineTime = machineTime
        self.sequence = sequence
        self.time = time
        self.record = record
    }
}

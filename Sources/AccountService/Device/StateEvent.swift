import AccountCore

/// One event for whichever of the core's reducers it concerns.
enum StateEvent: Sendable {
    /// The account, permissions, the region.
    case device(DeviceEvent)
    /// The developer settings.
    case developer(DeveloperEvent)
    /// An app's own account, or its automatic sign-in.
    case userAccount(UserAccountEvent, of: ApplicationID)
}

/// One change of the stored state.
enum StoredChange: Sendable, Equatable {
    /// The account, permissions, the region.
    case device(DeviceChange)
    /// The switches of the developer settings as they now are.
    case developerSettings(DeveloperSettings)
    /// The developer providers as they now are, in their order.
    case developerProviders([DeveloperProvider])
    /// What an app told about its account as it now is; nil: nothing.
    case userAccount(ApplicationID, ApplicationUserAccount?)
    /// What is done to the clock.
    case clock(StoredClock)
}

/// What follows from events, sorted by who takes care of it.
struct Consequences {
    /// To be stored, in this order and in one transaction.
    var changes: [StoredChange] = []
    /// To be told to the bus.
    var announcements: [Announcement] = []
    /// For the journal.
    var records: [JournalRecord] = []

    /// Applies an event and adds what follows from it. The state is untouched when this throws.
    ///
    /// - Throws: `DeviceEventError`, `DeveloperEventError`, `UserAccountError`.
    mutating func apply(_ event: StateEvent, to state: inout DeviceState, by reducer: DeviceReducer) throws {
        switch event {
        case .device(let event): for effect in try reducer.reduce(&state, event) { add(effect) }
        case .developer(let event): for effect in try DeveloperReducer.reduce(&state, event) { add(effect) }
        case .userAccount(let event, let app):
            for effect in try UserAccountReducer.reduce(&state, event, of: app) { add(effect) }
        }
    }

    private mutating func add(_ effect: DeviceEffect) {
        switch effect {
        case .store(let change): changes.append(.device(change))
        case .announce(let announcement): announcements.append(announcement)
        case .record(let record): records.append(record)
        }
    }

    private mutating func add(_ effect: DeveloperEffect) {
        switch effect {
        case .storeSettings(let settings): changes.append(.developerSettings(settings))
        case .storeProviders(let providers): changes.append(.developerProviders(providers))
        case .announce(let announcement): announcements.append(announcement)
        case .record(let record): records.append(record)
        }
    }

    private mutating func add(_ effect: UserAccountEffect) {
        switch effect {
        case .store(let app, let entry): changes.append(.userAccount(app, entry))
        case .record(let record): records.append(record)
        }
    }
}

import AccountCore

/// What follows from events, sorted by who takes care of it.
struct Consequences {
    /// To be stored, in this order and in one transaction.
    var changes: [DeviceChange] = []
    /// To be told to the bus.
    var announcements: [Announcement] = []
    /// For the journal.
    var records: [JournalRecord] = []

    /// Applies an event and adds what follows from it. The state is untouched when this throws.
    ///
    /// - Throws: `DeviceEventError`, `DeveloperEventError`, `UserAccountError`.
    mutating func apply(_ event: DeviceEvent, to state: inout DeviceState, by reducer: DeviceReducer) throws {
        for effect in try reducer.reduce(&state, event) {
            switch effect {
            case .store(let change): changes.append(change)
            case .announce(let announcement): announcements.append(announcement)
            case .record(let record): records.append(record)
            }
        }
    }
}

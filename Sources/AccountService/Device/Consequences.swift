import AccountCore

/// The effects of events, grouped by the component that handles them.
struct Consequences {
    /// To be stored, in this order and in one transaction.
    var changes: [DeviceChange] = []
    /// The announcements on the bus.
    var announcements: [Announcement] = []
    /// For the journal.
    var records: [JournalRecord] = []

    /// Applies an event and adds its effects. If this throws, the state is unchanged.
    ///
    /// - Throws: the errors of `DeviceReducer`.
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

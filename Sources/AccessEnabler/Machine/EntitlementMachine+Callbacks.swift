extension EntitlementMachine {
    /// Raises advanced statuses.
    mutating func raise(_ statuses: [StatusReport], to tickets: [Ticket]? = nil) {
        for status in statuses { callBack(.status(status), to: tickets) }
    }
}

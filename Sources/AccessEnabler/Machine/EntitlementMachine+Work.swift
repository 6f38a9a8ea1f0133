extension EntitlementMachine {
    /// An entry of the queue.
    enum Work: Sendable {
        /// A call of the app.
        case call(Call, Ticket?)
        /// A call that responds to a step of the login with a ticket.
        case reply(Call, login: Ticket)
        /// The end of a login that the app abandoned before its turn, the last one that it waited for.
        case abandonment
        /// An authorization that waited for a login.
        case authorization(LoginSession.Authorization)
        /// The outcome of a prompt by the system.
        case signIn(RequestID, AccountOutcome)
        /// The outcome of the login on a second screen for which a code was shown.
        case secondScreen(code: String, SecondScreen.Result)
        /// The outcome of a page that the library showed.
        case page(RequestID, PageEnd)

        /// The ticket of the call that it continues.
        var ticket: Ticket? {
            switch self {
            case .call(_, let ticket): ticket
            case .authorization(let call): call.ticket
            default: nil
            }
        }

        /// Whether it changes the requestor's configuration.
        var isSetRequestor: Bool {
            if case .call(.setRequestor, _) = self { true } else { false }
        }
    }
}

extension [EntitlementMachine.Work] {
    /// Removes a login that waits for its turn, and the selection of its provider, which directly precedes it.
    ///
    /// - Returns: Whether there was one.
    mutating func withdraw(_ login: Ticket) -> Bool {
        guard let index = firstIndex(where: { $0.ticket == login }) else { return false }
        remove(at: index)
        if index > 0, case .call(.setSelectedProvider, _) = self[index - 1] { remove(at: index - 1) }
        return true
    }
}

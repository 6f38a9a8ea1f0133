extension EntitlementMachine {
    /// The party whose turn is next; nil while a call is being processed.
    var nextTurn: NextTurn? {
        guard !isServing else { return nil }
        guard queue.isEmpty else { return phase == .unset ? .requestor : nil }
        if openLogin?.page?.shown != nil || openLogout?.shown != nil { return .systemBrowser }
        if let openLogin, !openLogin.isUnasked { return openLogin.question == nil ? .app : .systemDialog }
        return openLogin?.page == nil && openLogout == nil ? .nobody : .app
    }
}

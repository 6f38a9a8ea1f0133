import DecisionTables

/// The documented codes of statuses, and errors of callbacks.
enum DocumentedAnswers {
    private static let statuses: Set<String> = [
        "AAPL", "AAPL_ERROR", "APPL", "APPL_ERROR", "VSA203", "VSA403", "VSA404", "VSA503", "N003", "N004", "N005", "500",
        "SEC403",
        "SEC412", "SEC420", "CFG100", "CFG400", "CFG404", "CFG429", "R400", "R401", "REG500", "REGCODE", "N000", "N001", "N010",
        "N011", "N111", "N130", "N500", "Z010", "Z011", "Z100", "Z110", "Z120", "Z130", "Z169", "Z500", "P100",
    ]

    private static let errors: Set<String> = [
        "", ErrorText.userNotAuthenticated, ErrorText.providerNotSelected, ErrorText.providerNotAvailable,
        ErrorText.genericAuthentication, ErrorText.userNotAuthorized,
    ]

    /// Whether a callback contains only documented codes and errors.
    static func know(_ callback: PrintedCallback) -> Bool {
        switch callback.name {
        case "status":
            let id = callback.text("errorId") ?? ""
            return statuses.contains(id) || id.wholeMatch(of: /CFG5[0-9]{2}/) != nil
        case "setAuthenticationStatus", "tokenRequestFailed": return errors.contains(callback.text("code") ?? "?")
        default: return true
        }
    }
}

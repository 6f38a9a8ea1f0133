extension DecisionRow {
    private static let day = 86_400

    /// The matrix of the system account's and the token's time to live. That a token has the remaining time of an older one, or
    /// the full time again, shows when it ends.
    static let lifetimes: [DecisionRow] = [
        DecisionRow(
            "T.1", "the account's TTL valid, the token's valid",
            phases: [
                signedIn(tokenDays: 10), requestor([.elapse(seconds: 9 * day)]), authenticatedCheck,
                refusedCheck([.elapse(seconds: day + 1)]),
            ]),
        DecisionRow(
            "T.2", "the account's TTL valid, the token's expired",
            phases: [
                signedIn(tokenDays: 1), requestor([.elapse(seconds: 2 * day)]), authenticatedCheck,
                Phase(
                    [.elapse(seconds: day - 3_600)], calls: authenticatedCheck.calls, callbacks: authenticatedCheck.callbacks),
            ]),
        DecisionRow(
            "T.3", "the account's TTL expired, the token's valid",
            phases: [
                signedIn(tokenDays: 10), requestor([.expireAccount, .elapse(seconds: 9 * day)]), authenticatedCheck,
                refusedCheck([.elapse(seconds: day + 1)]),
            ]),
        DecisionRow(
            "T.4", "the account's TTL expired, the token's expired",
            phases: [
                signedIn(tokenDays: 1), requestor([.expireAccount, .elapse(seconds: 2 * day)]), refusedCheck(),
                Phase(
                    [.answer(.signIn, "alice")], calls: [.getAuthentication],
                    callbacks: [
                        .trackingNotAuthenticated(), .presentTvProviderDialog, .dismissTvProviderDialog,
                        .trackingAuthenticated("AlphaCable", isCached: false), .authenticated,
                    ]),
                authenticatedCheck,
            ]),
    ]

    /// The device's account signs the app in, with a token that is valid for a number of days.
    private static func signedIn(tokenDays: Int) -> Phase {
        requestor(signedIn() + [.authenticationLifetime(mvpd: "AlphaCable", seconds: tokenDays * day)])
    }
}

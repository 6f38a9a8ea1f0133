extension DecisionRow {
    /// The URL at which a login or logout in a web view ends.
    public static let end = "adobepass://ios.app"

    /// `logout()` on iOS up to the page, with status codes before it.
    static func logoutPage(_ statuses: [ExpectedCallback] = []) -> Phase {
        Phase(calls: [.logout], callbacks: statuses + [.navigateToUrl()])
    }

    /// The page of a logout has ended.
    static let logoutEnd = Phase([.followPage], calls: [.handleExternalURL(end)], callbacks: [.notAuthenticated()])

    private static let systemHint: [ExpectedCallback] = [.status("VSA203", "info", having: "message")]

    /// With the text, which must also be right for an account from which the user has signed out.
    private static let exactSystemHint = ExpectedCallback(
        "status",
        [
            "errorId": .exactly(.text("VSA203")), "level": .exactly(.text("info")),
            "message": .exactly(
                .text(
                    "The login came from the system's TV provider account. As long as a user is signed in there, the app logs in "
                        + "again by itself; sign out in Settings to prevent that.")),
        ])

    /// A login on a provider's page.
    static let regularLogin: [Phase] = [
        requestor([], [.status("VSA404", "info")]), dialog([], [.status("VSA404", "info")]),
        Phase(calls: [.setSelectedProvider("GammaSat")], callbacks: [.trackingSelected("GammaSat"), .navigateToUrl()]),
        Phase(
            [.webLogin(subscriber: "alice")], calls: [.handleExternalURL(end)],
            callbacks: [.trackingAuthenticated("GammaSat", isCached: false), .authenticated]),
    ]

    private static let asked: [ExpectedCallback] = [.status("VSA404", "info")]

    private static let abandoned = "iOS, the logout page is abandoned"

    /// Row 5.6. Some apps load the page themselves and never call handleExternalURL.
    private static let abandonedLogout: [DecisionRow] = [
        DecisionRow(
            "5.6", abandoned, variant: "loaded by the app, then a login",
            phases: regularLogin + [
                logoutPage(), dialog([.followPage], asked),
                // Answered once, with 1.
                regularLogin[2], regularLogin[3], check("GammaSat"),
            ]),
        DecisionRow(
            "5.6", abandoned, variant: "getAuthentication",
            phases: regularLogin + [logoutPage(), dialog([], asked), Phase(calls: [.handleExternalURL(end)])]),
        DecisionRow(
            "5.6", abandoned, variant: "logout again",
            phases: regularLogin + [
                logoutPage(), Phase(calls: [.logout], callbacks: [.notAuthenticated()]), Phase(calls: [.handleExternalURL(end)]),
            ]),
        DecisionRow(
            "5.6", abandoned, variant: "setRequestor",
            phases: [
                requestor(signedIn()), logoutPage(systemHint), requestor(), authenticatedCheck,
                Phase(calls: [.handleExternalURL(end)]),
            ]),
    ]

    /// Table 5.
    static let logout: [DecisionRow] = loggedOut + abandonedLogout

    private static let loggedOut: [DecisionRow] = [
        DecisionRow(
            "5.1", "iOS, regular login",
            phases: regularLogin + [
                logoutPage(), refusedCheck([], asked), logoutEnd, refusedCheck([], asked), dialog([], asked),
                // A user who logs in again is prompted again.
                regularLogin[2], regularLogin[3],
            ]),
        DecisionRow(
            "5.1", "iOS, regular login", variant: "the library shows the page in the system's browser",
            phases: list() + [
                Phase(calls: [.setSelectedProvider("BetaFiber")], callbacks: [.trackingSelected("BetaFiber")]),
                browserLogin("BetaFiber"), Phase(calls: [.logout]),
                Phase([.pageInBrowser, .followPage], callbacks: [.notAuthenticated()]), refusedCheck([], asked),
            ]),
        DecisionRow(
            "5.2", "iOS, Apple token",
            phases: [requestor(signedIn()), logoutPage(systemHint), refusedCheck(), logoutEnd, refusedCheck()]),
        DecisionRow(
            "5.2", "iOS, Apple token", variant: "the page is abandoned",
            phases: [
                requestor(signedIn()), logoutPage(systemHint),
                Phase(calls: [.setSelectedProvider(nil)], callbacks: [.trackingSelected(""), .notAuthenticated()]),
                Phase(calls: [.handleExternalURL(end)]), refusedCheck(),
            ]),
        DecisionRow(
            "5.2", "iOS, Apple token", variant: "the account was signed out before",
            phases: [
                requestor(signedIn()),
                Phase([.signOut(keepsAccess: true)], calls: [.logout], callbacks: [exactSystemHint, .navigateToUrl()]),
                refusedCheck(), logoutEnd,
            ]),
        DecisionRow(
            "5.3", "tvOS", platform: .tvos,
            phases: [
                requestor(signedIn()),
                Phase(calls: [.logout], callbacks: systemHint + [.notAuthenticated()]),
                Phase(
                    calls: [.checkAuthentication],
                    callbacks: [
                        .trackingNotAuthenticated(platform: .tvos), .status("N000", "info"), .notAuthenticated(),
                    ]),
            ]),
        DecisionRow(
            "5.3", "tvOS", variant: "regular login", platform: .tvos,
            phases: loggedIn("GammaSat", .tvos) + [
                Phase(calls: [.logout], callbacks: [.notAuthenticated()]),
                Phase(
                    calls: [.checkAuthentication],
                    callbacks: [.trackingNotAuthenticated(platform: .tvos)] + asked + [
                        .status("N000", "info"), .notAuthenticated(),
                    ]),
            ]),
        DecisionRow(
            "5.4", "after 5.2 without signing out in the system account", variant: "the account is kept",
            phases: [requestor(signedIn()), logoutPage(systemHint), logoutEnd, requestor(), authenticatedCheck]),
        DecisionRow(
            "5.4", "after 5.2 without signing out in the system account", variant: "the account is signed out",
            phases: [
                requestor(signedIn()), logoutPage(systemHint), logoutEnd, requestor([.signOut(keepsAccess: true)]),
                refusedCheck(),
            ]),
        DecisionRow(
            "5.4", "after 5.2 without signing out in the system account", variant: "the app's permission is withdrawn",
            phases: [
                requestor(signedIn()), logoutPage(systemHint), logoutEnd,
                requestor([.access(.denied)], [.status("VSA403", "info")]), refusedCheck([], [.status("VSA403", "info")]),
            ]),
        DecisionRow(
            "5.4", "after 5.2 without signing out in the system account", variant: "the account is kept, tvOS", platform: .tvos,
            phases: [
                requestor(signedIn()), Phase(calls: [.logout], callbacks: systemHint + [.notAuthenticated()]), requestor(),
                Phase(
                    calls: [.checkAuthentication],
                    callbacks: [.trackingAuthenticated("AlphaCable", isCached: true, platform: .tvos), .authenticated]),
            ]),
        DecisionRow(
            "5.5", "not authenticated",
            phases: [requestor([.access(.granted)]), Phase(calls: [.logout], callbacks: [.notAuthenticated()])]),
    ]
}

extension DecisionRow {
    /// Table 1 as far as no token is stored before.
    static let setRequestor: [DecisionRow] = [
        DecisionRow(
            "1.1", "software statement missing, invalid or revoked", variant: "missing",
            phases: [requestor([.statement(.missing)], [.status("R400", "error")], completion: 0)]),
        DecisionRow(
            "1.1", "software statement missing, invalid or revoked", variant: "invalid",
            phases: [requestor([.statement(.malformed)], [.status("R400", "error")], completion: 0)]),
        DecisionRow(
            "1.1", "software statement missing, invalid or revoked", variant: "revoked",
            phases: [requestor([.statement(.revoked)], [.status("R400", "error")], completion: 0)]),
        DecisionRow(
            "1.2", "access token cannot be obtained",
            phases: [requestor([.serviceAnswers(.token, status: 400)], [.status("R401", "error")], completion: 0)]),
        DecisionRow(
            "1.3", "requestor unknown",
            phases: [
                Phase(
                    calls: [.setRequestor("NOBODY")], callbacks: [.status("CFG400", "error"), .setRequestorComplete(0)])
            ]),
        DecisionRow(
            "1.4", "service not reachable", variant: "no listener",
            phases: [requestor([.serviceUnreachable(.closedPort)], [.status("CFG404", "error")], completion: 0)]),
        DecisionRow(
            "1.4", "service not reachable", variant: "it has exited meanwhile",
            phases: [
                requestor([], [.status("VSA404", "info")]),
                requestor([.serviceUnreachable(.hasEnded)], [.status("CFG404", "error")], completion: 0),
            ]),
        DecisionRow(
            "1.4", "service not reachable", variant: "it hangs",
            phases: [requestor([.serviceUnreachable(.standsStill)], [.status("CFG404", "error")], completion: 0)]),
        DecisionRow(
            "1.5", "service answers 5xx (or 429)", variant: "503",
            phases: [requestor([.serviceAnswers(.configuration, status: 503)], [.status("CFG503", "error")], completion: 0)]),
        DecisionRow(
            "1.5", "service answers 5xx (or 429)", variant: "429",
            phases: [requestor([.serviceAnswers(.configuration, status: 429)], [.status("CFG429", "error")], completion: 0)]),
        DecisionRow(
            "1.6", "device clock far from the service's clock",
            phases: [requestor([.clockOffset(seconds: 3_600)], [.status("CFG100", "warning"), .status("VSA404", "info")])]),
        DecisionRow("1.7", "no MVPD with SSO on", phases: [requestor(noSingleSignOn)]),
        DecisionRow(
            "1.8", "SSO on, permission denied or restricted", variant: "denied",
            phases: [requestor([.access(.denied)], [.status("VSA403", "info")])]),
        DecisionRow(
            "1.8", "SSO on, permission denied or restricted", variant: "restricted",
            phases: [requestor([.access(.restricted)], [.status("VSA403", "info")])]),
        DecisionRow(
            "1.9", "SSO on, permission not determined",
            phases: [requestor([.access(.notDetermined)], [.status("VSA404", "info")])]),
        DecisionRow(
            "1.10", "SSO on, VSA cannot be reached or fails", variant: "no bus",
            phases: [requestor([.deviceUnreachable(.noBus)], [.status("APPL", "error", having: "details")])]),
        DecisionRow(
            "1.10", "SSO on, VSA cannot be reached or fails", variant: "a bus without the device",
            phases: [requestor([.deviceUnreachable(.isAbsent)], [.status("APPL", "error", having: "details")])]),
        DecisionRow("1.11", "granted, nobody signed in", phases: [requestor([.access(.granted)]), refusedCheck()]),
        DecisionRow(
            "1.12", "granted, signed in, MVPD not integrated or SSO off", variant: "SSO off",
            phases: [
                requestor([.access(.granted), .signIn(provider: "delta.example", subscriber: "alice")]), refusedCheck(),
            ]),
        DecisionRow(
            "1.12", "granted, signed in, MVPD not integrated or SSO off", variant: "not integrated",
            phases: [
                requestor([.access(.granted), .signIn(provider: "epsilon.example", subscriber: "alice")]), refusedCheck(),
            ]),
        DecisionRow(
            "1.13", "granted, signed in, SSO on, degraded",
            phases: [
                requestor(
                    signedIn() + [.degradation(mvpd: "AlphaCable", rule: .authenticateAll)], [.status("N010", "warning")]),
                authenticatedCheck,
            ]),
        DecisionRow(
            "1.14", "SAML response obtained and accepted", phases: [requestor(signedIn()), authenticatedCheck]),
        DecisionRow(
            "1.14", "SAML response obtained and accepted", variant: "tvOS", platform: .tvos,
            phases: [
                requestor(signedIn()),
                Phase(
                    calls: [.checkAuthentication],
                    callbacks: [.trackingAuthenticated("AlphaCable", isCached: true, platform: .tvos), .authenticated]),
            ]),
        DecisionRow(
            "1.15", "the service rejects the response",
            phases: [requestor(signedIn() + [.refuseResponses(provider: "alpha.example")]), refusedCheck()]),
    ]

    /// Table 1 where a token is stored before.
    static let setRequestorWithTokens: [DecisionRow] = [
        DecisionRow(
            "1.16", "Apple token stored, account signed out or permission withdrawn", variant: "signed out",
            phases: [
                requestor(signedIn()), requestor([.signOut(keepsAccess: true)]),
                refusedCheck([.signIn(provider: "alpha.example", subscriber: "alice")]),
            ]),
        DecisionRow(
            "1.16", "Apple token stored, account signed out or permission withdrawn", variant: "signed out, then a logout",
            phases: [requestor(signedIn()), requestor([.signOut(keepsAccess: true)]), nothingToEnd]),
        DecisionRow(
            "1.16", "Apple token stored, account signed out or permission withdrawn", variant: "denied",
            phases: [
                requestor(signedIn()), requestor([.access(.denied)], [.status("VSA403", "info")]),
                refusedCheck([.access(.granted)]),
            ]),
        DecisionRow(
            "1.16", "Apple token stored, account signed out or permission withdrawn", variant: "not determined",
            phases: [
                requestor(signedIn()), requestor([.access(.notDetermined)], [.status("VSA404", "info")]),
                refusedCheck([.access(.granted)]),
            ]),
        DecisionRow(
            "1.17", "a valid regular token", variant: "web login",
            phases: loggedIn("GammaSat") + [requestor([.access(.denied)]), check("GammaSat")]),
        DecisionRow(
            "1.17", "a valid regular token", variant: "second screen", platform: .tvos,
            phases: loggedIn("GammaSat", .tvos) + [requestor([.access(.denied)]), check("GammaSat", .tvos)]),
        DecisionRow(
            "1.17", "a valid regular token", variant: "degraded",
            phases: [
                requestor(
                    signedIn() + [.degradation(mvpd: "AlphaCable", rule: .authenticateAll)], [.status("N010", "warning")]),
                requestor([.access(.denied)]), authenticatedCheck,
            ]),
        DecisionRow(
            "1.18", "Apple token of MVPD A, system account now at B",
            phases: [
                requestor(signedIn() + [.singleSignOn(mvpd: "DeltaCoop", isOn: true)]),
                requestor([.signOut(keepsAccess: true), .signIn(provider: "delta.example", subscriber: "alice")]),
                Phase(
                    calls: [.checkAuthentication, .getSelectedProvider],
                    callbacks: [
                        .trackingAuthenticated("DeltaCoop", isCached: true), .authenticated, .selectedProvider("DeltaCoop"),
                    ]),
            ]),
        DecisionRow(
            "1.18", "Apple token of MVPD A, system account now at B", variant: "which is not integrated",
            phases: [
                requestor(signedIn()),
                requestor([.signOut(keepsAccess: true), .signIn(provider: "epsilon.example", subscriber: "alice")]),
                nothingToEnd,
            ]),
        DecisionRow(
            "1.18", "Apple token of MVPD A, system account now at B", variant: "which is a remembered PICKER provider",
            phases: [
                requestor(signedIn()),
                requestor([.signOut(keepsAccess: true), .signIn(provider: "beta.example", subscriber: "alice")]),
                nothingToEnd,
            ]),
        DecisionRow(
            "1.19", "system account is a remembered PICKER provider",
            phases: [
                requestor([.access(.granted), .signIn(provider: "beta.example", subscriber: "alice")]), refusedCheck(),
            ]),
        DecisionRow(
            "1.20", "a valid Apple token, account still signed in to the same MVPD",
            phases: [
                requestor(signedIn()), requestor([.refuseResponses(provider: "alpha.example")]), authenticatedCheck,
            ]),
        DecisionRow(
            "1.21", signedInAgain, variant: "another subscriber",
            phases: [requestor(signedIn("bob")), authorized("news"), requestor(signedInAnew()), authorized("news", "sports")]),
        DecisionRow(
            "1.21", signedInAgain, variant: "another subscriber, the app restarts",
            phases: [
                requestor(signedIn("bob")), authorized("news"), requestor([.relaunch] + signedInAnew()),
                authorized("news", "sports"),
            ]),
        DecisionRow(
            "1.21", signedInAgain, variant: "another subscriber, whose response the service rejects",
            phases: [
                requestor(signedIn("bob")),
                requestor(signedInAnew() + [.refuseResponses(provider: "alpha.example")]), refusedCheck(), nobodyIsTold,
            ]),
    ]

    private static let signedInAgain = "a valid Apple token, account signed in again at the same MVPD"

    /// The account is signed out, and a user signs in at Alpha Cable.
    static func signedInAnew(_ subscriber: String = "alice") -> [Arrangement] {
        [.signOut(keepsAccess: true), .signIn(provider: "alpha.example", subscriber: subscriber)]
    }

    /// Resources of Alpha Cable for which no authorization is cached.
    static func authorized(_ resources: String...) -> Phase {
        Phase(
            calls: resources.map(Call.getAuthorization),
            callbacks: resources.flatMap {
                [
                    .trackingAuthenticated("AlphaCable", isCached: true),
                    .trackingAuthorized("AlphaCable", isCached: false), .setToken($0),
                ]
            })
    }

    /// A logout that finds no token, not even one that cannot be used now.
    static let nothingToEnd = Phase(calls: [.logout], callbacks: [.notAuthenticated()])

    /// The app's requests about the login have no answer.
    static let nobodyIsTold = Phase(
        calls: [.getUserMetadata("userID"), .getSelectedProvider],
        callbacks: [.userMetadata(.exactly(.null)), .selectedProvider(nil)])
}

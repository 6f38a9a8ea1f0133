extension DecisionRow {
    private static let gamma = ExpectedCallback.trackingAuthenticated("GammaSat", isCached: true)
    private static let alpha = ExpectedCallback.trackingAuthenticated("AlphaCable", isCached: true)
    private static let asked: [ExpectedCallback] = [.status("VSA404", "info")]

    /// The app's own dialog, and Gamma Sat chosen in it.
    private static let choice: [Phase] = [
        dialog([], asked),
        Phase(calls: [.setSelectedProvider("GammaSat")], callbacks: [.trackingSelected("GammaSat"), .navigateToUrl()]),
    ]

    /// A rule for Alpha Cable, or its end, and an authorization after it.
    private static func authorization(
        under rule: Arrangement.DegradationRule? = nil, _ resource: String, isCached: Bool = false,
        _ statuses: [ExpectedCallback] = []
    ) -> Phase {
        Phase(
            rule.map { [.degradation(mvpd: "AlphaCable", rule: $0)] } ?? [], calls: [.getAuthorization(resource)],
            callbacks: [alpha, .trackingAuthorized("AlphaCable", isCached: isCached)] + statuses + [.setToken(resource)])
    }

    /// A rule for Alpha Cable, or its end, and a refusal after it.
    private static func refusal(under rule: Arrangement.DegradationRule? = nil, _ resource: String, _ errorID: String) -> Phase {
        Phase(
            rule.map { [.degradation(mvpd: "AlphaCable", rule: $0)] } ?? [], calls: [.getAuthorization(resource)],
            callbacks: [
                alpha, .trackingNotAuthorized(ErrorText.userNotAuthorized, details: .someText),
                .status(errorID, "error", having: "resource", "message"),
                .tokenRequestFailed(resource, ErrorText.userNotAuthorized, description: .someText),
            ])
    }

    /// Rules that start or end in the middle.
    static let degradation: [DecisionRow] = [
        DecisionRow(
            "3.22", "a degraded provider is selected in either picker", variant: "the rule begins while the page is open",
            phases: [requestor([], asked)] + choice + [
                Phase(
                    [.degradation(mvpd: "GammaSat", rule: .authenticateAll), .followPage], calls: [.handleExternalURL(end)],
                    callbacks: [
                        .trackingAuthenticated("GammaSat", isCached: false), .status("N010", "warning"), .authenticated,
                    ]),
                Phase(
                    calls: [.checkAuthentication, .getAuthorization("sports")],
                    callbacks: [
                        gamma, .authenticated, gamma, .trackingAuthorized("GammaSat", isCached: false),
                        .status("Z010", "warning", having: "resource"), .setToken("sports"),
                    ]),
                requestor([.degradation(mvpd: "GammaSat", rule: .none)], asked), refusedCheck([], asked),
            ]),
        DecisionRow(
            "3.22", "a degraded provider is selected in either picker", variant: "the rule has ended before",
            phases: [
                requestor([.degradation(mvpd: "GammaSat", rule: .authenticateAll)], asked), dialog([], asked),
                Phase(
                    [.degradation(mvpd: "GammaSat", rule: .none)], calls: [.setSelectedProvider("GammaSat")],
                    callbacks: [.trackingSelected("GammaSat"), .navigateToUrl()]),
                Phase(
                    [.webLogin(subscriber: "alice")], calls: [.handleExternalURL(end)],
                    callbacks: [.trackingAuthenticated("GammaSat", isCached: false), .authenticated]),
            ]),
        DecisionRow(
            "4.8", "AuthZNone rule", variant: "begins and ends while an authorization is stored",
            phases: [
                requestor(signedIn()), authorization("news"), refusal(under: .authorizeNone, "news", "Z169"),
                authorization(under: Arrangement.DegradationRule.none, "news"),
            ]),
        DecisionRow(
            "4.9", "AuthNAll or AuthZAll rule", variant: "AuthZAll begins and ends",
            phases: [
                requestor(signedIn("bob")), refusal("sports", "Z100"),
                authorization(under: .authorizeAll, "sports", [.status("Z010", "warning")]),
                refusal(under: Arrangement.DegradationRule.none, "sports", "Z100"),
            ]),
        DecisionRow(
            "4.9", "AuthNAll or AuthZAll rule", variant: "AuthNAll begins",
            phases: [
                requestor(signedIn("bob")), authorization(under: .authenticateAll, "sports", [.status("Z010", "warning")]),
            ]),
    ]
}

extension DecisionRow {
    /// Tracking of a successful authentication check with Alpha Cable's stored token.
    private static let checked = ExpectedCallback.trackingAuthenticated("AlphaCable", isCached: true)

    /// A refused authorization: code, level, and the required description.
    private static func refusal(_ resource: String, _ errorID: String, text: Expectation = .anything) -> [ExpectedCallback] {
        [
            checked, .trackingNotAuthorized(ErrorText.userNotAuthorized, details: text),
            .status(errorID, "error", having: "resource"),
            .tokenRequestFailed(resource, ErrorText.userNotAuthorized, description: text),
        ]
    }

    /// A granted authorization.
    private static func permission(_ resource: String, _ statuses: [ExpectedCallback] = []) -> [ExpectedCallback] {
        [checked, .trackingAuthorized("AlphaCable", isCached: false)] + statuses + [.setToken(resource)]
    }

    /// The callbacks of a call that waited for an abandoned login.
    private static func abandoned(_ resource: String) -> [ExpectedCallback] {
        [
            .trackingNotAuthorized(ErrorText.userNotAuthenticated),
            .tokenRequestFailed(resource, ErrorText.userNotAuthenticated),
        ]
    }

    /// Table 4 without temporary passes.
    static let authorization: [DecisionRow] = authorizationStart + authorizationAnswers

    private static let authorizationStart: [DecisionRow] = [
        DecisionRow(
            "4.1", "checkAuthorization, not authenticated",
            phases: [
                requestor([.access(.granted)]),
                Phase(
                    calls: [.checkAuthorization("news")],
                    callbacks: [.trackingNotAuthenticated(), .status("N000", "info"), .notAuthenticated()]
                        + abandoned("news")),
            ]),
        DecisionRow(
            "4.2", "getAuthorization, not authenticated", variant: "continues by itself",
            phases: [
                requestor([.access(.granted)]),
                Phase(
                    [.signIn(provider: "alpha.example", subscriber: "alice")], calls: [.getAuthorization("news")],
                    callbacks: [
                        .trackingAuthenticated("AlphaCable", isCached: false), .authenticated,
                        .trackingAuthorized("AlphaCable", isCached: false), .setToken("news"),
                    ]),
            ]),
        DecisionRow(
            "4.2", "getAuthorization, not authenticated", variant: "abandoned login",
            phases: [
                requestor([], [.status("VSA404", "info")]),
                Phase(
                    calls: [.getAuthorization("news")],
                    callbacks: [
                        .trackingNotAuthenticated(), .status("VSA404", "info"), .displayProviderDialog(providers),
                    ]),
                Phase(
                    calls: [.setSelectedProvider(nil)],
                    callbacks: [
                        .trackingSelected(""), .status("N005", "info"), .notAuthenticated(ErrorText.providerNotSelected),
                    ] + abandoned("news")),
            ]),
        DecisionRow(
            "4.3", "authorized",
            phases: [
                requestor(signedIn()), Phase(calls: [.getAuthorization("news")], callbacks: permission("news")),
                Phase(
                    calls: [.checkAuthorization("news")],
                    callbacks: [checked, .trackingAuthorized("AlphaCable", isCached: true), .setToken("news")]),
            ]),
    ]

    private static let authorizationAnswers: [DecisionRow] = [
        DecisionRow(
            "4.4", "denied by the MVPD",
            phases: [
                requestor(signedIn("bob")),
                Phase(
                    calls: [.getAuthorization("sports")],
                    callbacks: [
                        checked, .trackingNotAuthorized(ErrorText.userNotAuthorized, details: .someText),
                        .status("Z100", "error", having: "resource", "message"),
                        .tokenRequestFailed("sports", ErrorText.userNotAuthorized, description: .someText),
                    ]),
            ]),
        DecisionRow(
            "4.5", "repeated denials",
            phases: [requestor(signedIn("bob"))]
                + [Phase](
                    repeating: Phase(calls: [.getAuthorization("sports")], callbacks: refusal("sports", "Z100")), count: 3)
                + [Phase(calls: [.getAuthorization("sports")], callbacks: refusal("sports", "Z110"))]),
        DecisionRow(
            "4.6", "MVPD unreachable",
            phases: [
                requestor(signedIn()),
                Phase(
                    [.providerAnswers(.unreachable)], calls: [.getAuthorization("news")],
                    callbacks: refusal("news", "Z120", text: .textWith("Network"))),
            ]),
        DecisionRow(
            "4.7", "malformed resource",
            phases: [
                requestor(signedIn()),
                Phase(
                    calls: [.getAuthorization("<rss><channel><title>news")],
                    callbacks: refusal("<rss><channel><title>news", "Z130")),
            ]),
        DecisionRow(
            "4.8", "AuthZNone rule",
            phases: [
                requestor(signedIn() + [.degradation(mvpd: "AlphaCable", rule: .authorizeNone)]),
                Phase(calls: [.getAuthorization("news")], callbacks: refusal("news", "Z169")),
            ]),
        DecisionRow(
            "4.9", "AuthNAll or AuthZAll rule", variant: "AuthZAll",
            phases: [
                requestor(signedIn("bob") + [.degradation(mvpd: "AlphaCable", rule: .authorizeAll)]),
                Phase(
                    calls: [.getAuthorization("sports")], callbacks: permission("sports", [.status("Z010", "warning")])),
            ]),
        DecisionRow(
            "4.9", "AuthNAll or AuthZAll rule", variant: "AuthNAll",
            phases: [
                requestor(
                    signedIn("bob") + [.degradation(mvpd: "AlphaCable", rule: .authenticateAll)],
                    [.status("N010", "warning")]),
                Phase(
                    calls: [.getAuthorization("sports")], callbacks: permission("sports", [.status("Z010", "warning")])),
            ]),
        DecisionRow(
            "4.11", "checkPreauthorizedResources", variant: "subset, order kept",
            phases: [
                requestor(signedIn()),
                Phase(
                    calls: [.checkPreauthorizedResources(["sports", "nothing", "news"])],
                    callbacks: [.preauthorizedResources(["sports", "news"])]),
            ]),
        DecisionRow(
            "4.11", "checkPreauthorizedResources", variant: "too many",
            phases: [
                requestor(signedIn()),
                Phase(
                    calls: [.checkPreauthorizedResources(["a", "b", "c", "d", "e", "f"])],
                    callbacks: [.status("P100", "error"), .preauthorizedResources([])]),
            ]),
    ]
}

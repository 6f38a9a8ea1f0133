// Table 3: the app changes its mind, or forgets about a login.
extension DecisionRow {
    private static let again = "getAuthentication again while the app shows its own dialog"

    /// Row 3.25. Apps call getAuthentication to find whether a user is logged in, and ignore the list.
    static let loginAgain: [DecisionRow] =
        [
            DecisionRow(
                "3.25", again,
                phases: list() + [
                    list()[1],
                    // Both calls wait for the single open login.
                    Phase(
                        calls: [.setSelectedProvider(nil)],
                        callbacks: [
                            .trackingSelected(""), .status("N005", "info"), .notAuthenticated(ErrorText.providerNotSelected),
                        ]),
                ]),
            DecisionRow("3.25", again, variant: "after setRequestor", phases: list() + list()),
            DecisionRow(
                "3.25", again, variant: "forced",
                phases: list() + [Phase(calls: [.forceAuthentication], callbacks: list()[1].callbacks)]),
            DecisionRow(
                "3.25", again, variant: "a user has signed in meanwhile",
                phases: list() + [
                    Phase(
                        signedIn(), calls: [.getAuthentication],
                        callbacks: [.trackingAuthenticated("AlphaCable", isCached: false), .authenticated])
                ]),
            DecisionRow(
                "3.25", again, variant: "permission given meanwhile, the system's picker",
                phases: list() + [
                    Phase(
                        [.access(.granted), .answer(.picker, "alpha.example"), .answer(.signIn, "alice")],
                        calls: [.getAuthentication],
                        callbacks: [
                            .trackingNotAuthenticated(), .presentTvProviderDialog, .dismissTvProviderDialog,
                            .trackingAuthenticated("AlphaCable", isCached: false), .authenticated,
                        ])
                ]),
        ]
        + [Platform.ios, .tvos].map { platform in
            DecisionRow(
                "3.25", again, variant: "and the user logs in, \(platform)", platform: platform,
                phases: list(platform) + [list(platform)[1], choice("GammaSat", platform), webLogin("GammaSat", platform)])
        }

    /// Row 3.25 after a prompt of the system that the user has declined: the same login does not prompt again.
    static let loginAgainAfterPrompt: [DecisionRow] = [
        DecisionRow(
            "3.25", again, variant: "the user has cancelled the system's picker",
            phases: declined("cancel", "N005") + [
                listAgain("cancel", "N005"),
                Phase(
                    calls: [.setSelectedProvider(nil)],
                    callbacks: [
                        .trackingSelected(""), .status("N005", "info"), .notAuthenticated(ErrorText.providerNotSelected),
                    ]),
            ]),
        DecisionRow(
            "3.25", again, variant: "the user has picked Other TV Provider, after setRequestor",
            phases: declined("other", "N003") + [requestor(), listAgain("other", "N003")]),
        DecisionRow(
            "3.25", again, variant: "the user has cancelled the system's picker, forced",
            phases: declined("cancel", "N005") + [listAgain("cancel", "N005", .forceAuthentication)]),
    ]

    private static func declined(_ answer: String, _ errorID: String) -> [Phase] {
        [
            requestor([.access(.granted)]),
            Phase(
                [.answer(.picker, answer)], calls: [.getAuthentication],
                callbacks: [
                    .trackingNotAuthenticated(), .presentTvProviderDialog, .dismissTvProviderDialog, .status(errorID, "info"),
                    .displayProviderDialog(providers),
                ]),
        ]
    }

    /// The list without a prompt, which would be answered.
    private static func listAgain(_ answer: String, _ errorID: String, _ call: Call = .getAuthentication) -> Phase {
        Phase(
            [.answer(.picker, answer)], calls: [call],
            callbacks: [.trackingNotAuthenticated(), .status(errorID, "info"), .displayProviderDialog(providers)])
    }

    private static let other = "setSelectedProvider(other) with a valid token, then getAuthentication"

    /// Row 3.26.
    static let otherProvider: [DecisionRow] =
        [Platform.ios, .tvos].flatMap { platform in
            [
                DecisionRow(
                    "3.26", other, variant: "regular token, \(platform)", platform: platform,
                    phases: loggedIn("GammaSat", platform)
                        + change(to: "DeltaCoop", platform, [.status("VSA404", "info")])
                        + [webLogin("DeltaCoop", platform), check("DeltaCoop", platform)]),
                DecisionRow(
                    "3.26", other, variant: "Apple token, \(platform)", platform: platform,
                    phases: [requestor(signedIn())] + change(to: "GammaSat", platform)
                        + [webLogin("GammaSat", platform), check("GammaSat", platform)]),
                DecisionRow(
                    "3.26", other, variant: "abandoned, the old token stays, \(platform)", platform: platform,
                    phases: [requestor(signedIn())] + change(to: "GammaSat", platform) + [
                        Phase(
                            calls: [.setSelectedProvider(nil)],
                            callbacks: [
                                .trackingSelected("", platform: platform), .status("N005", "info"),
                                .notAuthenticated(ErrorText.providerNotSelected),
                            ]),
                        check("AlphaCable", platform),
                    ]),
                DecisionRow(
                    "3.26", other, variant: "the system account's, \(platform)", platform: platform,
                    phases: loggedIn("GammaSat", platform) + [
                        Phase(
                            signedIn(), calls: [.setSelectedProvider("AlphaCable"), .getAuthentication],
                            callbacks: [
                                .trackingSelected("AlphaCable", platform: platform),
                                .trackingAuthenticated("AlphaCable", isCached: false, platform: platform), .authenticated,
                            ]),
                        check("AlphaCable", platform),
                    ]),
            ]
        }

    /// The app chooses a provider other than that of the token, and the user is redirected there.
    private static func change(
        to mvpd: String, _ platform: Platform, _ statuses: [ExpectedCallback] = []
    ) -> [Phase] {
        [
            Phase(calls: [.setSelectedProvider(mvpd)], callbacks: [.trackingSelected(mvpd, platform: platform)]),
            Phase(
                calls: [.getAuthentication],
                callbacks: [.trackingNotAuthenticated(platform: platform)] + statuses
                    + [platform == .ios ? .navigateToUrl() : .registrationCode]),
            Phase(calls: [.getSelectedProvider], callbacks: [.selectedProvider(mvpd)]),
        ]
    }
}

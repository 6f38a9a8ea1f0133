extension DecisionRow {
    /// The app's own dialog, on a device that has not prompted for access yet.
    static func list(_ platform: Platform = .ios) -> [Phase] {
        [
            requestor([], [.status("VSA404", "info")]),
            Phase(
                calls: [.getAuthentication],
                callbacks: [
                    .trackingNotAuthenticated(platform: platform), .status("VSA404", "info"), .displayProviderDialog(providers),
                ]),
        ]
    }

    /// The user chooses in the app's own dialog.
    static func choice(_ mvpd: String, _ platform: Platform = .ios) -> Phase {
        Phase(
            calls: [.setSelectedProvider(mvpd)],
            callbacks: [
                .trackingSelected(mvpd, platform: platform), platform == .ios ? .navigateToUrl() : .registrationCode,
            ])
    }

    /// The user logs in, and the app gets its callbacks, including those after the login.
    static func webLogin(
        _ mvpd: String, _ platform: Platform = .ios, _ subscriber: String = "alice", then: [ExpectedCallback] = []
    ) -> Phase {
        let end: [ExpectedCallback] = [
            .trackingAuthenticated(mvpd, isCached: false, platform: platform), .authenticated,
        ]
        guard platform == .ios else {
            return Phase([.webLogin(subscriber: subscriber), .elapse(seconds: 5)], callbacks: end + then)
        }
        return Phase(
            [.webLogin(subscriber: subscriber)], calls: [.handleExternalURL("adobepass://ios.app")], callbacks: end + then)
    }

    /// The user logs in on the page that the library shows in the system's browser: the end needs no call.
    static func browserLogin(_ mvpd: String) -> Phase {
        Phase(
            [.pageInBrowser, .webLogin(subscriber: "alice")],
            callbacks: [.trackingAuthenticated(mvpd, isCached: false), .authenticated])
    }

    /// A login in the app's own dialog, from the app's start on.
    static func loggedIn(_ mvpd: String, _ platform: Platform = .ios) -> [Phase] {
        list(platform) + [choice(mvpd, platform), webLogin(mvpd, platform)]
    }

    /// `checkAuthentication()` that finds a token.
    static func check(_ mvpd: String, _ platform: Platform = .ios, after arrangements: [Arrangement] = []) -> Phase {
        let found = ExpectedCallback.trackingAuthenticated(mvpd, isCached: true, platform: platform)
        return Phase(arrangements, calls: [.checkAuthentication], callbacks: [found, .authenticated])
    }

    /// What a login can be used for.
    private static func use(_ mvpd: String, _ platform: Platform = .ios) -> [Phase] {
        [
            check(mvpd, platform),
            Phase(
                calls: [.getAuthorization("news")],
                callbacks: [
                    .trackingAuthenticated(mvpd, isCached: true, platform: platform),
                    .trackingAuthorized(mvpd, isCached: false, platform: platform), .setToken("news"),
                ]),
        ]
    }

    /// Tables 3 and 4: a login on a provider's page, or on a second screen.
    static let webLogin: [DecisionRow] = pageLogin + secondScreen + presetProvider + waitingAuthorization

    private static let pageLogin: [DecisionRow] = [
        DecisionRow(
            "3.15", "the user picks in the app's own dialog, iOS",
            phases: list() + [choice("GammaSat"), webLogin("GammaSat")] + use("GammaSat")),
        DecisionRow(
            "3.15", "the user picks in the app's own dialog, iOS", variant: "second attempt",
            phases: list() + [
                choice("GammaSat"),
                Phase(
                    calls: [.handleExternalURL("adobepass://ios.app")],
                    callbacks: [
                        .trackingNotAuthenticated(), .status("N130", "error"),
                        .notAuthenticated(ErrorText.genericAuthentication),
                    ]),
                list()[1], choice("AlphaCable"), webLogin("AlphaCable"),
            ] + use("AlphaCable")),
        DecisionRow(
            "3.15", "the user picks in the app's own dialog, iOS", variant: "at another provider than before",
            phases: list() + [
                choice("GammaSat"), webLogin("GammaSat"),
                Phase(
                    calls: [.forceAuthentication],
                    callbacks: [
                        .trackingNotAuthenticated(), .status("VSA404", "info"), .displayProviderDialog(providers),
                    ]),
                choice("DeltaCoop"), webLogin("DeltaCoop"),
            ] + use("DeltaCoop")),
        DecisionRow(
            "3.10", "the user picks a PICKER provider", variant: "and logs in",
            phases: [
                requestor([.access(.granted)]),
                Phase(
                    [.answer(.picker, "beta.example")], calls: [.getAuthentication],
                    callbacks: [
                        .trackingNotAuthenticated(), .presentTvProviderDialog, .dismissTvProviderDialog,
                        .trackingSelected("BetaFiber"),
                    ]),
                browserLogin("BetaFiber"),
            ] + use("BetaFiber")),
        DecisionRow(
            "3.21", "system account is a remembered PICKER provider", variant: "and the user logs in",
            phases: [
                requestor([.access(.granted), .signIn(provider: "beta.example", subscriber: "alice")]),
                Phase(
                    calls: [.getAuthentication], callbacks: [.trackingNotAuthenticated(), .trackingSelected("BetaFiber")]),
                browserLogin("BetaFiber"),
            ] + use("BetaFiber")),
    ]

    private static let secondScreen: [DecisionRow] = [
        DecisionRow(
            "3.16", "the user picks in the app's own dialog, tvOS", platform: .tvos,
            phases: list(.tvos) + [choice("GammaSat", .tvos), webLogin("GammaSat", .tvos)] + use("GammaSat", .tvos)),
        DecisionRow(
            "3.16", "the user picks in the app's own dialog, tvOS", variant: "the code expires", platform: .tvos,
            phases: list(.tvos) + [
                choice("GammaSat", .tvos),
                Phase([.elapse(seconds: 1_740)]),
                Phase([.elapse(seconds: 60)], callbacks: [.notAuthenticated(ErrorText.genericAuthentication)]),
                Phase([.webLogin(subscriber: "alice"), .wait(seconds: 6)]),
            ]),
        DecisionRow(
            "3.17", "setSelectedProvider(null) while a login runs", variant: "tvOS, while a code is shown", platform: .tvos,
            phases: list(.tvos) + [
                choice("GammaSat", .tvos),
                Phase(
                    calls: [.setSelectedProvider(nil)],
                    callbacks: [
                        .trackingSelected("", platform: .tvos), .status("N005", "info"),
                        .notAuthenticated(ErrorText.providerNotSelected),
                    ]),
                Phase([.webLogin(subscriber: "alice"), .wait(seconds: 6)]),
            ]),
        DecisionRow(
            "3.10", "the user picks a PICKER provider", variant: "tvOS", platform: .tvos,
            phases: [
                requestor([.access(.granted)]),
                Phase(
                    [.answer(.picker, "beta.example")], calls: [.getAuthentication],
                    callbacks: [
                        .trackingNotAuthenticated(platform: .tvos), .presentTvProviderDialog, .dismissTvProviderDialog,
                        .trackingSelected("BetaFiber", platform: .tvos), .registrationCode,
                    ]),
                webLogin("BetaFiber", .tvos),
            ] + use("BetaFiber", .tvos)),
        DecisionRow(
            "3.21", "system account is a remembered PICKER provider", variant: "tvOS", platform: .tvos,
            phases: [
                requestor([.access(.granted), .signIn(provider: "beta.example", subscriber: "alice")]),
                Phase(
                    calls: [.getAuthentication],
                    callbacks: [
                        .trackingNotAuthenticated(platform: .tvos), .trackingSelected("BetaFiber", platform: .tvos),
                        .registrationCode,
                    ]),
            ]),
    ]

    private static let presetProvider: [DecisionRow] = [Platform.ios, .tvos].map { platform in
        DecisionRow(
            "3.23", "a provider was preset before getAuthentication", variant: platform.rawValue, platform: platform,
            phases: [
                requestor([], [.status("VSA404", "info")]),
                Phase(
                    calls: [.setSelectedProvider("GammaSat")], callbacks: [.trackingSelected("GammaSat", platform: platform)]),
                Phase(
                    calls: [.getAuthentication],
                    callbacks: [
                        .trackingNotAuthenticated(platform: platform), .status("VSA404", "info"),
                        platform == .ios ? .navigateToUrl() : .registrationCode,
                    ]),
                webLogin("GammaSat", platform),
            ] + use("GammaSat", platform))
    }

    private static let waitingAuthorization: [DecisionRow] = [Platform.ios, .tvos].map { platform in
        DecisionRow(
            "4.2", "getAuthorization, not authenticated", variant: "through a login in a browser, \(platform.rawValue)",
            platform: platform,
            phases: [
                requestor([], [.status("VSA404", "info")]),
                Phase(
                    calls: [.getAuthorization("news"), .getAuthentication, .getAuthorization("kids")],
                    // The list is delivered again to getAuthentication (3.25).
                    callbacks: list(platform)[1].callbacks + list(platform)[1].callbacks),
                choice("GammaSat", platform),
                webLogin(
                    "GammaSat", platform,
                    then: ["news", "kids"].flatMap {
                        [.trackingAuthorized("GammaSat", isCached: false, platform: platform), .setToken($0)]
                    }),
            ])
    }
}

extension DecisionRow {

    /// The app has access, and nobody is signed in.
    private static let nobody = requestor([.access(.granted)])

    /// The outcomes of a prompt for which the system's dialog appears.
    private static func asked(_ callbacks: ExpectedCallback...) -> [ExpectedCallback] {
        [.trackingNotAuthenticated(), .presentTvProviderDialog, .dismissTvProviderDialog] + callbacks
    }

    /// A token of a provider that is not cached: tracking, and the result.
    private static func login(_ mvpd: String, _ statuses: [ExpectedCallback] = []) -> [ExpectedCallback] {
        [.trackingAuthenticated(mvpd, isCached: false)] + statuses + [.authenticated]
    }

    /// The login page of Beta Fiber in the system's browser, where the library shows it without a callback; the app abandons it.
    private static let pageGivenUp = [
        Phase([.pageInBrowser]),
        Phase(
            calls: [.setSelectedProvider(nil)],
            callbacks: [
                .trackingSelected(""), .status("N005", "info"), .notAuthenticated(ErrorText.providerNotSelected),
            ]),
    ]

    /// A choice that ends with a code and the app's own dialog.
    private static func fallback(_ errorID: String) -> [ExpectedCallback] {
        asked(.status(errorID, "info"), .displayProviderDialog(providers))
    }

    /// Table 3: the user chooses in the system's picker.
    static let picker: [DecisionRow] = pickerSignIn + pickerChoices + pickerDegraded

    private static let pickerSignIn: [DecisionRow] = [
        DecisionRow(
            "3.6", "not signed in, the user picks a SUPPORTED MVPD and signs in",
            phases: [
                nobody,
                Phase(
                    [.answer(.picker, "alpha.example"), .answer(.signIn, "alice")], calls: [.getAuthentication],
                    callbacks: asked() + login("AlphaCable")),
                authenticatedCheck,
            ]),
        DecisionRow(
            "3.6", "not signed in, the user picks a SUPPORTED MVPD and signs in", variant: "tvOS", platform: .tvos,
            phases: [
                nobody,
                Phase(
                    [.answer(.picker, "alpha.example"), .answer(.signIn, "alice")], calls: [.getAuthentication],
                    callbacks: [
                        .trackingNotAuthenticated(platform: .tvos), .presentTvProviderDialog, .dismissTvProviderDialog,
                        .trackingAuthenticated("AlphaCable", isCached: false, platform: .tvos), .authenticated,
                    ]),
            ]),
        DecisionRow(
            "3.6", "not signed in, the user picks a SUPPORTED MVPD and signs in",
            variant: "second attempt, after a change of mind",
            phases: [
                nobody,
                Phase(
                    [
                        .answer(.picker, "alpha.example"), .answer(.signIn, "wrong-password"), .answer(.signIn, "cancel"),
                        .answer(.picker, "alpha.example"), .answer(.signIn, "bob"),
                    ], calls: [.getAuthentication], callbacks: asked() + login("AlphaCable")),
            ]),
        DecisionRow(
            "3.6", "not signed in, the user picks a SUPPORTED MVPD and signs in", variant: "the only one of TV_PROVIDERS",
            phases: [
                nobody,
                Phase(
                    [.answer(.signIn, "alice")],
                    calls: [.getAuthenticationAmong(["GammaSat", "AlphaCable", "nobody"], featured: ["AlphaCable"])],
                    callbacks: asked() + login("AlphaCable")),
            ]),
        DecisionRow(
            "4.2", "getAuthorization, not authenticated", variant: "through the system's picker",
            phases: [
                nobody,
                Phase(
                    [.answer(.picker, "alpha.example"), .answer(.signIn, "alice")], calls: [.getAuthorization("news")],
                    callbacks: asked() + login("AlphaCable") + [
                        .trackingAuthorized("AlphaCable", isCached: false), .setToken("news"),
                    ]),
            ]),
    ]

    private static let pickerChoices: [DecisionRow] = [
        DecisionRow(
            "3.7", "the user picks Other TV Provider",
            phases: [
                nobody,
                Phase([.answer(.picker, "other")], calls: [.getAuthentication], callbacks: fallback("N003")),
            ]),
        DecisionRow(
            "3.8", "the user picks a provider that is not integrated or has SSO off", variant: "SSO off",
            phases: [
                nobody,
                Phase([.answer(.picker, "delta.example")], calls: [.getAuthentication], callbacks: fallback("N004")),
            ]),
        DecisionRow(
            "3.8", "the user picks a provider that is not integrated or has SSO off", variant: "not integrated",
            phases: [
                nobody,
                Phase([.answer(.picker, "epsilon.example")], calls: [.getAuthentication], callbacks: fallback("N004")),
            ]),
        DecisionRow(
            "3.8", "the user picks a provider that is not integrated or has SSO off", variant: "PICKER with SSO off",
            phases: [
                requestor([.access(.granted), .singleSignOn(mvpd: "BetaFiber", isOn: false)]),
                Phase([.answer(.picker, "beta.example")], calls: [.getAuthentication], callbacks: fallback("N004")),
            ]),
        DecisionRow(
            "3.9", "the user cancels the picker",
            phases: [
                nobody,
                Phase([.answer(.picker, "cancel")], calls: [.getAuthentication], callbacks: fallback("N005")),
                Phase(
                    calls: [.setSelectedProvider(nil)],
                    callbacks: [
                        .trackingSelected(""), .status("N005", "info"), .notAuthenticated(ErrorText.providerNotSelected),
                    ]),
            ]),
        DecisionRow(
            "3.10", "the user picks a PICKER provider",
            phases: [
                nobody,
                Phase(
                    [.answer(.picker, "beta.example")], calls: [.getAuthentication],
                    callbacks: asked(.trackingSelected("BetaFiber"))),
            ] + pageGivenUp),
        DecisionRow(
            "3.10", "the user picks a PICKER provider", variant: "handleSVC",
            phases: [
                nobody,
                Phase(
                    [.answer(.picker, "beta.example")], calls: [.setOption("handleSVC", true), .getAuthentication],
                    callbacks: asked(.trackingSelected("BetaFiber"), .navigateToUrl(usesSVC: true))),
            ]),
    ]

    private static let pickerDegraded: [DecisionRow] = [
        DecisionRow(
            "3.22", "a degraded provider is selected", variant: "SUPPORTED, in the system's picker",
            phases: [
                requestor([.access(.granted), .degradation(mvpd: "AlphaCable", rule: .authenticateAll)]),
                Phase(
                    [.answer(.picker, "alpha.example")], calls: [.getAuthentication],
                    callbacks: asked() + login("AlphaCable", [.status("N010", "warning")])),
                authenticatedCheck,
            ]),
        DecisionRow(
            "3.22", "a degraded provider is selected", variant: "PICKER, in the system's picker",
            phases: [
                requestor([.access(.granted), .degradation(mvpd: "BetaFiber", rule: .authenticateAll)]),
                Phase(
                    [.answer(.picker, "beta.example")], calls: [.getAuthentication],
                    callbacks: asked() + login("BetaFiber", [.status("N010", "warning")])),
            ]),
        DecisionRow(
            "3.22", "a degraded provider is selected", variant: "SUPPORTED, but the rule has ended before",
            phases: [
                requestor([.access(.granted), .degradation(mvpd: "AlphaCable", rule: .authenticateAll)]),
                // The first prompt has no form for Alpha Cable, where everybody would be authenticated.
                Phase(
                    [
                        .degradation(mvpd: "AlphaCable", rule: .none), .answer(.picker, "alpha.example"),
                        .answer(.picker, "alpha.example"), .answer(.signIn, "alice"),
                    ], calls: [.getAuthentication],
                    callbacks: asked(.presentTvProviderDialog, .dismissTvProviderDialog) + login("AlphaCable")),
            ]),
        DecisionRow(
            "3.22", "a degraded provider is selected", variant: "PICKER, but the rule has ended before",
            phases: [
                requestor([.access(.granted), .degradation(mvpd: "BetaFiber", rule: .authenticateAll)]),
                Phase(
                    [.degradation(mvpd: "BetaFiber", rule: .none), .answer(.picker, "beta.example")],
                    calls: [.setOption("handleSVC", true), .getAuthentication],
                    callbacks: asked(.trackingSelected("BetaFiber"), .navigateToUrl(usesSVC: true))),
            ]),
        DecisionRow(
            "3.22", "a degraded provider is selected", variant: "in the app's own dialog",
            phases: [
                requestor(
                    [.degradation(mvpd: "GammaSat", rule: .authenticateAll)], [.status("VSA404", "info")]),
                dialog([], [.status("VSA404", "info")]),
                Phase(
                    calls: [.setSelectedProvider("GammaSat")],
                    callbacks: [.trackingSelected("GammaSat")] + login("GammaSat", [.status("N010", "warning")])),
            ]),
    ]

    /// Table 3: the system's account has been used before.
    static let pickerWithAccount: [DecisionRow] = [
        DecisionRow(
            "3.6", "not signed in, the user picks a SUPPORTED MVPD and signs in", variant: "account and token expired",
            phases: [
                requestor([.authenticationLifetime(mvpd: "AlphaCable", seconds: 1)] + signedIn()),
                requestor([.expireAccount, .elapse(seconds: 2)]),
                refusedCheck(),
                Phase(
                    [.authenticationLifetime(mvpd: "AlphaCable", seconds: 3_600), .answer(.signIn, "alice")],
                    calls: [.getAuthentication], callbacks: asked() + login("AlphaCable")),
                authenticatedCheck,
            ]),
        DecisionRow(
            "3.21", "system account is a remembered PICKER provider",
            phases: [
                requestor([.access(.granted), .signIn(provider: "beta.example", subscriber: "alice")]),
                Phase(
                    calls: [.setOption("handleSVC", true), .getAuthentication],
                    callbacks: [
                        .trackingNotAuthenticated(), .trackingSelected("BetaFiber"), .navigateToUrl(usesSVC: true),
                    ]),
            ]),
        DecisionRow(
            "3.21", "system account is a remembered PICKER provider", variant: "remembered by the picker",
            phases: [
                nobody,
                Phase(
                    [.answer(.picker, "beta.example")], calls: [.getAuthentication],
                    callbacks: asked(.trackingSelected("BetaFiber"))),
            ] + pageGivenUp + [
                requestor(),
                Phase(
                    calls: [.getAuthentication], callbacks: [.trackingNotAuthenticated(), .trackingSelected("BetaFiber")]),
            ] + pageGivenUp),
        DecisionRow(
            "3.24", "forceAuthn while signed in", variant: "signs in again",
            phases: [
                requestor(signedIn()),
                Phase(
                    [.answer(.signIn, "bob")], calls: [.forceAuthentication], callbacks: asked() + login("AlphaCable")),
                authenticatedCheck,
            ]),
        DecisionRow(
            "3.24", "forceAuthn while signed in", variant: "cancelled, the old token stays",
            phases: [
                requestor(signedIn()),
                Phase([.answer(.signIn, "cancel")], calls: [.forceAuthentication], callbacks: fallback("N005")),
                authenticatedCheck,
            ]),
        DecisionRow(
            "3.24", "forceAuthn while signed in", variant: "at a provider whose AuthNAll rule has ended",
            phases: [
                requestor(
                    signedIn() + [.degradation(mvpd: "AlphaCable", rule: .authenticateAll)], [.status("N010", "warning")]),
                Phase(
                    [.degradation(mvpd: "AlphaCable", rule: .none), .answer(.signIn, "bob")], calls: [.forceAuthentication],
                    callbacks: asked() + login("AlphaCable")),
                authenticatedCheck,
            ]),
        DecisionRow(
            "3.24", "forceAuthn while signed in", variant: "signed out meanwhile, another provider",
            phases: [
                requestor([.singleSignOn(mvpd: "DeltaCoop", isOn: true)] + signedIn()),
                Phase(
                    [
                        .signOut(keepsAccess: true), .answer(.picker, "delta.example"), .answer(.signIn, "alice"),
                    ], calls: [.forceAuthentication], callbacks: asked() + login("DeltaCoop")),
                Phase(
                    calls: [.checkAuthentication],
                    callbacks: [.trackingAuthenticated("DeltaCoop", isCached: true), .authenticated]),
            ]),
    ]
}

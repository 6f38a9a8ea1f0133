extension DecisionRow {
    /// `getAuthentication()` that ends with the app's own dialog, with status codes before it.
    static func dialog(_ arrangements: [Arrangement] = [], _ statuses: [ExpectedCallback] = []) -> Phase {
        Phase(
            arrangements, calls: [.getAuthentication],
            callbacks: [.trackingNotAuthenticated()] + statuses + [.displayProviderDialog(providers)])
    }

    /// Table 3 without the rows that need the system's picker or a login page.
    static let getAuthentication: [DecisionRow] = [
        DecisionRow(
            "3.1", "valid, usable token, not forced",
            phases: [
                requestor(signedIn()),
                Phase(
                    calls: [.getAuthentication],
                    callbacks: [.trackingAuthenticated("AlphaCable", isCached: true), .authenticated]),
            ]),
        DecisionRow("3.2", "no MVPD with SSO on", phases: [requestor(noSingleSignOn), dialog()]),
        DecisionRow(
            "3.2", "no MVPD with SSO on", variant: "with a filter",
            phases: [
                requestor(noSingleSignOn),
                Phase(
                    calls: [.getAuthenticationAmong(["GammaSat"], featured: ["GammaSat"])], callbacks: dialog().callbacks),
            ]),
        DecisionRow(
            "3.3", "permission denied", variant: "denied",
            phases: [
                requestor([.access(.denied)], [.status("VSA403", "info")]), dialog([], [.status("VSA403", "info")]),
            ]),
        DecisionRow(
            "3.3", "permission denied", variant: "restricted",
            phases: [
                requestor([.access(.restricted)], [.status("VSA403", "info")]), dialog([], [.status("VSA403", "info")]),
            ]),
        DecisionRow(
            "3.3", "permission denied", variant: "withdrawn while an Apple token is stored",
            phases: [requestor(signedIn()), dialog([.access(.denied)], [.status("VSA403", "info")]), nobodyIsTold]),
        DecisionRow(
            "3.4", "permission not determined",
            phases: [requestor([], [.status("VSA404", "info")]), dialog([], [.status("VSA404", "info")])]),
        DecisionRow(
            "3.5", "VSA fails or times out", variant: "no bus",
            phases: [
                requestor([.deviceUnreachable(.noBus)], [.status("APPL", "error", having: "details")]),
                dialog([], [.status("VSA503", "info", having: "message")]),
            ]),
        DecisionRow(
            "3.5", "VSA fails or times out", variant: "a bus without the device",
            phases: [
                requestor([.deviceUnreachable(.isAbsent)], [.status("APPL", "error", having: "details")]),
                dialog([], [.status("VSA503", "info", having: "message")]),
            ]),
        DecisionRow(
            "3.5", "VSA fails or times out", variant: "the device hangs",
            phases: [
                requestor([.deviceUnreachable(.standsStill)], [.status("APPL", "error", having: "details")]),
                refusedCheck([], [.status("APPL_ERROR", "error", having: "details")]),
                dialog([], [.status("VSA503", "info", having: "message")]),
            ]),
        DecisionRow(
            "3.11", "already signed in to a SUPPORTED, integrated, SSO-on provider",
            phases: [
                requestor([.access(.granted)]),
                Phase(
                    [.signIn(provider: "alpha.example", subscriber: "alice")], calls: [.getAuthentication],
                    callbacks: [.trackingAuthenticated("AlphaCable", isCached: false), .authenticated]),
            ]),
        DecisionRow(
            "3.11", "already signed in to a SUPPORTED, integrated, SSO-on provider",
            variant: "another subscriber than the token's",
            phases: [
                requestor(signedIn("bob")),
                Phase(
                    signedInAnew(), calls: [.getAuthentication],
                    callbacks: [.trackingAuthenticated("AlphaCable", isCached: false), .authenticated]),
                authorized("sports"),
            ]),
        DecisionRow(
            "3.12", "that provider is degraded",
            phases: [
                requestor([.access(.granted)]),
                Phase(
                    [
                        .signIn(provider: "alpha.example", subscriber: "alice"),
                        .degradation(mvpd: "AlphaCable", rule: .authenticateAll),
                    ], calls: [.getAuthentication],
                    callbacks: [
                        .trackingAuthenticated("AlphaCable", isCached: false), .status("N010", "warning"), .authenticated,
                    ]),
                authenticatedCheck,
            ]),
        DecisionRow(
            "3.13", "the service rejects the SAML response",
            phases: [
                requestor([.access(.granted)]),
                dialog(
                    [.signIn(provider: "alpha.example", subscriber: "alice"), .refuseResponses(provider: "alpha.example")],
                    [.status("VSA503", "info", having: "message")]),
            ]),
        DecisionRow(
            "3.14", "already signed in, provider not integrated or SSO off", variant: "SSO off",
            phases: [
                requestor([.access(.granted), .signIn(provider: "delta.example", subscriber: "alice")]),
                dialog([], [.status("N004", "info")]),
            ]),
        DecisionRow(
            "3.14", "already signed in, provider not integrated or SSO off", variant: "not integrated",
            phases: [
                requestor([.access(.granted), .signIn(provider: "epsilon.example", subscriber: "alice")]),
                dialog([], [.status("N004", "info")]),
            ]),
        DecisionRow(
            "3.17", "setSelectedProvider(null) while a login runs",
            phases: [
                requestor([], [.status("VSA404", "info")]), dialog([], [.status("VSA404", "info")]),
                Phase(
                    calls: [.setSelectedProvider(nil)],
                    callbacks: [
                        .trackingSelected(""), .status("N005", "info"), .notAuthenticated(ErrorText.providerNotSelected),
                    ]),
            ]),
        DecisionRow(
            "3.19", "login window closed before a session exists",
            phases: [
                requestor([], [.status("VSA404", "info")]), dialog([], [.status("VSA404", "info")]),
                Phase(
                    calls: [.setSelectedProvider("GammaSat")], callbacks: [.trackingSelected("GammaSat"), .navigateToUrl()]),
                Phase(
                    calls: [.handleExternalURL("adobepass://ios.app")],
                    callbacks: [
                        .trackingNotAuthenticated(), .status("N130", "error"),
                        .notAuthenticated(ErrorText.genericAuthentication),
                    ]),
            ]),
        DecisionRow(
            "3.20", "no provider available at all",
            phases: [
                requestor(providers.map { .integration(mvpd: $0, isEnabled: false) }),
                Phase(
                    calls: [.getAuthentication],
                    callbacks: [.trackingNotAuthenticated(), .notAuthenticated(ErrorText.providerNotAvailable)]),
            ]),
    ]
}

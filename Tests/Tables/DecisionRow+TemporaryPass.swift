extension DecisionRow {
    /// `setSelectedProvider` of the temporary pass, which succeeds.
    private static func passSelected(_ platform: Platform = .ios) -> Phase {
        Phase(
            calls: [.setSelectedProvider("TempPass")],
            callbacks: [
                .trackingSelected("TempPass", platform: platform),
                .trackingAuthenticated("TempPass", isCached: false, platform: platform), .status("N011", "info"), .authenticated,
            ])
    }

    /// A media token by the temporary pass.
    private static func mediaToken(_ call: Call, isCached: Bool = false) -> Phase {
        Phase(
            calls: [call],
            callbacks: [
                .trackingAuthenticated("TempPass", isCached: true), .trackingAuthorized("TempPass", isCached: isCached),
                .status("Z011", "info", having: "resource"), .setToken("news"),
            ])
    }

    /// Rows 3.18 and 4.10.
    static let temporaryPass: [DecisionRow] = [
        DecisionRow(
            "3.18", "TempPass selected", variant: "in the app's dialog",
            phases: [
                requestor([], [.status("VSA404", "info")]), dialog([], [.status("VSA404", "info")]), passSelected(),
                Phase(
                    calls: [.checkAuthentication],
                    callbacks: [.trackingAuthenticated("TempPass", isCached: true), .authenticated]),
            ]),
        DecisionRow(
            "3.18", "TempPass selected", variant: "with no login running",
            phases: [
                requestor([.access(.granted)]), passSelected(),
                Phase(calls: [.getSelectedProvider], callbacks: [.selectedProvider("TempPass")]),
            ]),
        DecisionRow(
            "3.18", "TempPass selected", variant: "on tvOS", platform: .tvos,
            phases: [requestor([.access(.granted)]), passSelected(.tvos)]),
        DecisionRow(
            "3.18", "TempPass selected", variant: "used up",
            phases: [
                requestor([.access(.granted)]), passSelected(), mediaToken(.getAuthorization("news")),
                Phase(
                    [.elapse(seconds: 601)], calls: [.setSelectedProvider("TempPass")],
                    callbacks: [
                        .trackingSelected("TempPass"), .trackingNotAuthenticated(), .status("N111", "warning", having: "message"),
                        .notAuthenticated(ErrorText.genericAuthentication),
                    ]),
            ]),
        DecisionRow(
            "4.10", "TempPass",
            phases: [
                requestor([.access(.granted)]), passSelected(), mediaToken(.getAuthorization("news")),
                mediaToken(.checkAuthorization("news"), isCached: true),
            ]),
    ]
}

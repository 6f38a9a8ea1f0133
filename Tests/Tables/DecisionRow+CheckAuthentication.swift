extension DecisionRow {
    /// Table 2.
    static let checkAuthentication: [DecisionRow] = [
        DecisionRow("2.1", "valid, usable token", phases: [requestor(signedIn()), authenticatedCheck]),
        DecisionRow(
            "2.1", "valid, usable token", variant: "regular",
            phases: loggedIn("GammaSat") + [check("GammaSat", after: [.access(.denied)])]),
        DecisionRow(
            "2.1", "valid, usable token", variant: "regular, SSO now off",
            phases: loggedIn("AlphaCable") + [
                requestor([.singleSignOn(mvpd: "AlphaCable", isOn: false)]), check("AlphaCable"),
            ]),
        DecisionRow(
            "2.1", "valid, usable token", variant: "regular, tvOS", platform: .tvos,
            phases: loggedIn("GammaSat", .tvos) + [check("GammaSat", .tvos, after: [.access(.denied)])]),
        DecisionRow("2.2", "no token, never signed in", phases: [requestor([.access(.granted)]), refusedCheck()]),
        DecisionRow(
            "2.2", "no token, never signed in", variant: "no SSO", phases: [requestor(noSingleSignOn), refusedCheck()]),
        DecisionRow(
            "2.3", "the token's TTL has passed",
            phases: [
                requestor(signedIn() + [.authenticationLifetime(mvpd: "AlphaCable", seconds: 3_600)]),
                refusedCheck([.elapse(seconds: 3_601)]),
            ]),
        DecisionRow(
            "2.4", "integration or SSO now off", variant: "integration",
            phases: [
                requestor(signedIn()), requestor([.integration(mvpd: "AlphaCable", isEnabled: false)]), refusedCheck(),
            ]),
        DecisionRow(
            "2.4", "integration or SSO now off", variant: "integration, regular token",
            phases: loggedIn("GammaSat") + [
                requestor([.integration(mvpd: "GammaSat", isEnabled: false)], [.status("VSA404", "info")]),
                refusedCheck([], [.status("VSA404", "info")]),
            ]),
        DecisionRow(
            "2.4", "integration or SSO now off", variant: "SSO",
            phases: [
                requestor(signedIn()), requestor([.singleSignOn(mvpd: "AlphaCable", isOn: false)]), refusedCheck(),
            ]),
        DecisionRow(
            "2.5", "no usable token, permission denied", variant: "denied",
            phases: [
                requestor([.access(.denied)], [.status("VSA403", "info")]), refusedCheck([], [.status("VSA403", "info")]),
            ]),
        DecisionRow(
            "2.5", "no usable token, permission denied", variant: "restricted",
            phases: [
                requestor([.access(.restricted)], [.status("VSA403", "info")]),
                refusedCheck([], [.status("VSA403", "info")]),
            ]),
        DecisionRow(
            "2.6", "no usable token, permission not determined",
            phases: [requestor([], [.status("VSA404", "info")]), refusedCheck([], [.status("VSA404", "info")])]),
        DecisionRow(
            "2.7", "no usable token, VSA fails", variant: "no bus",
            phases: [
                requestor([.deviceUnreachable(.noBus)], [.status("APPL", "error", having: "details")]),
                refusedCheck([], [.status("APPL_ERROR", "error", having: "details")]),
            ]),
        DecisionRow(
            "2.7", "no usable token, VSA fails", variant: "a bus without the device",
            phases: [
                requestor([.deviceUnreachable(.isAbsent)], [.status("APPL", "error", having: "details")]),
                refusedCheck([], [.status("APPL_ERROR", "error", having: "details")]),
            ]),
        DecisionRow(
            "2.8", "token bound to another device id",
            phases: [
                requestor(signedIn()), refusedCheck([.anotherDevice], [.status("SEC412", "warning")]), refusedCheck(),
            ]),
        DecisionRow(
            "2.8", "token bound to another device id", variant: "removed by setRequestor",
            phases: loggedIn("GammaSat") + [requestor(noSingleSignOn + [.anotherDevice]), refusedCheck()]),
        DecisionRow(
            "2.9", "Apple token, permission withdrawn", variant: "denied",
            phases: [
                requestor(signedIn()), refusedCheck([.access(.denied)], [.status("VSA403", "info")]), nobodyIsTold,
                Phase(
                    [.access(.granted)], calls: authenticatedCheck.calls, callbacks: authenticatedCheck.callbacks),
                Phase(
                    calls: [.getUserMetadata("userID"), .getSelectedProvider],
                    callbacks: [.userMetadata(.someText), .selectedProvider("AlphaCable")]),
            ]),
        DecisionRow(
            "2.9", "Apple token, permission withdrawn", variant: "restricted",
            phases: [requestor(signedIn()), refusedCheck([.access(.restricted)], [.status("VSA403", "info")]), nobodyIsTold]),
        DecisionRow(
            "2.9", "Apple token, permission withdrawn", variant: "not determined",
            phases: [
                requestor(signedIn()), refusedCheck([.access(.notDetermined)], [.status("VSA404", "info")]), nobodyIsTold,
            ]),
        DecisionRow(
            "2.9", "Apple token, VSA fails", variant: "the device hangs",
            phases: [
                requestor(signedIn()),
                refusedCheck([.deviceUnreachable(.standsStill)], [.status("APPL_ERROR", "error", having: "details")]),
                Phase(
                    calls: [.getUserMetadata("userID"), .getSelectedProvider],
                    callbacks: [.userMetadata(.someText), .selectedProvider("AlphaCable")]),
            ]),
        DecisionRow(
            "2.10", "Apple token, account signed out",
            phases: [requestor(signedIn()), refusedCheck([.signOut(keepsAccess: true)]), nobodyIsTold]),
        DecisionRow(
            "2.10", "Apple token, account signed out", variant: "a PICKER provider is remembered since",
            phases: [
                requestor(signedIn()),
                refusedCheck([.signOut(keepsAccess: true), .signIn(provider: "beta.example", subscriber: "alice")]), nobodyIsTold,
            ]),
        DecisionRow(
            "2.10", "Apple token, account signed out", variant: "signed in again",
            phases: [
                requestor(signedIn()), refusedCheck(signedInAnew("bob")), nobodyIsTold, requestor(), authenticatedCheck,
            ]),
        DecisionRow(
            "2.10", "Apple token, account signed out", variant: "merely expired",
            phases: [
                requestor(signedIn()),
                Phase([.expireAccount], calls: authenticatedCheck.calls, callbacks: authenticatedCheck.callbacks),
            ]),
    ]
}

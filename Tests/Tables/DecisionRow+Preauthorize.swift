extension DecisionRow {
    /// Row 4.12: only the callback object is called, not the delegate.
    static let preauthorize: [DecisionRow] = [
        row(
            "decisions", signedIn(),
            Phase(
                calls: [.preauthorize(["sports", "nothing", "news"])],
                callbacks: [.decisions([("sports", true), ("nothing", false), ("news", true)])])),
        row(
            "the service rejects", signedIn(),
            Phase(
                calls: [.preauthorize(["a", "b", "c", "d", "e", "f"])],
                callbacks: [.preauthorizeStatus("onResponse", 403, "too_many_resources", action: "configuration")])),
        row(
            "no resource", signedIn(),
            Phase(
                calls: [.preauthorize([])],
                callbacks: [.preauthorizeStatus("onResponse", 400, "missing_resource", action: "none")])),
        row(
            "not authenticated", [.access(.granted)],
            Phase(
                calls: [.preauthorize(["news"])],
                callbacks: [
                    .preauthorizeStatus("onFailure", 0, "authentication_session_missing", action: "authentication")
                ])),
        row(
            "expired", signedIn() + [.authenticationLifetime(mvpd: "AlphaCable", seconds: 3)],
            Phase(
                [.elapse(seconds: 4)], calls: [.preauthorize(["news"])],
                callbacks: [
                    .preauthorizeStatus("onFailure", 0, "authentication_session_expired", action: "authentication")
                ])),
        DecisionRow(
            "4.12", "preauthorize", variant: "before setRequestor",
            phases: [
                Phase(
                    [.access(.granted)], calls: [.preauthorize(["news"]), .setRequestor("REF30")],
                    callbacks: [
                        .preauthorizeStatus("onFailure", 0, "requestor_not_configured", action: "retry"),
                        .setRequestorComplete(1),
                    ])
            ]),
        DecisionRow(
            "4.12", "preauthorize", variant: "after a setRequestor that failed",
            phases: [
                requestor([.statement(.missing)], [.status("R400", "error")], completion: 0),
                Phase(
                    calls: [.preauthorize(["news"])],
                    callbacks: [.preauthorizeStatus("onFailure", 0, "requestor_not_configured", action: "retry")]),
            ]),
    ]

    private static func row(_ variant: String, _ arrangements: [Arrangement], _ phase: Phase) -> DecisionRow {
        DecisionRow("4.12", "preauthorize", variant: variant, phases: [requestor(arrangements), phase])
    }
}

extension DecisionRow {
    /// Every variant of every row that the library implements, in the order of the tables, on both platforms.
    public static let all = onBothPlatforms(written)

    /// The variants as defined below.
    public static let written: [DecisionRow] =
        setRequestor + setRequestorWithTokens + checkAuthentication + getAuthentication + picker
        + pickerWithAccount + webLogin + loginAgain + loginAgainAfterPrompt + otherProvider + temporaryPass + lifetimes
        + authorization + degradation + preauthorize + logout

    /// The numbers of the rows that are implemented.
    public static var implemented: Set<String> { Set(all.map(\.row)) }

    /// REF30's providers in configuration order (Epsilon TV's integration is off).
    static let providers = ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "TempPass"]

    /// Permission granted and a subscriber signed in at Alpha Cable.
    static func signedIn(_ subscriber: String = "alice") -> [Arrangement] {
        [.access(.granted), .signIn(provider: "alpha.example", subscriber: subscriber)]
    }

    /// `setRequestor(REF30)` after some arrangements, with status codes before its completion.
    static func requestor(
        _ arrangements: [Arrangement] = [], _ statuses: [ExpectedCallback] = [], completion: Int = 1
    ) -> Phase {
        Phase(
            arrangements, calls: [.setRequestor("REF30")], callbacks: statuses + [.setRequestorComplete(completion)])
    }

    /// `checkAuthentication()` that finds a token of Alpha Cable.
    static let authenticatedCheck = Phase(
        calls: [.checkAuthentication], callbacks: [.trackingAuthenticated("AlphaCable", isCached: true), .authenticated])

    /// `checkAuthentication()` that finds none, with status codes before N000.
    static func refusedCheck(_ arrangements: [Arrangement] = [], _ statuses: [ExpectedCallback] = []) -> Phase {
        Phase(
            arrangements, calls: [.checkAuthentication],
            callbacks: [.trackingNotAuthenticated()] + statuses + [.status("N000", "info"), .notAuthenticated()])
    }

    /// Single sign-on is off for every provider of REF30.
    static let noSingleSignOn: [Arrangement] = [
        .singleSignOn(mvpd: "AlphaCable", isOn: false), .singleSignOn(mvpd: "BetaFiber", isOn: false),
    ]
}

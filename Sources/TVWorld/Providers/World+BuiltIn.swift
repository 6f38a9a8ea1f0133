extension World {
    /// The world that is used without a file: five providers and a temporary pass, three subscribers at each, two
    /// requestors.
    public static let builtIn = World(
        providers: [
            Provider(id: "alpha.example", name: "Alpha Cable", mvpd: "AlphaCable"),
            Provider(
                id: "beta.example", name: "Beta Fiber", mvpd: "BetaFiber", boarding: .picker, requiresSystemBrowser: true),
            Provider(id: "gamma.example", name: "Gamma Sat", mvpd: "GammaSat", boarding: .none, isInLineUp: false),
            Provider(id: "delta.example", name: "Delta Coop", mvpd: "DeltaCoop"),
            Provider(id: "epsilon.example", name: "Epsilon TV", mvpd: "EpsilonTV"),
            Provider(
                id: "temp-pass", name: "Temp Pass", mvpd: "TempPass", boarding: .none, isInLineUp: false,
                isTemporaryPass: true, authenticatesPerRequestor: true),
        ],
        subscribers: ["alpha", "beta", "gamma", "delta", "epsilon"].flatMap { builtInSubscribers(provider: "\($0).example") },
        requestors: [
            Requestor(id: "REF30", name: "Reference 30", domains: ["example.com"], customSchemes: ["adbe.example"]),
            Requestor(id: "REF60", name: "Reference 60", domains: ["example.org"], customSchemes: ["adbe.example60"]),
        ],
        integrations: [
            Integration(requestor: "REF30", mvpd: "AlphaCable"),
            Integration(requestor: "REF30", mvpd: "BetaFiber"),
            Integration(requestor: "REF30", mvpd: "GammaSat", singleSignOn: []),
            Integration(requestor: "REF30", mvpd: "DeltaCoop", singleSignOn: []),
            Integration(requestor: "REF30", mvpd: "EpsilonTV", isEnabled: false, singleSignOn: []),
            Integration(requestor: "REF30", mvpd: "TempPass", singleSignOn: []),
            Integration(requestor: "REF60", mvpd: "AlphaCable"),
            Integration(requestor: "REF60", mvpd: "GammaSat", singleSignOn: []),
        ],
        temporaryPasses: [TemporaryPass(requestor: "REF30", mvpd: "TempPass")],
        resources: ["news", "sports", "kids", "movies"]
    )

    /// Returns the subscribers: alice has every channel, bob only `news` and a parental limit; carol's account is suspended.
    private static func builtInSubscribers(provider: String) -> [Subscriber] {
        [
            Subscriber(
                provider: provider, username: "alice", password: "alice",
                attributes: [
                    "userID": .text("u-1001-alice"), "upstreamUserID": .text("u-1001-alice"),
                    "householdID": .text("h-1001"), "zip": .list(["10001"]),
                    "maxRating": .map(["MPAA": "NC-17", "VCHIP": "TV-MA"]),
                ],
                channels: ["news", "sports", "kids", "movies"]),
            Subscriber(
                provider: provider, username: "bob", password: "bob",
                attributes: [
                    "userID": .text("u-1002-bob"), "upstreamUserID": .text("u-1002-bob"),
                    "householdID": .text("u-1002-bob"), "zip": .list(["10002"]),
                    "maxRating": .map(["MPAA": "PG-13", "VCHIP": "TV-PG"]),
                ],
                channels: ["news"]),
            Subscriber(
                provider: provider, username: "carol", password: "carol",
                attributes: [
                    "userID": .text("u-1003-carol"), "upstreamUserID": .text("u-1003-carol"),
                    "householdID": .text("u-1003-carol"), "zip": .list(["10003"]),
                ],
                channels: [], isSuspended: true),
        ]
    }
}

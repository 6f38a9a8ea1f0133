import PickerModel

/// Details of calls in the form that the daemon sends.
enum Sample {
    static let request = "/org/vsasim/SubscriberAccount1/request/1_7/t1"

    static func details(_ more: [String: BusValue] = [:], request: String = request) -> Details {
        let base: [String: BusValue] = [
            "request": .text(request), "application-id": .text("com.example.player"), "application-name": .text("Example Player"),
        ]
        return Details(base.merging(more) { $1 })
    }

    static func provider(_ identifier: String, _ name: String, _ more: [String: BusValue] = [:]) -> Details {
        Details(["provider-identifier": .text(identifier), "name": .text(name)].merging(more) { $1 })
    }

    static func choice(
        _ providers: [Details], _ more: [String: BusValue] = [:], request: String = request
    ) throws -> ProviderChoice {
        try ProviderChoice(details: details(more, request: request), providers: providers)
    }

    static let providers = [
        provider("alpha.example", "Alpha Cable"), provider("beta.example", "Beta Fiber"),
        provider("gamma.example", "Gamma Sat", ["supported": .flag(false)]), provider("delta.example", "DeltaCoop"),
    ]

    static func list(request: String = request) throws -> Prompt { .providers(try choice(providers, request: request)) }

    static func form(_ more: [String: BusValue] = [:], request: String = request) throws -> Prompt {
        .signIn(
            try SignInForm(
                provider: "alpha.example",
                details: details(["provider-name": .text("Alpha Cable")].merging(more) { $1 }, request: request)))
    }

    static func access(_ more: [String: BusValue] = [:]) throws -> Prompt {
        .permission(try PermissionQuestion(.access, applicationIdentifier: "com.example.player", details: details(more)))
    }
}

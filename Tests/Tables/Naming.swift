/// Other names for `REF30`, `AlphaCable`, `alice`, `news` and so on in the tables, for the same rows in another world.
public struct Naming: Sendable {
    private let names: [String: String]

    /// Names by the tables' own; others stay unchanged.
    public init(_ names: [String: String] = [:]) {
        self.names = names
    }

    /// The other name.
    public subscript(_ name: String) -> String { names[name] ?? name }

    func apply(to value: Value) -> Value {
        switch value {
        case .null, .flag, .integer: value
        case .text(let text): .text(self[text])
        case .list(let list): .list(list.map(apply))
        case .object(let object): .object(object.mapValues(apply))
        }
    }

    func apply(to expectation: Expectation) -> Expectation {
        switch expectation {
        case .exactly(let value): .exactly(apply(to: value))
        case .anything, .someText, .textWith: expectation
        case .list(let list): .list(list.map(apply))
        case .object(let object): .object(object.mapValues(apply))
        }
    }
}

extension DecisionRow {
    /// The row with other names.
    public func renamed(_ naming: Naming) -> DecisionRow {
        DecisionRow(
            row, title, variant: variant, platform: platform,
            phases: phases.map { phase in
                Phase(
                    phase.arrangements.map { $0.renamed(naming) }, calls: phase.calls.map { $0.renamed(naming) },
                    callbacks: phase.callbacks.map { callback in
                        ExpectedCallback(callback.name, callback.parameters.mapValues(naming.apply))
                    })
            })
    }
}

extension Arrangement {
    func renamed(_ naming: Naming) -> Arrangement {
        switch self {
        case .signIn(let provider, let subscriber): .signIn(provider: naming[provider], subscriber: naming[subscriber])
        case .answer(let prompt, let value): .answer(prompt, naming[value])
        case .integration(let mvpd, let isEnabled): .integration(mvpd: naming[mvpd], isEnabled: isEnabled)
        case .singleSignOn(let mvpd, let isOn): .singleSignOn(mvpd: naming[mvpd], isOn: isOn)
        case .degradation(let mvpd, let rule): .degradation(mvpd: naming[mvpd], rule: rule)
        case .authenticationLifetime(let mvpd, let seconds): .authenticationLifetime(mvpd: naming[mvpd], seconds: seconds)
        case .webLogin(let subscriber): .webLogin(subscriber: naming[subscriber])
        case .refuseResponses(let provider): .refuseResponses(provider: naming[provider])
        case .storedToken(let mvpd, let source, let isForeign):
            .storedToken(mvpd: naming[mvpd], source: source, isForeign: isForeign)
        case .access, .signOut, .expireAccount, .deviceUnreachable, .statement, .serviceUnreachable, .serviceAnswers,
            .clockOffset, .relaunch, .anotherDevice, .elapse, .wait, .pageInBrowser, .followPage, .providerAnswers:
            self
        }
    }
}

extension Call {
    func renamed(_ naming: Naming) -> Call {
        switch self {
        case .setRequestor(let requestor): .setRequestor(naming[requestor])
        case .getAuthenticationAmong(let shown, let featured):
            .getAuthenticationAmong(shown.map { naming[$0] }, featured: featured.map { naming[$0] })
        case .setSelectedProvider(let mvpd): .setSelectedProvider(mvpd.map { naming[$0] })
        case .checkAuthorization(let resource): .checkAuthorization(naming[resource])
        case .getAuthorization(let resource): .getAuthorization(naming[resource])
        case .checkPreauthorizedResources(let resources): .checkPreauthorizedResources(resources.map { naming[$0] })
        case .preauthorize(let resources): .preauthorize(resources.map { naming[$0] })
        case .checkAuthentication, .setOption, .getAuthentication, .forceAuthentication, .handleExternalURL, .getUserMetadata,
            .getSelectedProvider, .logout:
            self
        }
    }
}

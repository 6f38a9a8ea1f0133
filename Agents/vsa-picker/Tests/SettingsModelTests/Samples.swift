import PickerModel
import SettingsModel

/// Replies in the form that the device sends.
enum Sample {
    static let now: Int64 = 1_800_000_000

    static func panel() -> Panel {
        var panel = Panel(now: now) { "date \($0)" }
        _ = panel.handle(.deviceAppeared)
        return panel
    }

    /// A panel that has received everything.
    static func filled() -> Panel {
        var panel = panel()
        for (query, details) in replies { _ = panel.handle(.received(query, details)) }
        return panel
    }

    static let replies: [(Query, [Details])] = [
        (.account, [account()]), (.providers, providers), (.applications, applications), (.developer, [developer]),
        (.answers, []), (.faults, [fault]), (.clock, [clock(mode: "real")]),
        (.status, [Details(["region": .text("US"), "unanswered": .text("agent")])]), (.journal, [entry(1, "access.checked")]),
    ]

    static func account(expires: Int64 = now + 86_400 * 29) -> Details {
        Details([
            "account-provider-identifier": .text("alpha.example"), "subscriber": .text("alice"), "remembered": .flag(false),
            "signed-in-at": .integer(now - 86_400), "authentication-expiration-date": .integer(expires),
        ])
    }

    static func provider(
        _ identifier: String, _ name: String, developer: Bool = false, schemes: [String] = ["SAML"]
    ) -> Details {
        Details([
            "provider-identifier": .text(identifier), "name": .text(name), "boarding-status": .text("SUPPORTED"),
            "line-up": .flag(true), "subscribers": .texts(["alice", "bob"]), "developer": .flag(developer),
            "supported-authentication-schemes": .texts(schemes),
            "authentication-url": .text(developer ? "https://a.example/" : ""),
        ])
    }

    static let providers = [provider("dev.example", "🚧 Dev TV", developer: true), provider("alpha.example", "Alpha Cable")]

    static func application(_ identifier: String, _ access: String = "granted", name: String = "") -> Details {
        Details([
            "application-id": .text(identifier), "application-name": .text(name), "access-status": .text(access),
            "identified-by": .text("registered"), "usage-description": .text("To watch."),
        ])
    }

    static let applications = [
        application("com.example.news", "not-determined"), application("com.example.player"), application("org.kids", "denied"),
    ]

    static let developer = Details(["simulate-expired-token": .flag(false), "set-top-box-provider": .text("")])

    static let fault = Details([
        "id": .text("slow"), "at": .text("vsa.any"), "delay": .integer(3000), "seen": .number(4), "struck": .number(2),
    ])

    static func clock(mode: String, offset: Int64 = 0) -> Details {
        Details(["mode": .text(mode), "time": .integer(now * 1000 + offset), "offset": .integer(offset)])
    }

    static func entry(_ sequence: Int64, _ event: String, app: String = "com.example.player") -> Details {
        Details([
            "sequence": .integer(sequence), "time": .integer(now - 120), "event": .text(event), "application-id": .text(app),
            "details": .details(Details(["result": .text("granted")])),
        ])
    }
}

extension [PanelEffect] {
    /// The calls that change something.
    var calls: [Call] { compactMap { if case .call(let call) = $0 { call } else { nil } } }

    /// The queries.
    var queries: [Query] { compactMap { if case .query(let query, _) = $0 { query } else { nil } } }
}

extension Control {
    /// The position of the chosen value; nil if there is nothing to choose.
    var selected: Int? { if case .choice(_, let selected) = self { selected } else { nil } }
}

import PrivateSession
import ProjectTesting
import Testing

/// `vsactl provider add` and `remove` with both daemons and an app.
@Suite("Adding and removing providers", .daemonLogs)
struct ProviderTests {
    private static let file = """
        providers:
          - {id: zeta.example, name: Zeta Cable, mvpd: ZetaCable, boarding: supported}
        subscribers:
          - {provider: zeta.example, username: zoe, password: zoe, attributes: {userID: u-9}, channels: [news, opera]}
        integrations:
          - {requestor: REF30, provider: zeta.example}
        """

    /// What an app gets if it requests a new channel.
    private func opera(_ daemons: Daemons) async throws -> String {
        let calls = ["setRequestor REF30", "wait setRequestorComplete 20", "getAuthorization opera", "wait setToken 20"]
        return try await daemons.run("entitle", ["--app-id", "com.example.player"] + calls).checked().output
    }

    @Test("A provider is added to a running session: users stay signed in, and apps sign on silently there")
    func add() async throws {
        try await withDaemons { daemons in
            let file = try daemons.workspace.folder.write(Self.file, to: "zeta.yaml")
            try await daemons.vsactl("access", "set", "com.example.player", "granted").checked()
            try await daemons.vsactl("account", "sign-in", "alpha.example", "--subscriber", "bob").checked()
            for _ in 1...2 {
                let added = try await daemons.document("provider", "add", file)["providers"].elements
                #expect(added.map { $0["id"].text } == ["zeta.example"])
            }
            #expect(try await daemons.document("account", "show")["account"]["subscriber"].text == "bob")
            try await daemons.vsactl("account", "sign-in", "zeta.example").checked()
            #expect(try await opera(daemons).contains(#""resource":"opera""#))
            // It is part of the state that a reset restores.
            try await daemons.vsactl("reset").checked()
            #expect(try await daemons.vsactl("provider", "show", "ZetaCable").checked().output.contains("zoe"))
        }
    }

    @Test("A provider is removed with its integrations, but not while a user is signed in there")
    func remove() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("account", "sign-in", "alpha.example").checked()
            let refused = try await daemons.vsactl("provider", "remove", "AlphaCable")
            #expect(refused.exit == .exited(1) && refused.errorOutput.contains("vsactl account sign-out"), "\(refused)")
            #expect(refused.errorOutput.contains("alice is signed in at alpha.example on the device; nothing was removed"))
            let file = try daemons.workspace.folder.write(
                "{schema: vsa-scenario/1, name: x, account: {provider: alpha.example, subscriber: null}}\n", to: "remembered.yaml"
            )
            try await daemons.vsactl("scenario", "load", file).checked()
            let remembered = try await daemons.vsactl("provider", "remove", "AlphaCable")
            #expect(remembered.errorOutput.contains("the device remembers alpha.example as the user's provider"), "\(remembered)")
            let empty = try daemons.workspace.folder.write("{schema: vsa-scenario/1, name: y}\n", to: "empty.yaml")
            try await daemons.vsactl("scenario", "load", empty).checked()
            let left = try await daemons.document("provider", "remove", "AlphaCable")["providers"].elements
            #expect(left.compactMap { $0["id"].text } == ["beta.example", "gamma.example", "delta.example", "epsilon.example"])
            let integrations = try await daemons.document("integration", "list")["integrations"].elements
            #expect(!integrations.isEmpty && !integrations.contains { $0["mvpd"].text == "AlphaCable" })
            let unknown = try await daemons.vsactl("provider", "remove", "AlphaCable")
            #expect(unknown.exit == .exited(10), "\(unknown)")
        }
    }

    @Test("A file with mistakes is rejected with all of them, and nothing changes")
    func mistakes() async throws {
        try await withDaemons { daemons in
            let before = try await daemons.vsactl("scenario", "export").checked().output
            let file = try daemons.workspace.folder.write(
                """
                providers:
                  - {id: zeta.example, mvpd: AlphaCable, boardng: supported}
                subscribers:
                  - {provider: zeta, username: zoe}
                """, to: "wrong.yaml")
            let result = try await daemons.vsactl("provider", "add", file)
            #expect(result.exit == .exited(65))
            for place in ["2:30: providers[0].mvpd", "2:42: providers[0].boardng", "4:16: subscribers[0].provider"] {
                #expect(result.errorOutput.contains("wrong.yaml:\(place)"), "\(result)")
            }
            let other = try daemons.workspace.folder.write("provider: [{id: zeta.example}]", to: "other.yaml")
            let unknown = try await daemons.vsactl("provider", "add", other)
            #expect(unknown.exit == .exited(65) && unknown.errorOutput.contains("did you mean providers?"), "\(unknown)")
            #expect(try await daemons.vsactl("scenario", "export").checked().output == before)
        }
    }

    @Test("A scenario that is loaded into a running session adds a provider that the service trusts at once")
    func scenario() async throws {
        try await withDaemons { daemons in
            let text = """
                schema: vsa-scenario/1
                name: zeta
                apps: [{id: com.example.player, access: granted}]
                account: {provider: zeta.example, subscriber: zoe}

                """
            let file = try daemons.workspace.folder.write(text + Self.file, to: "scenario.yaml")
            try await daemons.vsactl("scenario", "load", file).checked()
            #expect(try await opera(daemons).contains(#""resource":"opera""#))
        }
    }
}

import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import TVWorld
import Testing

@Suite("Generated worlds", .daemonLogs)
struct GeneratedWorldTests {
    static let worlds = Seeds.few(4, soak: 25).map(GeneratedWorld.init)

    @Test("The tables predict what happens", arguments: worlds)
    func situations(_ generated: GeneratedWorld) async throws {
        #expect(try World(document: Array(generated.world.document.serialized.utf8)) == generated.world)
        var names = generated.names
        try await withDaemons(world: generated.world) { daemons in
            for number in 1...(Seeds.isSoak ? 8 : 4) {
                let situation = WorldSituation(on: generated.world, &names)
                let words = try await happen(situation, daemons)
                #expect(words == situation.expected, "seed \(generated.seed), situation \(number): \(situation)")
                try await daemons.reset()
            }
        }
    }

    /// Sets up a situation.
    ///
    /// - Returns: The callbacks that the app received, as `WorldSituation.expected` writes them.
    private func happen(_ situation: WorldSituation, _ daemons: Daemons) async throws -> [String] {
        try await daemons.vsactl("access", "set", situation.app, situation.access).checked()
        if let subscriber = situation.subscriber {
            let (name, provider) = (subscriber.username, subscriber.provider)
            // A separate argument, unless it would be mistaken for an option: the parser does not separate "=" from a
            // character that combines with it, such as U+200D.
            let option = name.hasPrefix("-") ? ["--subscriber=\(name)"] : ["--subscriber", name]
            try await daemons.run("vsactl", ["account", "sign-in", provider] + option).checked()
        }
        let folder = daemons.workspace.folder
        let place = try folder.makeFolder("apps/\(UUID().uuidString)")
        let statement = "\(place)/statement.jwt"
        try Data(try await daemons.issueStatement(requestor: situation.requestor.id).utf8)
            .write(to: URL(fileURLWithPath: statement))
        let app = try AppProcess(
            options: [
                "--app-id", situation.app, "--platform", situation.platform.rawValue, "--storage", "\(place)/storage",
                "--software-statement", statement,
            ], environment: daemons.environment, log: folder.path("logs/entitle.log"))
        for command in situation.commands { try await app.send(command) }
        let words = try await app.callbacksUntilNow().flatMap(words)
        #expect(try await app.quit().exit == .exited(0))
        return words
    }

    private func words(_ callback: PrintedCallback) -> [String] {
        switch callback.name {
        case "sendTrackingData": []
        case "status": [callback.text("errorId") ?? "no errorId"]
        case "setRequestorComplete", "setAuthenticationStatus": ["\(callback.name) \(callback.integer("status") ?? -1)"]
        case "setToken": ["setToken \(callback.text("resource") ?? "")"]
        case "selectedProvider":
            if case .object(let mvpd)? = callback.parameters["mvpd"] {
                ["selectedProvider \(text(mvpd["ID"])) \(text(mvpd["displayName"]))"]
            } else {
                ["selectedProvider null"]
            }
        case "setMetadataStatus": ["metadata \(text(callback.parameters["metadata"]))"]
        case "preauthorizedResources": [callback.name] + list(callback.parameters["resources"])
        case "displayProviderDialog":
            [callback.name]
                + elements(callback.parameters["mvpds"]).map { if case .object(let mvpd) = $0 { text(mvpd["ID"]) } else { "?" } }
        default: [callback.name]
        }
    }

    private func elements(_ value: Value?) -> [Value] { if case .list(let list)? = value { list } else { [] } }

    private func list(_ value: Value?) -> [String] { elements(value).map { text($0) } }

    private func text(_ value: Value?) -> String {
        switch value {
        case .null?, nil: "null"
        case .flag(let flag)?: "\(flag)"
        case .integer(let number)?: "\(number)"
        case .text(let text)?: text
        case .list?: "\(list(value))"
        case .object(let object)?: "\(object.sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.value))" })"
        }
    }

    @Test("Reset returns to the world of the file, also after the empty reset, which removes it")
    func reset() async throws {
        let generated = GeneratedWorld(seed: 77)
        try await withDaemons(world: generated.world) { daemons in
            struct List: Decodable {
                struct Provider: Decodable { let id: String }
                let providers: [Provider]
            }
            func providers() async throws -> [String] {
                try await daemons.vsactl("provider", "list", "--json").decoded(as: List.self).providers.map(\.id)
            }
            let all = generated.world.providers.filter { !$0.isTemporaryPass }.map(\.id)
            #expect(try await providers() == all)
            try await daemons.vsactl("reset", "--empty").checked()
            #expect(try await providers() == [])
            try await daemons.vsactl("reset").checked()
            #expect(try await providers() == all)
        }
    }
}

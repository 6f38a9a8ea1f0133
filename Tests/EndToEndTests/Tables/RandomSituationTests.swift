import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@Suite("Random situations", .daemonLogs)
struct RandomSituationTests {
    static let seeds = Seeds.few(12, soak: 200)

    @Test("The tables predict what happens", arguments: seeds.map(RandomSituation.init))
    func situation(_ situation: RandomSituation) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await arrange(situation, daemons)
            let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            let app = try AppProcess(
                options: ["--app-id", situation.app, "--platform", situation.platform, "--storage", storage],
                environment: daemons.environment, log: daemons.workspace.folder.path("logs/entitle.log"))
            for command in [
                // The app itself shows every page.
                "setOptions handleSVC=true", "setRequestor \(situation.requestor)", "checkAuthentication",
                "checkAuthorization \(situation.resource)",
            ] { try await app.send(command) }
            var words: [String] = []
            while words.last != "setToken", words.last != "tokenRequestFailed" {
                let callback = try await app.next("the end of \(situation), after \(words)")
                if let word = word(callback) { words.append(word) }
            }
            #expect(words == situation.expected, "\(situation)")
            try await app.send("getAuthentication")
            let login = situation.expectedLogin
            words = []
            while words.count < login.count, login.starts(with: words) {
                let callback = try await app.next("the end of the login in \(situation), after \(words)")
                if let word = word(callback) { words.append(word) }
            }
            #expect(words == login, "\(situation)")
            let rest = try await app.callbacksUntilNow()
            #expect(rest.isEmpty, "\(situation)")
            // There may have been no prompt.
            try await daemons.control("ClearAnswers").checked()
            #expect(try await app.quit().exit == .exited(0))
        }
    }

    private func word(_ callback: PrintedCallback) -> String? {
        switch callback.name {
        case "sendTrackingData": nil
        case "status": callback.text("errorId")
        case "setRequestorComplete", "setAuthenticationStatus": "\(callback.name) \(callback.integer("status") ?? -1)"
        default: callback.name
        }
    }

    private func arrange(_ situation: RandomSituation, _ daemons: Daemons) async throws {
        struct Change: Encodable {
            let enabled: Bool
            let sso: [String: Bool]
            let degraded: String
        }
        for integration in situation.integrations {
            let change = Change(
                enabled: integration.isEnabled, sso: [situation.platform: integration.hasSingleSignOn],
                degraded: integration.degradation)
            try await daemons.administration
                .send("PUT", "/admin/v1/integrations/\(situation.requestor)/\(integration.mvpd)", json: change).expecting(200)
        }
        try await daemons.setAccess(situation.app, situation.access)
        try await daemons.queueAnswer(situation.pick, to: .picker)
        try await daemons.queueAnswer(situation.subscriber, to: .signIn)
        if let provider = situation.provider {
            try await daemons.signIn(situation.subscriber, at: provider.id)
        }
    }
}

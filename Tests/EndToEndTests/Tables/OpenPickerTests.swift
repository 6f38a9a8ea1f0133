import DecisionTables
import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Testing

/// While the system prompts the user: `entitle` and the real device.
@Suite("System picker without an answer yet", .daemonLogs)
struct OpenPickerTests {
    private func app(_ daemons: Daemons) throws -> AppProcess {
        let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        return try AppProcess(
            options: ["--storage", storage], environment: daemons.environment,
            log: daemons.workspace.folder.path("logs/entitle.log"))
    }

    /// An app whose getAuthentication has caused a prompt, on a device where prompts hang.
    private func askingApp(_ daemons: Daemons) async throws -> AppProcess {
        try await daemons.setAccess("com.example.player", "granted")
        try await daemons.control("SetUnanswered", "s", "hang").checked()
        let app = try app(daemons)
        try await app.send("setRequestor REF30")
        #expect(try await names(of: app, until: "setRequestorComplete") == ["setRequestorComplete"])
        try await app.send("getAuthentication")
        #expect(
            try await names(of: app, until: "presentTvProviderDialog") == ["sendTrackingData", "presentTvProviderDialog"])
        return app
    }

    private func names(of app: AppProcess, until last: String) async throws -> [String] {
        var names: [String] = []
        while names.last != last { names.append(try await app.next("\(last) after \(names)").name) }
        return names
    }

    private func requestCount(_ daemons: Daemons) async throws -> Int {
        try BusAnswer(try await daemons.control("ListRequests")).first.elements.count
    }

    @Test("Other calls are answered, a second login joins, and setSelectedProvider null dismisses the dialog")
    func givingUp() async throws {
        try await withDaemons { daemons in
            let app = try await askingApp(daemons)
            try await app.send("checkAuthentication")
            #expect(
                try await names(of: app, until: "setAuthenticationStatus")
                    == ["sendTrackingData", "status", "setAuthenticationStatus"])
            try await app.send("getAuthentication")
            #expect(try await app.callbacksUntilNow().isEmpty)
            #expect(try await requestCount(daemons) == 1)
            try await app.send("setSelectedProvider null")
            #expect(
                try await names(of: app, until: "setAuthenticationStatus")
                    == ["sendTrackingData", "dismissTvProviderDialog", "status", "setAuthenticationStatus"])
            // The account handles the app's next request, so the previous one has ended.
            try await app.send("checkAuthentication")
            _ = try await names(of: app, until: "setAuthenticationStatus")
            #expect(try await requestCount(daemons) == 0)
            #expect(try await app.quit().exit == .exited(0))
        }
    }

    @Test("An answer while the app waits continues the login")
    func lateAnswer() async throws {
        try await withDaemons { daemons in
            let app = try await askingApp(daemons)
            try await daemons.queueAnswer("alice", to: .signIn)
            try await daemons.queueAnswer("alpha.example", to: .picker)
            #expect(
                try await names(of: app, until: "setAuthenticationStatus")
                    == ["dismissTvProviderDialog", "sendTrackingData", "setAuthenticationStatus"])
            #expect(try await app.quit().exit == .exited(0))
        }
    }

    @Test("After its last command, the app waits for the user")
    func lastCommand() async throws {
        try await withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            for (prompt, value) in [("picker", "alpha.example"), ("sign-in", "alice")] {
                try await daemons.control(
                    "QueueAnswer", "a{sv}", "3", "prompt", "s", prompt, "answer", "s", value, "delay", "x", "300"
                ).checked()
            }
            let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            let result = try await daemons.run("entitle", ["--storage", storage, "setRequestor REF30", "getAuthentication"])
            #expect(result.exit == .exited(0), "\(result)")
            #expect(result.lines.last == #"{"callback":"setAuthenticationStatus","status":1,"code":""}"#, "\(result)")
        }
    }

    @Test("The prompt of an app that exits is withdrawn", arguments: [SIGTERM, SIGKILL])
    func callerGone(signal: Int32) async throws {
        try await withDaemons { daemons in
            let app = try await askingApp(daemons)
            #expect(try await requestCount(daemons) == 1)
            app.kill(signal)
            try await until("the request is gone") { try await requestCount(daemons) == 0 }
        }
    }

    @Test("A device that crashes during a prompt is a failure of the system account")
    func deviceGone() async throws {
        try await withDaemons { daemons in
            let app = try await askingApp(daemons)
            kill(try #require(try await daemons.accountProcessID()), SIGKILL)
            #expect(
                try await names(of: app, until: "displayProviderDialog")
                    == ["dismissTvProviderDialog", "status", "displayProviderDialog"])
            #expect(try await app.quit().exit == .exited(0))
        }
    }

    @Test("The user sees the MVPDs of TV_PROVIDERS, starred ones first, and the app gets a selection outside the account")
    func filter() async throws {
        try await withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            let agent = try await PickerAgent(daemons)
            let app = try app(daemons)
            // The app itself shows the provider's page.
            try await app.send("setOptions handleSVC=true")
            try await app.send("setRequestor REF30")
            try await app.send(
                "getAuthentication TV_PROVIDERS=BetaFiber,nobody,GammaSat,AlphaCable FEATURED_TV_PROVIDERS=BetaFiber")
            let picker = try await agent.pickers.next("picker")
            #expect(picker.providers == ["beta.example", "alpha.example"])
            #expect(picker.featured == ["beta.example"])
            picker.answer("provider", "beta.example")
            #expect(
                try await names(of: app, until: "navigateToUrl") == [
                    "setRequestorComplete", "sendTrackingData", "presentTvProviderDialog", "dismissTvProviderDialog",
                    "sendTrackingData", "navigateToUrl",
                ])
            #expect(try await app.quit().exit == .exited(0))
        }
    }

    @Test("The picker keeps the order of TV_PROVIDERS; featured ones come first only if the app requests it")
    func filterOrder() async throws {
        try await withDaemons { daemons in
            try await daemons.vsactl("integration", "set", "REF30", "DeltaCoop", "--sso", "on").checked()
            try await daemons.setAccess("com.example.player", "granted")
            let agent = try await PickerAgent(daemons)
            let app = try app(daemons)
            try await app.send("setRequestor REF30")
            try await app.send("getAuthentication TV_PROVIDERS=DeltaCoop,BetaFiber,AlphaCable")
            let plain = try await agent.pickers.next("picker")
            #expect(plain.providers == ["delta.example", "beta.example", "alpha.example"])
            #expect(plain.featured == [])
            plain.answer("cancel")
            _ = try await names(of: app, until: "displayProviderDialog")
            try await app.send("setSelectedProvider null")
            _ = try await names(of: app, until: "setAuthenticationStatus")
            try await app.send(
                "getAuthentication TV_PROVIDERS=DeltaCoop,BetaFiber,AlphaCable FEATURED_TV_PROVIDERS=AlphaCable,BetaFiber")
            let starred = try await agent.pickers.next("picker")
            #expect(starred.providers == ["alpha.example", "beta.example", "delta.example"])
            #expect(starred.featured == ["alpha.example", "beta.example"])
            starred.answer("cancel")
            _ = try await names(of: app, until: "displayProviderDialog")
            #expect(try await app.quit().exit == .exited(0))
        }
    }

    @Test("Without TV_PROVIDERS the user sees the device's line-up; logout withdraws the prompt")
    func lineUp() async throws {
        try await withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            let agent = try await PickerAgent(daemons)
            let app = try app(daemons)
            try await app.send("setRequestor REF30")
            try await app.send("getAuthentication")
            let picker = try await agent.pickers.next("picker")
            #expect(picker.providers == ["alpha.example", "beta.example", "delta.example", "epsilon.example"])
            _ = try await names(of: app, until: "presentTvProviderDialog")
            try await app.send("logout")
            _ = try await agent.withdrawals.next("Cancel")
            #expect(
                try await names(of: app, until: "setAuthenticationStatus")
                    == ["dismissTvProviderDialog", "status", "setAuthenticationStatus"])
            #expect(try await app.quit().callbacks.map(\.name) == ["setAuthenticationStatus"])
        }
    }
}

import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

@testable import TVWorld

/// Temporary passes that expire during the test, with `entitle` and the real service.
@Suite("Temporary passes, with the real service", .daemonLogs)
struct TemporaryPassTests {
    /// REF30 has a pass of five seconds, REF60 a promotional one for one resource.
    private static let daemons: DaemonPool = {
        var world = World.builtIn
        world.temporaryPasses = [
            TemporaryPass(requestor: "REF30", mvpd: "TempPass", lifetime: 5),
            TemporaryPass(requestor: "REF60", mvpd: "TempPass", kind: .promotional, resourceLimit: 1),
        ]
        world.integrations.append(Integration(requestor: "REF60", mvpd: "TempPass", singleSignOn: []))
        return DaemonPool(world: world)
    }()

    /// A configured app of a requestor on its own device.
    private func app(_ daemons: Daemons, _ requestor: String) async throws -> AppProcess {
        let folder = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
        let statement = folder + "/statement.jwt"
        try await daemons.issueStatement(requestor: requestor).write(toFile: statement, atomically: true, encoding: .utf8)
        let app = try AppProcess(
            options: ["--storage", folder + "/storage", "--software-statement", statement], environment: daemons.environment,
            log: daemons.workspace.folder.path("logs/entitle.log"))
        try await app.send("setRequestor \(requestor)")
        _ = try await callbacks(of: app, until: "setRequestorComplete")
        return app
    }

    /// The callbacks up to one with a name, without tracking data: names, and the identifiers of statuses.
    private func callbacks(of app: AppProcess, until last: String) async throws -> [String] {
        var seen: [String] = []
        while true {
            let callback = try await app.next("\(last) after \(seen)")
            if callback.name != "sendTrackingData" { seen.append(callback.text("errorId") ?? callback.name) }
            if callback.name == last { return seen }
        }
    }

    private func select(_ app: AppProcess) async throws -> [String] {
        try await app.send("setSelectedProvider TempPass")
        return try await callbacks(of: app, until: "setAuthenticationStatus")
    }

    @Test("3.18, 4.10 a pass expires: N111, and only the regular login remains")
    func end() async throws {
        try await Self.daemons.withDaemons { daemons in
            let app = try await app(daemons, "REF30")
            #expect(try await select(app) == ["N011", "setAuthenticationStatus"])
            try await app.send("getAuthorization news")
            #expect(try await callbacks(of: app, until: "setToken") == ["Z011", "setToken"])
            let deadline = ContinuousClock.now + defaultDeadline
            var last: [String] = []
            while last != ["N111", "setAuthenticationStatus"], ContinuousClock.now < deadline { last = try await select(app) }
            #expect(last == ["N111", "setAuthenticationStatus"])
            try await app.send("checkAuthentication")
            #expect(
                try await callbacks(of: app, until: "setAuthenticationStatus") == ["VSA404", "N000", "setAuthenticationStatus"])
            #expect(try await app.quit().exit == .exited(0))
        }
    }

    @Test("A promotional pass names the user, is limited in resources, and follows the user to another device")
    func promotional() async throws {
        try await Self.daemons.withDaemons { daemons in
            for resources in [["news", "sports"], ["sports", "news"]] {
                let app = try await app(daemons, "REF60")
                try await app.send("setSelectedProvider TempPass")
                #expect(try await app.next("sendTrackingData").name == "sendTrackingData")
                #expect(try await app.callbacksUntilNow().isEmpty)
                try await app.send("getAuthentication force email=someone@mail.example")
                let login = try await callbacks(of: app, until: "setAuthenticationStatus")
                #expect(login.suffix(2) == ["N011", "setAuthenticationStatus"])
                for resource in resources {
                    let end = resource == "news" ? "setToken" : "tokenRequestFailed"
                    try await app.send("getAuthorization \(resource) -- email=someone@mail.example")
                    #expect(try await callbacks(of: app, until: end) == [end == "setToken" ? "Z011" : "N111", end])
                }
                try await app.send("getMetadata user remaining_resources")
                #expect(try await app.next("setMetadataStatus").parameters["metadata"] == .integer(0))
                #expect(try await app.quit().exit == .exited(0))
            }
        }
    }
}

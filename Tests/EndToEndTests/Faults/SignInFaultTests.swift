import DecisionTables
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Faults of the provider's sign-in form in the system's dialog.
@Suite("Faults of the sign-in form", .daemonLogs)
struct SignInFaultTests {
    /// What the app receives when the form fails after the user has picked Alpha Cable.
    private func callbacks(_ fault: [String], _ meanwhile: (Daemons) async throws -> Void = { _ in }) async throws -> [String] {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.queueAnswer("alice", to: .signIn)
            try await daemons.queueAnswer("alpha.example", to: .picker)
            try await daemons.run("vsactl", ["fault", "add", "vsa.sign-in", "--id", "form"] + fault).checked()
            let storage = try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)")
            async let playing = daemons.run("entitle", ["--storage", storage, "setRequestor REF30", "getAuthentication"])
            try await meanwhile(daemons)
            let app = try await playing.checked()
            let struck = try await daemons.vsactl("expect", "fault.struck", "fault=form", "point=vsa.sign-in", "--count", "1")
            #expect(struck.exit == .exited(0), "\(struck)")
            return try app.lines.map(PrintedCallback.init).map { $0.text("errorId") ?? $0.name }
        }
    }

    private static let asked = ["setRequestorComplete", "sendTrackingData", "presentTvProviderDialog", "dismissTvProviderDialog"]

    @Test(
        "The provider's error ends the login with its code and the app's own dialog",
        arguments: [("UserCancelled", "N005"), ("ProviderRejected", "VSA503"), ("ServiceTemporarilyUnavailable", "VSA503")])
    func errors(_ error: String, code: String) async throws {
        #expect(try await callbacks(["--error", error]) == Self.asked + [code, "displayProviderDialog"])
    }

    @Test("A request that a fault ends at a prompt reports the fault, not a missing answer")
    func told() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("com.example.player", "granted")
            try await daemons.queueAnswer("alpha.example", to: .picker)
            try await daemons.vsactl("fault", "add", "vsa.picker", "--id", "gone", "--error", "UserCancelled").checked()
            let request = try await daemons.vsactl("request", "--app", "com.example.player")
            #expect(request.exit == .exited(1), "\(request)")
            #expect(request.errorOutput.contains("the fault gone makes the call fail"), "\(request)")
        }
    }

    @Test("A form that is delayed, or held until it is released, is still answered", arguments: ["--delay", "--hang"])
    func late(_ option: String) async throws {
        let fault = option == "--delay" ? [option, "200ms", "--jitter", "100ms"] : [option]
        let heard = try await callbacks(fault) { daemons in
            guard option == "--hang" else { return }
            try await daemons.vsactl("expect", "fault.struck", "--within", "60s").checked()
            try await until("the form hangs") {
                try await daemons.document("fault", "release", "form")["released"] == .integer(1)
            }
        }
        #expect(heard == Self.asked + ["sendTrackingData", "setAuthenticationStatus"])
    }

    @Test("A provider that ends the connection signs nobody in")
    func disconnect() async throws {
        let heard = try await callbacks(["--disconnect"])
        #expect(heard.prefix(4) == Self.asked[...] && heard.last == "displayProviderDialog", "\(heard)")
    }
}

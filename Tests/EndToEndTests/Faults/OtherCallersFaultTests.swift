import DecisionTables
import PrivateSession
import ProjectTesting
import Testing

/// Faults at points that no call of the library passes: the permission prompt, the user accounts, and the authorization token.
@Suite("Faults that affect callers other than the library", .daemonLogs)
struct OtherCallersFaultTests {
    private static let application = "com.example.other"

    /// Adds the fault `other` at a point.
    private func add(_ options: [String], at point: String, _ daemons: Daemons) async throws {
        try await daemons.run("vsactl", ["fault", "add", point, "--id", "other"] + options).checked()
    }

    /// How often the fault was applied.
    private func struck(_ daemons: Daemons) async throws -> Value? {
        try await daemons.document("fault", "list")["faults"].elements.first { $0["id"] == .text("other") }?["struck"]
    }

    @Test(
        "vsa.access-prompt: the prompt is dropped, fails by name, or is delayed; the queued answer waits or is used",
        arguments: [
            (["--error", "UserCancelled"], Int32(1), "not-determined"), (["--error", "Rejected"], 1, "not-determined"),
            (["--disconnect"], 5, "not-determined"), (["--delay", "300ms"], 0, "granted"),
        ])
    func accessPrompt(_ options: [String], code: Int32, access: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await add(options, at: "vsa.access-prompt", daemons)
            try await daemons.queueAnswer("granted", toPrompt: "access")
            let asked = try await daemons.vsactl("request", "access", "--app", Self.application)
            #expect(asked.exit == .exited(code), "\(asked)")
            #expect(try await struck(daemons) == .integer(1))
            let now = try await daemons.document("access", "get", Self.application)
            #expect(now["application"]["access"] == .text(access))
            try await daemons.vsactl("fault", "clear").checked()
            if access != "granted" { try await daemons.queueAnswer("granted", toPrompt: "access") }
            try await daemons.vsactl("request", "access", "--app", Self.application).checked()
        }
    }

    @Test("vsa.user-accounts: a call fails by name, another app's does not, and all calls succeed without the fault")
    func userAccounts() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess("busctl", "granted")
            try await add(["--error", "ServiceTemporarilyUnavailable", "--app", "busctl"], at: "vsa.user-accounts", daemons)
            func list() async throws -> ToolResult {
                try await daemons.busctl(
                    "call", AccountNames.bus, AccountNames.path, "\(AccountNames.interface).UserAccounts", "ListAccounts", "u",
                    "0")
            }
            let failed = try await list()
            #expect(failed.exit == .exited(1) && failed.errorOutput.contains("the fault other makes the call fail"), "\(failed)")
            #expect(try await struck(daemons) == .integer(1))
            try await daemons.vsactl("fault", "clear").checked()
            try await add(["--error", "Rejected", "--app", Self.application], at: "vsa.user-accounts", daemons)
            #expect(try await list().exit == .exited(0))
            #expect(try await struck(daemons) == .integer(0))
        }
    }

    @Test(
        "service.authz: the authorization token cannot be read, the authorization itself is kept",
        arguments: [(["--status", "503"], 503), (["--error", "authorization_expired"], 410)])
    func authorizationToken(_ options: [String], status: Int) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.signIn("alice", at: "alpha.example")
            let device = try await ServiceDevice(daemons: daemons)
            let response = try await daemons.samlResponse(verificationToken: try await device.verificationToken())
            _ = try await device.exchange(response).expecting(200, 201, 204)
            _ = try await device.authorize("news").expecting(200)
            try await add(options + ["--times", "1"], at: "service.authz", daemons)
            _ = try await device.authorizationToken("news").expecting(status)
            #expect(try await struck(daemons) == .integer(1))
            _ = try await device.authorizationToken("news").expecting(200)
        }
    }
}

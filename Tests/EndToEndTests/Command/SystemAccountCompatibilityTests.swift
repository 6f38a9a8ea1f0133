import DBus
import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// The same programs, which use the system account through its dialogs, with scripted answers.
@Suite("Source code of existing apps that use the system account", .daemonLogs)
struct SystemAccountCompatibilityTests {
    private static let application = "com.example.existing"
    private let environment = [
        "VSASIM_APPLICATION_ID": application, "VSASIM_USAGE_DESCRIPTION": "To let you watch what you pay for.",
    ]

    /// Runs a program after queueing answers of the user.
    private func lines(
        of program: String, _ arguments: [String], answers: KeyValuePairs<String, String>, in daemons: Daemons
    ) async throws -> [String] {
        for (prompt, answer) in answers { try await daemons.queueAnswer(answer, toPrompt: prompt) }
        let result = try await daemons.run(program, ["system-account"] + arguments, environment: environment)
        #expect(result.exit == .exited(0), "\(result)")
        return result.lines
    }

    @Test("A5, E10, U10: access, choice and sign-in", arguments: CompatibilityTests.programs)
    func signsIn(_ program: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let answers: KeyValuePairs = ["access": "granted", "picker": "alpha.example", "sign-in": "alice"]
            let first = try await lines(of: program, [], answers: answers, in: daemons)
            #expect(
                first == [
                    "access: 3 -", "present", "chosen: alpha.example", "dismiss", "signed in at alpha.example, with a date",
                ])
            // E6: the next time there is no prompt.
            let second = try await lines(of: program, [], answers: [:], in: daemons)
            #expect(second == ["access: 3 -", "signed in at alpha.example, with a date"])
        }
    }

    @Test("A6, A7: no dialog without access", arguments: CompatibilityTests.programs)
    func noAccess(_ program: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let dismissed = try await lines(of: program, [], answers: ["access": "dismiss"], in: daemons)
            #expect(dismissed == ["access: 0 2", "failed: no access"])
            let denied = try await lines(of: program, [], answers: ["access": "denied"], in: daemons)
            #expect(denied == ["access: 2 0", "failed: no access"])
        }
    }

    @Test("U1, U4, U5, U7: what the user and the app can do in the picker", arguments: CompatibilityTests.programs)
    func picker(_ program: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess(Self.application, "granted")
            let cancelled = try await lines(of: program, [], answers: ["picker": "cancel"], in: daemons)
            #expect(cancelled == ["access: 3 -", "present", "dismiss", "cancelled"])
            let own = try await lines(of: program, [], answers: ["picker": "club.example"], in: daemons)
            #expect(own == ["access: 3 -", "present", "dismiss", "other provider: club.example"])
            let veto = try await lines(of: program, ["closed"], answers: ["picker": "alpha.example"], in: daemons)
            #expect(
                veto == ["access: 3 -", "present", "chosen: alpha.example", "dismiss", "other provider: alpha.example"])
        }
    }

    @Test("Q5: cancel from within present ends the dialog", arguments: CompatibilityTests.programs)
    func cancels(_ program: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await daemons.setAccess(Self.application, "granted")
            let found = try await lines(of: program, ["impatient"], answers: ["picker": "alpha.example"], in: daemons)
            #expect(found == ["access: 3 -", "present", "dismiss", "cancelled"])
        }
    }

    @Test("An app's own accounts", arguments: CompatibilityTests.programs)
    func userAccounts(_ program: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let found = try await lines(of: program, ["accounts"], answers: [:], in: daemons)
            #expect(
                found == [
                    "double: double.example API", "account: user-1 paid [\"gold\"]", "products: [\"monthly\"], device: other",
                    "accounts after sign-out: 0",
                ])
        }
    }

    @Test("Automatic sign-in", arguments: CompatibilityTests.programs)
    func automaticSignIn(_ program: String) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            let answers: KeyValuePairs = ["auto-sign-in": "granted", "auto-sign-in": "denied"]
            let found = try await lines(of: program, ["automatic"], answers: answers, in: daemons)
            #expect(
                found == [
                    "automatic sign-in: token-1", "automatic sign-in: stored before", "forgotten: true",
                    "automatic sign-in: refused",
                ])
        }
    }

    @Test(
        "Q6: when vsad crashes during a dialog the app dismisses it and gets the reason", arguments: CompatibilityTests.programs)
    func accountDies(_ program: String) async throws {
        try await withDaemons(trust: false) { daemons in
            try await daemons.setAccess(Self.application, "granted")
            try await daemons.withControl { control in
                try await control.call("SetUnanswered", "hang")
                async let result = daemons.run(program, ["system-account"], environment: environment)
                try await until("the picker is open") {
                    let requests = try await control.call("ListRequests").decode(as: [VariantDictionary].self)
                    return try requests.contains { try $0.required("prompt", as: String.self) == "picker" }
                }
                kill(try #require(try await daemons.accountProcessID()), SIGKILL)
                let lines = try await result.lines
                #expect(lines.prefix(3) == ["access: 3 -", "present", "dismiss"])
                #expect(lines.last?.contains("exited during the request") == true, "\(lines)")
            }
        }
    }
}

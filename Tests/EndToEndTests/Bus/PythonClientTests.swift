import Foundation
import PrivateSession
import ProjectTesting
import Testing

/// Runs Tests/interop/app_and_agent.py: an app, an agent and a user on jeepney, a third-party D-Bus library.
@Suite("A Python app, agent and user")
struct PythonClientTests {
    /// The scenarios, by the names that the program gives them.
    static let scenarios = [
        "the permission of a new app is not determined",
        "every status that the user sets is read back and signalled to that app only",
        "metadata without permission is rejected with the status",
        "with permission and nobody signed in metadata is empty",
        "metadata contains only what was requested",
        "unknown keys are ignored and known ones of a wrong type are named",
        "a provider that the app does not support is named",
        "an app registers once and with a sensible name",
        "calls behind a registration already have its name",
        "signing in and out is signalled to all without content",
        "signing out revokes every permission unless it is kept",
        "what does not exist is not found",
        "the journal names the app and how it was identified",
        "state survives the end of the daemon",
        "an agent grants access once and it is remembered",
        "denying access completes and dismissing fails",
        "picker wrong password right password",
        "signing in grants access and another app gets a prompt for the account",
        "closing the picker and closing the form cancel the request",
        "a suspended subscriber returns to the picker with the reason",
        "the app confirms the provider",
        "the app rejects the provider",
        "cancelling withdraws the prompt",
        "an app that leaves withdraws its prompt",
        "the newest agent is asked and a crash passes the prompt to the previous one",
        "invalid replies and errors of agents are recorded and the next one is asked",
        "a provider that was not offered is an invalid reply",
        "without an agent the prompt is as if dismissed",
        "queued answers precede agents",
        "a slow agent delays one app and not the others",
        "a token in use is rejected and free again afterwards",
        "the sixty sixth request of an app is rejected",
        "without a usage description there is no prompt",
        "kill 9 during a prompt loses only the request",
        "kill 9 after the answer keeps what was answered",
    ]

    @Test("It receives what the contract says", arguments: scenarios)
    func scenario(_ name: String) async throws {
        let result = try await Python.run("Tests/interop/app_and_agent.py", [try Executables.find("vsad"), name])
        #expect(result.exit == .exited(0), "\(result)")
    }

    @Test("Every scenario of the program is a test here")
    func complete() async throws {
        let result = try await Python.run("Tests/interop/app_and_agent.py", ["--list"])
        #expect(result.lines == Self.scenarios)
    }
}

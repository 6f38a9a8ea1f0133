import Foundation
import PrivateSession
import Testing
import VSATesting

/// Runs Tests/interop/app_and_agent.py: an app, an agent and a person on jeepney, a D-Bus library that was not written here.
@Suite("A Python app, agent and user")
struct PythonClientTests {
    /// The scenarios, by the names that the program gives them.
    static let scenarios = [
        "the permission of a new app is not determined",
        "every status that the person sets is read back and told to that app only",
        "metadata without permission is refused with the status",
        "with permission and nobody signed in metadata is empty",
        "metadata has what was asked for and nothing else",
        "unknown keys are ignored and known ones of a wrong type are named",
        "a provider that the app does not support is named",
        "an app registers once and with a sensible name",
        "calls behind a registration already have its name",
        "signing in and out is told to everybody without content",
        "signing out takes back every permission unless it is to stay",
        "what is not there is not found",
        "the journal names the app and how it was found",
        "state survives the end of the daemon",
        "an agent grants access once and it is remembered",
        "refusing access completes and putting it off fails",
        "picker wrong password right password",
        "signing in grants access and another app is asked about the account",
        "closing the picker and closing the form cancel the request",
        "a suspended subscriber is led back to the picker with the reason",
        "the app confirms the provider",
        "the app refuses the provider",
        "cancelling withdraws the question",
        "an app that leaves withdraws its question",
        "the newest agent is asked and a crash hands the question to the one before",
        "nonsense and errors of agents are written down and the next one is asked",
        "a provider that was not offered is nonsense",
        "with nobody to ask the question is as if put off",
        "queued answers come before agents",
        "a slow agent holds up one app and not the others",
        "a token in use is refused and free again afterwards",
        "the sixty sixth request of an app is refused",
        "no usage description no question",
        "kill 9 in the middle of a prompt loses the request and nothing else",
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

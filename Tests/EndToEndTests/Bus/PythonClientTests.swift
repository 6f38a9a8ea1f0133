import Foundation
import PrivateSession
import Testing
import VSATesting

/// Runs Tests/interop/app_and_agent.py: an app, an agent and a person on jeepney, a D-Bus library that was not written here.
@Suite("A Python app, agent and person")
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
    ]

    @Test("It gets what the contract says", arguments: scenarios)
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

import ArgumentParser
import FoundationEssentials
import TVWorld

/// `vsactl env`
struct EnvironmentCommand: ParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "env", abstract: "Show the environment variables of this session, to enter it from another shell.",
        discussion: "In another shell: eval \"$(cat FILE)\", after `vsactl env --shell > FILE` in the session.")

    @Flag(help: "Write export statements for a POSIX shell.") var shell = false
    @OptionGroup var global: GlobalOptions

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        let isSecure = environment["VSASIM_SERVICE_URL"]?.hasPrefix("https://") ?? false
        let names = SessionEnvironment.names + (isSecure ? SessionAuthority.variableNames : [])
        var variables = names.compactMap { name in environment[name].map { (name: name, value: $0) } }
        if let address = global.address {
            variables.removeAll { $0.name == "DBUS_SESSION_BUS_ADDRESS" }
            variables.insert(("DBUS_SESSION_BUS_ADDRESS", address), at: 0)
        }
        if environment["VSASIM_SERVICE_URL"] == nil, let service = try ServiceAddress.discover() {
            variables.append(("VSASIM_SERVICE_URL", service.url))
        }
        global.show(.environment(variables, isForShell: shell))
    }
}

extension Report {
    static func environment(_ variables: [(name: String, value: String)], isForShell: Bool) -> Report {
        let lines = variables.map { isForShell ? "export \($0.name)=\(quoted($0.value))" : "\($0.name)=\($0.value)" }
        return Report(
            ["environment": JSON.object(variables.map { .init($0.name, .string($0.value)) })],
            text: lines.joined(separator: "\n"))
    }

    /// Returns a quoted word that POSIX shells do not interpret.
    private static func quoted(_ text: String) -> String {
        // By scalars: a shell interprets a quotation mark even if a combining character follows.
        "'" + text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }
}

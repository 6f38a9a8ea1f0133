import ArgumentParser
import FoundationEssentials
import Glibc
import PrivateSession

/// `vsactl attach [ID] [-- COMMAND…]`
struct AttachCommand: AsyncParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "attach", abstract: "Run a shell or a command in a running session of vsactl run.",
        usage: "vsactl attach [<id>] [-- <command> ...]",
        discussion: """
            The command has the variables of the session (see `vsactl env`) and ends with the session. The exit code is that of the \
            command.
            """)
    @Argument(
        help: "The session's identifier, as in vsactl ps; it may be omitted if there is only one.", completion: .live(.sessions))
    var id: String?
    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The command and its arguments, after -- (default: the shell).", valueName: "command"))
    var command: [String] = []

    func run() async throws {
        let session = try RunningSession.find(id, among: RunningSession.all())
        let environment = session.environment(in: ProcessInfo.processInfo.environment)
        let command = command.isEmpty ? [environment["SHELL"].nonEmpty ?? "/bin/sh"] : command
        // The terminal also sends these signals to the command, which decides how to react.
        for number in [SIGINT, SIGQUIT] { signal(number, SIG_IGN) }
        let child = try UserCommand.start(command, environment: environment)
        throw ExitCode(await child.wait().shellCode)
    }
}

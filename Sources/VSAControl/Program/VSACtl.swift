import ArgumentParser
import TVWorld

/// `vsactl`, the command-line tool for the simulated device and its service.
struct VSACtl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vsactl",
        abstract: "Control the simulated TV provider account and its service.",
        discussion: """
            vsactl COMMAND --help describes a command, vsactl(1) all of them. All but run,
            attach and service logs accept --json (one document with a schema number) and
            --address (the device's bus). Data goes to standard output, the rest to standard
            error. `vsactl explain` lists exit codes; `vsactl run` returns its command's.
            """,
        version: simulatorVersion,
        subcommands: [CompleteCommand.self],
        groupedSubcommands: [
            CommandGroup(
                name: "Start here",
                subcommands: [
                    RunCommand.self, StatusCommand.self, DoctorCommand.self, ExplainCommand.self, ScenarioCommand.self,
                    DashboardCommand.self,
                ]),
            CommandGroup(
                name: "Device",
                subcommands: [
                    AccountCommand.self, AccessCommand.self, AppCommand.self, ProviderCommand.self, RegionCommand.self,
                    DeveloperCommand.self, SettingsCommand.self, ResetCommand.self,
                ]),
            CommandGroup(name: "Prompts", subcommands: [AnswerCommand.self, AgentCommand.self]),
            CommandGroup(
                name: "Act as app",
                subcommands: [CheckAccessCommand.self, QueryCommand.self, RequestCommand.self, PartnerStatusCommand.self]),
            CommandGroup(
                name: "Tests",
                subcommands: [
                    FaultCommand.self, ClockCommand.self, JournalCommand.self, MonitorCommand.self, ExpectCommand.self,
                    WaitCommand.self, SnapshotCommand.self,
                ]),
            CommandGroup(
                name: "Service",
                subcommands: [
                    ServiceCommand.self, IntegrationCommand.self, RequestorCommand.self, SessionCommand.self,
                    ActivateCommand.self, TemporaryPassCommand.self, ClientCommand.self, AccessTokenCommand.self,
                    MediaTokenCommand.self, MediaCertificateCommand.self, CertificateCommand.self, IdentityKeyCommand.self,
                    IdentityTokenCommand.self, CustomSchemeCommand.self, ThrottlingCommand.self, UsageCommand.self,
                ]),
            CommandGroup(
                name: "Sessions",
                subcommands: [
                    EnvironmentCommand.self, ProcessesCommand.self, AttachCommand.self, InstanceCommand.self, KeyPoolCommand.self,
                ]),
        ])
}

/// The help of `vsactl` itself, which fits on one screen: the commands in groups, those of the first group with explanations.
enum Overview {
    private static let columns = 80

    /// Returns whether the arguments, in the parser's order, request it.
    static func isRequested(_ arguments: [String]) -> Bool {
        ["", "--help", "-h", "help", "help --help"].contains(arguments.filter { $0 != "--json" }.joined(separator: " "))
    }

    static var text: String {
        let groups = VSACtl.configuration.groupedSubcommands
        let first = groups[0].subcommands.map { "  " + TextWidth.filled($0._commandName, to: 10) + $0.configuration.abstract }
        let others = groups.dropFirst().flatMap { group in lines(group.name, group.subcommands.map { $0._commandName }) }
        return
            ([VSACtl.configuration.abstract, "USAGE: vsactl <command> ...", "", groups[0].name] + first + [""] + others
            + ["", VSACtl.configuration.discussion]).joined(separator: "\n")
    }

    /// Returns a group's name and its commands in as many lines as they need.
    private static func lines(_ name: String, _ commands: [String]) -> [String] {
        var lines = [TextWidth.filled(name, to: 14)]
        for command in commands {
            if lines[lines.count - 1].count + command.count + 1 > columns { lines.append(String(repeating: " ", count: 14)) }
            lines[lines.count - 1] += command + " "
        }
        return lines.map { String($0.dropLast()) }
    }
}

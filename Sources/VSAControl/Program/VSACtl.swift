import ArgumentParser
import TVWorld

/// `vsactl`, the command-line tool for the simulated device and its service.
public struct VSACtl: AsyncParsableCommand {
    /// The project's version, as printed by `--version`.
    public static let version = simulatorVersion

    public static let configuration = CommandConfiguration(
        commandName: "vsactl",
        abstract: "Control the simulated TV-provider account and its service.",
        discussion: """
            Every command takes --json (one document with a schema number) and --address (the device's bus). Data goes to \
            standard output, everything else to standard error.

            Exit codes: 0 success, 1 failure, 3 timed out, 4 condition not met, 5 no answer and no agent for a prompt, 8 daemon \
            not reachable, 10 no such app, provider, …, 64 incorrect usage, 65 invalid data. `run` returns its command's code \
            (128 + signal if the command was killed), or 125 if it could not set up its session.
            """,
        version: version,
        subcommands: [
            StatusCommand.self, DoctorCommand.self, ExplainCommand.self, WaitCommand.self, AccessCommand.self, AppCommand.self,
            ProviderCommand.self, AccountCommand.self, RegionCommand.self, DeveloperCommand.self, SettingsCommand.self,
            ResetCommand.self, AnswerCommand.self, FaultCommand.self, ClockCommand.self,
            AgentCommand.self, MonitorCommand.self, JournalCommand.self, ExpectCommand.self, CheckAccessCommand.self,
            QueryCommand.self, PartnerStatusCommand.self,
            RequestCommand.self, IntegrationCommand.self, TemporaryPassCommand.self, ClientCommand.self,
            AccessTokenCommand.self, SessionCommand.self, ActivateCommand.self, RequestorCommand.self, CustomSchemeCommand.self,
            CertificateCommand.self, IdentityKeyCommand.self, IdentityTokenCommand.self,
            MediaTokenCommand.self, MediaCertificateCommand.self, ThrottlingCommand.self, UsageCommand.self, ServiceCommand.self, DashboardCommand.self,
            RunCommand.self,
            EnvironmentCommand.self, ProcessesCommand.self, AttachCommand.self, InstanceCommand.self, KeyPoolCommand.self,
            CompleteCommand.self, ScenarioCommand.self,
            SnapshotCommand.self,
        ])

    /// Creates the root command, which prints its help.
    public init() {}
}

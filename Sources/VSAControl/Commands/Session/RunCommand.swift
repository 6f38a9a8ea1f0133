import ArgumentParser
import FoundationEssentials
import Glibc
import PrivateSession
import TVWorld

/// `vsactl run -- COMMAND…`
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run", abstract: "Run a command in a session with a private device and service.",
        usage: """
            vsactl run [--scenario <name-or-file> | --world <file>] [--instance <name>] [--tls] \
            [--database <url>] [--[no-]console] [--keep] [--save-on-exit <folder>] -- <command> ...
            """,
        discussion: """
            The command finds the device and the service through its environment (see `vsactl env`); standard input, output and \
            error and signals are passed through. When it ends, everything that was started in the session ends, and nothing is \
            left behind.

            With --tls the service uses TLS: the session has its own certificate authority, which programs in the session trust \
            through SSL_CERT_FILE, CURL_CA_BUNDLE, REQUESTS_CA_BUNDLE and NODE_EXTRA_CA_CERTS.

            The exit code is that of the command (128 + signal if it was killed), 4 if it succeeded and an expectation of the \
            scenario was not met, 127 or 126 if the command cannot be started, and 125 if the session cannot be set up.
            """)

    @Option(help: ArgumentHelp("Use and keep the state of this instance instead of a fresh one.", valueName: "name"))
    var instance: String?
    @Option(
        help: ArgumentHelp(
            "The providers, subscribers and requestors, as a vsa-world/1 document (default: the built-in world).",
            valueName: "file"),
        completion: .file())
    var world: String?
    @Option(
        help: ArgumentHelp(
            "The scenario that the session starts with; see `vsactl scenario list`.", valueName: "name-or-file"),
        completion: .live(.scenarios))
    var scenario: String?
    @Flag(help: "Use TLS for the service, with a certificate that the session trusts.") var tls = false
    @Option(
        help: ArgumentHelp(
            "Keep the service's records on this PostgreSQL server, in a schema of the session's own, which is removed at the end.",
            valueName: "url"))
    var database: String?
    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Allow the service's dashboard to send commands of `entitle` to an app of this session (default: on a terminal)."))
    var console: Bool?
    @Flag(help: "Keep the session's folder, with its logs and journal.") var keep = false
    @Option(
        help: ArgumentHelp(
            "At the end, write the timeline (journal.jsonl), the requests (requests.har), the state (snapshot.json, scenario.yaml) "
                + "and the logs to this folder.",
            valueName: "folder"),
        completion: .directory)
    var saveOnExit: String?
    @Argument(parsing: .postTerminator, help: ArgumentHelp("The command and its arguments, after --.", valueName: "command"))
    var command: [String] = []

    func validate() throws {
        guard !command.isEmpty else { throw ValidationError("Give the command after --, such as: vsactl run -- bash") }
        if scenario != nil && (world != nil || instance != nil) {
            throw ValidationError(
                "A scenario has its own world and starts afresh: --scenario cannot be used with --world or --instance.")
        }
        if database != nil && instance != nil {
            throw ValidationError("A schema lasts as long as its session: --database cannot be used with --instance.")
        }
        if database == "" { throw ValidationError("--database takes the URL of a PostgreSQL server, which must not be empty.") }
        if saveOnExit == "" { throw ValidationError("--save-on-exit takes a folder, whose path must not be empty.") }
        if let instance, !Instance.isName(instance) {
            throw ValidationError(
                "An instance's name has up to 64 letters, digits, '-', '_' and '.', and does not start with a dot.")
        }
    }

    func run() async throws {
        let code: Int32
        do {
            code = try await perform()
        } catch {
            let failure = Failure(error) ?? Failure(.setUpFailed, "\(error)")
            // Whatever the reason, the command has not run.
            let status = failure.status == .usage ? ExitStatus.usage : .setUpFailed
            throw Failure(status, failure.message, advice: failure.advice)
        }
        throw ExitCode(code)
    }

    /// Runs the session, and returns the exit code. Throws if the session cannot be set up.
    private func perform() async throws -> Int32 {
        let environment = ProcessInfo.processInfo.environment
        let (scenario, world) = try SessionSignals.endingProgram(during: readFiles)
        let plan = SessionPlan(
            outer: environment, instance: try instance.map { try Instance(name: $0, environment: environment) }, world: world,
            scenario: scenario, usesTLS: tls, database: database.map { SessionDatabase(target: $0) }, keepsFolder: keep)
        let run = PrivateRun(
            command: command, plan: plan,
            hasConsole: console ?? (isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1), saveFolder: saveOnExit)
        try Orphans.adopt()
        return try await run.perform(
            signals: SessionSignals.arrivals(
                passing: SessionSignals.passed, handling: [SIGCHLD: { Orphans.reap($0._sifields._sigchld.si_pid) }]))
    }

    private func readFiles() throws -> (scenario: Scenario?, world: SessionWorld?) {
        let scenario = try scenario.map { try ScenarioLibrary.load($0).scenario }
        return (scenario, try scenario.map { SessionWorld($0.world) } ?? world.map { try SessionWorld(file: $0) })
    }
}

import AccessEnabler
import ArgumentParser
import Dispatch
import EntitlementREST
import Foundation
import ServiceAccess
import StateDirectory
import Synchronization
import TVWorld

/// A minimal streaming app with a line protocol: commands in, callbacks out.
@main
struct Entitle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entitle",
        abstract: "Run a minimal streaming app with a line protocol, for demos and black-box tests.",
        discussion: """
            Reads one command per line from standard input, or takes the commands as arguments. Writes one JSON object per \
            line to standard output for every callback, in the order in which the app receives them. With --api v2, the app uses \
            the service's REST API v2, and writes one JSON object for every command.

            \(Player.overview)

            \(RESTPlayer.overview)

            Exit codes: 0 success, 1 standard output cannot be written, 3 timeout or no answer, 64 incorrect usage, 141 standard output was closed by its reader.
            """,
        version: simulatorVersion)

    @Option(name: .customLong("app-id"), help: "The app's identifier.")
    var applicationID: String?

    @Option(help: "What the app uses: v1, the AccessEnabler library, or v2, the service's REST API v2.")
    var api = API.v1

    @Option(help: "The service provider (requestor), with --api v2.")
    var serviceProvider: String?

    @Option(help: "The platform whose behaviour the library simulates: ios or tvos.")
    var platform = AccessEnablerSettings.Platform.ios

    @Option(help: "The kind of device on ios, which is part of the tracking data: mobile or tablet.")
    var device = VSApplication.DeviceType.mobile

    @Option(
        help: "The file with the software statement (default: the file named by VSASIM_SOFTWARE_STATEMENT).",
        completion: .file())
    var softwareStatement: String?

    @Option(help: "The base URL of the service (default: VSASIM_SERVICE_URL, otherwise that of the running entitlementd).")
    var service: String?

    @Option(help: "The folder for tokens and the client registration.", completion: .directory)
    var storage: String?

    @Option(help: "The team whose apps share logins on ios (default: VSASIM_TEAM_ID, otherwise one team for all apps).")
    var team: String?

    @Argument(
        help: "The commands to run; if omitted, they are read from standard input.",
        completion: .list(Player.names + RESTPlayer.calls))
    var commands: [String] = []

    static func main() {
        StandardStreams.reserveNumbers()
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let error where exitCode(for: error).isSuccess {
            // Help, version and completion scripts, which the parser would print without noticing that they cannot be written.
            do { try StandardStreams.print(fullMessage(for: error)) } catch {
                StandardError.say("entitle: \(error)")
                exit(withError: ExitCode.failure)
            }
        } catch {
            exit(withError: error)
        }
    }

    func validate() throws {
        if commands == ["help"] { throw CleanExit.helpRequest(self) }
        if api == .v1, serviceProvider != nil { throw ValidationError("--service-provider is for --api v2.") }
        do throws(Command.Failure) {
            try Command.rejectMisspelled(in: commands, names: player.names)
            for line in lines { try player.check(line) }
        } catch {
            throw ValidationError(error.text)
        }
        if api == .v2, serviceProvider?.isEmpty ?? true { throw ValidationError("--api v2 needs --service-provider.") }
        if let service = service.nonEmpty, ServiceLocation.base(service, standard: "") == nil {
            throw ValidationError("--service: '\(service)' is not a base URL, such as http://127.0.0.1:8080.")
        }
        let given = applicationID.map { ("--app-id", $0) }
        let variable = "VSASIM_APPLICATION_ID"
        let inherited = ProcessInfo.processInfo.environment[variable].nonEmpty.map { (variable, $0) }
        guard let (name, identifier) = given ?? inherited, !TextRule.application.accepts(identifier) else { return }
        // The device would reject it only when it is called.
        throw ValidationError("\(name): '\(identifier)' is not an app identifier: use \(TextRule.application.accepted).")
    }

    /// The commands in the arguments, as lines.
    private var lines: [String] { Command.lines(from: commands, names: player.names) }

    /// The base URL of the service; nil means the default, which also replaces the real service's hosts.
    private var serviceURL: String? { service.nonEmpty.flatMap { ServiceLocation.base($0, standard: nil) } }

    private var player: any CommandPlayer.Type { api == .v1 ? Player.self : RESTPlayer.self }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let variables = ProcessInfo.processInfo.environment
        let applicationID = applicationID ?? variables["VSASIM_APPLICATION_ID"].nonEmpty ?? "com.example.player"
        VSApplication.deviceType = device
        VSApplication.register(
            identifier: applicationID, usageDescription: "Signs you in with the TV provider of this device.")
        if api == .v2 { try runREST(applicationID, variables) } else { try runLibrary(applicationID, variables) }
        dispatchMain()
    }

    private func runREST(_ applicationID: String, _ variables: [String: String]) throws {
        guard let statement = try statement(variables) else {
            throw ValidationError("--api v2 needs a software statement: --software-statement or VSASIM_SOFTWARE_STATEMENT.")
        }
        let tokens = RESTPlayer.Tokens()
        var settings = EntitlementClient.Settings()
        settings.applicationIdentifier = applicationID
        settings.device = platform == .tvos ? .television : device == .tablet ? .tablet : .phone
        settings.serviceURL = serviceURL.flatMap { URL(string: $0) }
        settings.store = storage.nonEmpty.map { FileStore(folder: $0) }
        settings.subjectToken = { tokens["subjectToken"] }
        settings.serviceToken = { tokens["serviceToken"] }
        let client = EntitlementClient(
            serviceProvider: serviceProvider ?? "", softwareStatement: statement, settings: settings)
        let (output, lines) = try streams(completing: RESTPlayer.completions)
        Thread.detachNewThread {
            var player = RESTPlayer(client: client, tokens: tokens, output: output)
            player.play(lines)
            let answers = player.answers
            output.close { Foundation.exit(answers.hasTimedOut ? 3 : 0) }
        }
    }

    private func runLibrary(_ applicationID: String, _ variables: [String: String]) throws {
        var settings = AccessEnablerSettings()
        settings.platform = platform
        settings.applicationIdentifier = applicationID
        settings.serviceURL = serviceURL
        settings.storageFolder = storage
        settings.teamIdentifier = team
        let (output, lines) = try streams(completing: Player.completions)
        let session = Session(output: output)
        let library = AccessEnabler(try statement(variables), settings: settings)
        library.delegate = session
        library.statusDelegate = session
        // Waiting for input and callbacks blocks this thread only; callbacks arrive on the main queue.
        Thread.detachNewThread {
            var player = Player(library: library, session: session, output: output)
            player.play(lines)
            output.close { Foundation.exit(session.hasFailed ? 3 : 0) }
        }
    }

    /// Returns the output and the commands: those in the arguments, or those that are typed or piped.
    private func streams(completing completions: [String]) throws -> (Output, CommandLines) {
        let editor = commands.isEmpty ? LineEditor(completions: completions) : nil
        // `readLine` would take a folder, for example, as empty.
        if commands.isEmpty, editor == nil, read(STDIN_FILENO, nil, 0) < 0 {
            throw ValidationError("Standard input cannot be read: \(SystemFailure().reason).")
        }
        return (Output(editor: editor), CommandLines(commands.isEmpty ? nil : lines, editor: editor))
    }

    /// Returns the software statement; nil if neither option nor environment names a file.
    private func statement(_ variables: [String: String]) throws -> String? {
        if let path = softwareStatement {
            guard let text = Self.content(of: path) else {
                throw ValidationError("The software statement \(path) cannot be read.")
            }
            return text
        }
        guard let path = variables["VSASIM_SOFTWARE_STATEMENT"].nonEmpty else { return nil }
        let text = Self.content(of: path)
        if text == nil { StandardError.say("entitle: \(path) cannot be read") }
        return text
    }

    /// Returns the contents of a file, which may also be a pipe.
    private static func content(of path: String) -> String? {
        // No statement is that long, and reading a device would never end.
        let limit = 1 << 20
        guard let bytes = try? OpenFile.read(path, limit: limit), bytes.count <= limit else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

enum API: String, ExpressibleByArgument, CaseIterable {
    /// The AccessEnabler library.
    case v1
    /// The service's REST API v2.
    case v2
}

extension AccessEnablerSettings.Platform: ExpressibleByArgument {}
extension VSApplication.DeviceType: ExpressibleByArgument {}

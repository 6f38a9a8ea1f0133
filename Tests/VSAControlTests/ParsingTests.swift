import ArgumentParser
import DBus
import DeviceInterfaces
import TVWorld
import Testing

@testable import VSAControl

/// Parses a command line.
func parse<Command: ParsableCommand>(_ text: String, as type: Command.Type) throws -> Command {
    try #require(try VSACtl.parseAsRoot(text.split(separator: " ").map(String.init)) as? Command)
}

@Suite("the command line")
struct ParsingTests {
    @Test("access set APP STATUS with the global options anywhere")
    func accessSet() throws {
        let command = try parse(
            "access set com.example.player not-determined --json --address unix:path=/b", as: AccessCommand.Set.self)
        #expect(command.application == "com.example.player")
        #expect(command.status == .notDetermined)
        #expect(command.global.json)
        #expect(command.global.address == "unix:path=/b")
    }

    @Test("account sign-in")
    func signIn() throws {
        let command = try parse("account sign-in alpha.example --subscriber bob --expires-in 2h", as: AccountCommand.SignIn.self)
        #expect(command.provider == "alpha.example")
        #expect(command.subscriber == "bob")
        #expect(command.expiresIn?.seconds == 7200)
        #expect(throws: (any Error).self) {
            try parse("account sign-in alpha.example --expires-in 500ms", as: AccountCommand.SignIn.self)
        }
    }

    @Test("durations in whole seconds do not accept milliseconds", arguments: ["1999ms", "1000ms", "-1s", "1", "1.5s", ""])
    func wholeSeconds(_ text: String) {
        #expect(WholeSeconds(argument: text) == nil)
        #expect(LifetimeChange(argument: text) == nil)
    }

    @Test("a clock is not advanced by more than the service accepts")
    func longestStep() throws {
        #expect(try parse("clock advance 36500d", as: ClockCommand.Advance.self).step.milliseconds == 3_153_600_000_000)
        #expect(throws: (any Error).self) { try parse("clock advance 36501d", as: ClockCommand.Advance.self) }
    }

    @Test("integration set")
    func integrationSet() throws {
        let command = try parse(
            "integration set REF30 AlphaCable --enabled off --sso ios=on,tvos=off --degraded authn-all --authn-ttl 30d",
            as: IntegrationCommand.Set.self)
        #expect(command.enabled == .off)
        #expect(command.sso?.ios == .on)
        #expect(command.sso?.tvos == .off)
        #expect(command.degraded == .authenticateAll)
        #expect(JSON.object(command.members).serialized.hasSuffix(#""authnTTL":2592000}"#))
    }

    @Test(
        "lifetimes of an integration: for all platforms, by platform, inherited",
        arguments: [
            ("2h", #"{"authnTTL":7200}"#), ("inherited", #"{"authnTTL":null}"#),
            ("2h,tvos=30m", #"{"authnTTL":7200,"platformAuthnTTL":{"tvos":1800}}"#),
            ("tvos=inherited,ios=1d", #"{"platformAuthnTTL":{"ios":86400,"tvos":null}}"#),
        ])
    func lifetimes(_ argument: String, _ body: String) throws {
        let command = try parse("integration set R P --authn-ttl \(argument)", as: IntegrationCommand.Set.self)
        #expect(JSON.object(command.members).serialized == body)
    }

    @Test("wrong lifetimes are rejected", arguments: ["5", "", "2h,3h", "roku=2h", "ios=", "ios=2h,ios=3h", "none", "all=2h"])
    func wrongLifetimes(_ argument: String) {
        #expect(LifetimeChange(argument: argument) == nil)
        #expect(throws: (any Error).self) {
            try VSACtl.parseAsRoot(["integration", "set", "R", "P", "--hba-ttl", "ios=2h"])
        }
    }

    @Test("integration set with a degradation rule, home and limits; temp-pass reset")
    func access() throws {
        let command = try parse(
            "integration set R P --degraded authz-none --resource a --resource b --platform tvos --for 10m --message Soon",
            as: IntegrationCommand.Set.self)
        #expect(command.degraded == nil && command.degradation.isRule)
        #expect(
            JSON.object(command.degradation.rule(requestor: "R", mvpd: "P")).serialized
                == #"{"requestor":"R","mvpd":"P","kind":"authz-none","resources":["a","b"],"platform":"tvos","#
                + #""message":"Soon","expiresIn":600}"#)
        let home = try parse(
            "integration set R P --home off --hba-ttl 1h --preauthorize-limit 3", as: IntegrationCommand.Set.self)
        #expect(home.home == .off && home.homeBasedTTL?.all?.own == WholeSeconds(argument: "1h"))
        #expect(home.preauthorizeLimit?.own == 3)
        let reset = try parse("temp-pass reset R P --device d", as: TemporaryPassCommand.Reset.self)
        #expect(reset.requestor == "R" && reset.mvpd == "P" && reset.device == "d" && reset.key == nil)
    }

    @Test(
        "single sign-on changes",
        arguments: [
            ("on", #"{"ios":true,"tvos":true}"#), ("off", #"{"ios":false,"tvos":false}"#), ("ios=on", #"{"ios":true}"#),
            ("tvos=off,ios=on", #"{"ios":true,"tvos":false}"#), ("on,tvos=off", #"{"ios":true,"tvos":false}"#),
        ])
    func singleSignOn(text: String, body: String) {
        #expect(SingleSignOnChange(argument: text)?.json.serialized == body)
    }

    @Test(
        "values that do not change single sign-on", arguments: ["", "yes", "ios", "ios=yes", "macos=on", "ios=on,", "ios=on=off"])
    func noSingleSignOn(text: String) {
        #expect(SingleSignOnChange(argument: text) == nil)
    }

    @Test("run passes everything after -- unchanged")
    func run() throws {
        let command = try parse("run --instance demo --keep -- swift test --filter X --help", as: RunCommand.self)
        #expect(command.instance == "demo")
        #expect(command.keep)
        #expect(command.command == ["swift", "test", "--filter", "X", "--help"])
    }

    @Test("query accepts lists")
    func query() throws {
        let command = try parse(
            "query --app a --attribute userID --attribute zip --scheme SAML --scheme API --force", as: QueryCommand.self)
        #expect(command.app.application == "a")
        #expect(command.metadata.attribute == ["userID", "zip"])
        #expect(command.metadata.scheme == ["SAML", "API"])
        #expect(command.metadata.force)
    }

    @Test("answer KIND VALUE with its options")
    func answer() throws {
        let command = try parse("answer access denied --app a --delay 500ms --times 0 --json", as: AnswerAccess.self)
        #expect(command.answer == .denied)
        #expect(command.options.app == "a")
        #expect(command.options.delay.milliseconds == 500)
        #expect(command.options.times == 0)
        #expect(command.global.json)
        #expect(try parse("answer sign-in alice --provider p", as: AnswerSignIn.self).provider == "p")
        #expect(try parse("answer picker own --unlisted", as: AnswerPicker.self).unlisted)
        #expect(try parse("answer unanswered hang", as: AnswerUnanswered.self).policy == .hang)
        #expect(try parse("answer unanswered", as: AnswerUnanswered.self).policy == nil)
    }

    @Test("request: metadata unless it says access; the app's options are in the call")
    func request() throws {
        let access = try parse("request access --app a --timeout 2s", as: RequestAccess.self)
        #expect(access.app.application == "a")
        #expect(access.options.timeout?.milliseconds == 2_000)
        let metadata = try parse(
            "request --app a --attribute userID --featured p --application-provider own=Ours --confirm refuse --force",
            as: RequestMetadata.self)
        #expect(metadata.confirm == .refuse)
        let details = metadata.details
        #expect(details["featured-account-provider-identifiers"] == BusVariant(["p"]))
        #expect(details["application-account-providers"] == BusVariant([BusStructure("own", "Ours")]))
        #expect(details["confirm-provider"] == BusVariant(true))
        #expect(details["attribute-names"] == BusVariant(["userID"]))
        #expect(details["force-authentication"] == BusVariant(true))
        #expect(ApplicationProvider(argument: "=x") == nil)
        #expect(ApplicationProvider(argument: "x=") == nil)
        #expect(ApplicationProvider(argument: "a=b=c")?.name == "b=c")
    }

    @Test("agent run")
    func agentRun() throws {
        let command = try parse(
            "agent run --auto granted --auto picker=other --times 3 --name me", as: AgentCommand.Run.self)
        #expect(command.auto == ["granted", "picker=other"])
        #expect(command.times == 3)
        #expect(command.name == "me")
    }

    @Test("developer provider add")
    func developerProvider() throws {
        let command = try parse(
            "developer provider add t.example --name T --url https://t.example/ --scheme API --system-trust on",
            as: DeveloperProviderCommand.Add.self)
        #expect(command.id == "t.example")
        #expect(command.scheme == [.api])
        #expect(command.systemTrust == .on)
    }

    @Test(
        "usage errors end with 64",
        arguments: [
            "nonsense", "access", "access set a", "access set a allowed", "account sign-in", "account sign-in p --expires-in 5",
            "region set USA", "region set U1", "wait ready --timeout -1s", "query", "integration set REF30 AlphaCable",
            "integration set REF30 AlphaCable --degraded all", "integration set R P --degraded none --for 1m",
            "integration set R P --resource a", "integration set R P --sso ios=on,ios=off", "temp-pass reset R",
            "temp-pass reset R P --device d --key k", "temp-pass reset R P --device=", "temp-pass reset R P --key=",
            "run", "run sleep 1", "run --instance ../x -- true", "run --database= -- true",
            "run --save-on-exit= -- true", "service connect a b",
            "journal list --limit -1", "answer access alice", "answer access", "answer sign-in", "answer unanswered never",
            "answer access granted --delay 1", "answer access granted --times -1", "agent run --tty --auto granted",
            "agent run --auto granted --times 0", "request access", "request --app a --timeout x", "monitor --count 0",
            "monitor --after -1", "developer set cache-buster", "developer provider edit x",
            "developer provider add x --name y", "developer provider add x --name y --url z --scheme saml",
            "fault add vsa.access --hang --for 0s", "fault add vsa.access --hang --percent 0",
            "fault add service.any --bandwidth 0", "fault preset --app a", "fault add vsa.access --hang --app=",
            "fault add vsa.access --hang --id=", "fault add vsa.access", "acces list",
            "access lst", "developer provider ad", "clock freeze 99999-01-01T00:00:00Z",
            "expect access.changed --within 2d", "expect access.changed --within 9223372036854775807ms",
            "request --app a --application-provider x", "request --app a --confirm yes",
            "monitor --app=", "journal list --app=", "journal export --app=", "session sign-in R P s --device=",
            "client statement issue R --name=",
            "requestor set REF30", "requestor set REF30 --authn-ttl 5", "session list --limit 0", "session list --state old",
            "session revoke", "certificate mark REF30 0a yes", "requestor set REF30 --enhanced-errors true", "throttling set",
            "throttling set --calls-per-second 0", "throttling set --burst -1", "throttling set --idle 2d", "client register",
            "custom-scheme remove REF30", "usage --last 5", "media-certificate roll now", "identity-token platform",
            "identity-token service --subject u --lifetime 1h --expired",
            "identity-token service --subject u --lifetime 500ms", "identity-token service --subject u --lifetime 0s",
            "identity-token service --subject u --device d", "identity-token service --subject u --key key.pem",
            "identity-token service --subject u --key-id k1", "identity-key add service https://i.example",
            "identity-key add platform https://i.example --requestor REF30", "identity-key add other https://i.example",
        ])
    func wrongUsage(text: String) async {
        let arguments = text.split(separator: " ").map(String.init)
        // A group alone shows its help, like the bare command.
        #expect(await Program.run(arguments) == (text == "access" ? 0 : 64))
    }

    @Test(
        "help, version and completion scripts end with 0",
        arguments: [[], ["--help"], ["run", "--help"], ["--version"], ["--generate-completion-script", "bash"]])
    func success(arguments: [String]) async {
        #expect(await Program.run(arguments) == 0)
    }

    @Test(
        "vsactl itself performs the commands for the device, and help",
        arguments: [
            [], ["--help"], ["help", "run"], ["run", "--help"], ["service", "connect", "-h"], ["--version"], ["nonsense"],
            ["scenario"], ["app", "list"], ["--json", "account", "show"], ["request", "--app", "a"], ["complete", "apps"],
            ["region", "get", "--address", "unix:path=/x"],
        ])
    func lightCommands(arguments: [String]) { #expect(!Program.needsBackend(arguments)) }

    @Test(
        "vsactl hands over the other commands, also those whose value is --help",
        arguments: [
            ["run", "--", "true"], ["run", "--help", "--", "true"], ["doctor"], ["--json", "service", "status"], ["statement"],
            ["scenario", "show", "x"], ["complete", "faults"], ["complete", "--", "mvpds"], ["agent", "run", "--tty"],
            ["clock", "advance", "-1h"], ["provider", "add", "x"],
        ])
    func fullCommands(arguments: [String]) { #expect(Program.needsBackend(arguments)) }

    @Test("every command with its own output accepts --json and --address; all have a name and an abstract")
    func conventions() {
        let showOthers: [any ParsableCommand.Type] = [RunCommand.self, AttachCommand.self, ServiceCommand.Logs.self]
        func visit(_ command: any ParsableCommand.Type, _ path: String) {
            #expect(!command.configuration.abstract.isEmpty, "\(path)")
            // Otherwise the parser derives it from the type's name, which takes longer than everything else at a start.
            #expect(command.configuration.commandName != nil, "\(path)")
            if command.configuration.subcommands.isEmpty, !showOthers.contains(where: { $0 == command }) {
                let help = command.helpMessage()
                #expect(help.contains("--json") && help.contains("--address"), "\(path)")
            }
            for next in command.configuration.subcommands { visit(next, "\(path) \(next)") }
        }
        visit(VSACtl.self, "vsactl")
    }

    @Test("the exit codes of the contract")
    func exitCodes() {
        #expect(VSAControl.ExitStatus.allCases.map(\.rawValue) == [0, 1, 3, 4, 5, 8, 10, 64, 65, 125])
    }

    @Test(
        "commands have their former names, too",
        arguments: [
            ("application list --json", "client list --json"), ("application statement 0a", "client statement 0a"),
            ("statement issue REF30", "client statement issue REF30"), ("--json statement", "client statement --json"),
            ("help application revoke", "help client revoke"), ("app show application", "app show application"),
        ])
    func renamed(_ former: String, _ present: String) {
        #expect(Invocation(former.split(separator: " ").map(String.init)).arguments.joined(separator: " ") == present)
    }

    @Test("client statement ID shows the statement")
    func clientStatement() throws {
        #expect(try parse("client statement 0a", as: StatementCommand.Show.self).id == "0a")
    }
}

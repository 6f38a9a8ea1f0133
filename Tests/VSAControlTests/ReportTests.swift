import TVWorld
import Testing

@testable import Administration
@testable import VSAControl

/// Snapshots of the commands' output.
@Suite("reports")
struct ReportTests {
    private let plain = Style(isColoured: false)
    private let player = ApplicationRecord(
        id: "com.example.player", name: "Player", access: "granted", identifiedBy: "registered",
        usageDescription: "To let you watch")
    private let status = DeviceStatus(
        version: "0.1.0", processID: 42, region: "US", applications: 1, isSignedIn: true,
        serviceEntityID: "https://saml.sp.auth.adobe.com", stateFolder: "/state")

    @Test("access list")
    func applications() {
        let report = Report.applications([player, ApplicationRecord(id: "org.other", access: "not-determined")])
        #expect(
            report.text(plain) == """
                APP                 NAME    ACCESS          IDENTIFIED BY  USAGE DESCRIPTION
                com.example.player  Player  granted         registered     To let you watch
                org.other                   not-determined
                """)
        #expect(
            report.document.serialized
                == #"{"schema":1,"applications":[{"id":"com.example.player","name":"Player","access":"granted","identifiedBy":"registered","#
                + #""usageDescription":"To let you watch"},{"id":"org.other","name":null,"access":"not-determined","identifiedBy":null,"#
                + #""usageDescription":null}]}"#)
        #expect(Report.applications([]).text(plain).isEmpty)
    }

    @Test("access get prints only the status")
    func access() {
        #expect(Report.access(player).text(plain) == "granted")
        #expect(Report.access(player).text(Style(isColoured: true)) == "\u{1B}[32mgranted\u{1B}[0m")
    }

    @Test("account show")
    func account() {
        let account = AccountRecord(
            provider: "alpha.example", subscriber: "alice", signedInAt: 1_772_388_000, expiresAt: 1_774_980_000)
        #expect(
            Report.account(account).text(plain) == """
                provider    alpha.example
                subscriber  alice
                signed in   2026-03-01T18:00:00Z
                expires     2026-03-31T18:00:00Z
                """)
        #expect(Report.account(account, now: 1_774_979_999).text(plain).hasSuffix("expires     2026-03-31T18:00:00Z"))
        #expect(Report.account(account, now: 1_774_980_000).text(plain).hasSuffix("expired     2026-03-31T18:00:00Z"))
        let remembered = AccountRecord(provider: "beta.example", subscriber: nil, isRemembered: true)
        #expect(
            Report.account(remembered).text(plain) == """
                provider    beta.example
                remembered  picked, but the device cannot sign in there: no user is signed in
                """)
        #expect(Report.account(nil).text(plain) == "no user is signed in")
        #expect(Report.account(nil).document.serialized == #"{"schema":1,"account":null}"#)
    }

    @Test("provider list, show, --metadata")
    func providers() {
        let provider = ProviderRecord(
            id: "alpha.example", name: "Alpha Cable", mvpd: "AlphaCable", subscribers: ["alice", "bob"])
        #expect(
            Report.providers([provider]).text(plain) == """
                PROVIDER       NAME         MVPD        BOARDING   IN LINE-UP  SUBSCRIBERS
                alpha.example  Alpha Cable  AlphaCable  SUPPORTED  yes         alice bob
                """)
        #expect(Report.provider(provider, metadata: "<md/>").text(plain) == "<md/>")
        #expect(
            Report.provider(provider, metadata: nil).document.serialized
                == #"{"schema":1,"provider":{"id":"alpha.example","name":"Alpha Cable","mvpd":"AlphaCable","#
                + #""boardingStatus":"SUPPORTED","inLineUp":true,"subscribers":["alice","bob"],"schemes":["SAML"],"developer":false,"#
                + #""authenticationURL":null,"requiresSystemTrust":null}}"#)
    }

    @Test("status with and without a service")
    func statusReport() {
        var status = status
        status.unanswered = "hang"
        let account = AccountRecord(provider: "alpha.example", subscriber: "alice", expiresAt: 2_678_400)
        let clock = ClockResource(
            specification: "offset:2592001", mode: "offset", offset: 2_592_001_000, time: 2_678_400_000, machineTime: 86_399_000)
        let agent = AgentRecord(
            name: "vsactl (terminal)", sender: ":1.5", path: "/agent", processID: 7, program: "/usr/bin/vsactl")
        let service = StatusResource(
            version: "0.1.0", url: "http://127.0.0.1:1",
            providers: [.init(id: "alpha.example", mvpd: "AlphaCable", trusted: true)],
            sessions: 0)
        var overall = OverallStatus(
            device: status, account: account, clock: clock, answers: 2, agents: [agent], requests: 0, faults: 2,
            service: .running(service))
        #expect(
            overall.report.text(plain) == """
                device   vsad 0.1.0, process 42
                region   US
                apps     1
                account  alice at alpha.example, expired
                prompts  2 answers queued, 1 agent, 0 requests open, unanswered: hang
                agents   vsactl (terminal): /usr/bin/vsactl (process 7)
                faults   2 in force
                clock    1970-02-01T00:00:00Z, 30d 1s ahead
                trusts   https://saml.sp.auth.adobe.com
                state    /state
                service  http://127.0.0.1:1 (0.1.0), trusts 1 provider
                """)
        status.isSignedIn = false
        overall = OverallStatus(device: status, answers: 2, agents: [agent], requests: 0, service: .absent)
        let usual = overall.report.text(plain)
        #expect(usual.contains("no user is signed in") && !usual.contains("clock") && !usual.contains("faults"), "\(usual)")
        #expect(overall.report.document.serialized.hasSuffix(#""service":null}"#))
        overall.service = .failing("no")
        #expect(overall.report.document.serialized.hasSuffix(#""service":{"error":"no"}}"#))
    }

    @Test("integration list and statement list")
    func serviceLists() {
        let integration = IntegrationResource(
            requestor: "REF30", mvpd: "AlphaCable", provider: "alpha.example", enabled: true, sso: .init(ios: true, tvos: false),
            degraded: "none")
        #expect(
            Report.integrationsWithRules([integration]).text(plain) == """
                REQUESTOR  MVPD        PROVIDER       ENABLED  SSO IOS  SSO TVOS  DEGRADED
                REF30      AlphaCable  alpha.example  on       on       off       none
                """)
        let rule = DegradationRuleResource(
            id: "r-1", requestor: "REF30", mvpd: "AlphaCable", kind: "authz-none", resources: ["a", "b"], platform: nil,
            message: "Soon.", createdAt: 0, expiresAt: 0)
        #expect(
            Report.integrationsWithRules([integration], rules: [rule]).text(plain).hasSuffix(
                """
                none

                REQUESTOR  MVPD        RULE        RESOURCES  PLATFORM  ENDS                  MESSAGE
                REF30      AlphaCable  authz-none  a b        all       1970-01-01T00:00:00Z  Soon.
                """))
        let statement = StatementResource(
            id: "s-1", requestor: "REF30", name: "", platforms: [], schemes: [], statement: "eyJ", issuedAt: 0, revoked: true)
        #expect(
            Report([statement]).text(plain) == """
                ID   REQUESTOR  NAME  ISSUED                STATE
                s-1  REF30            1970-01-01T00:00:00Z  revoked
                """)
        #expect(statement.record.text(plain) == "eyJ")
    }

    @Test("temp-pass list")
    func temporaryPasses() {
        let pass = TemporaryPassResource(
            requestor: "REF30", mvpd: "TempPass", kind: "promotional", ttl: 600, resources: 2, key: "email")
        let started = StartedTemporaryPassResource(
            id: "t-1", requestor: "REF30", mvpd: "TempPass", device: "d-1", key: "ab12", resources: ["news"], startedAt: 0,
            expiresAt: 600_000, ended: true)
        #expect(
            Report.temporaryPasses([pass], started: [started]).text(plain) == """
                REQUESTOR  MVPD      KIND         TTL  RESOURCES  KEY
                REF30      TempPass  promotional  10m  2          email

                REQUESTOR  MVPD      DEVICE  STARTED               ENDS                  STATE  KEY   RESOURCES
                REF30      TempPass  d-1     1970-01-01T00:00:00Z  1970-01-01T00:10:00Z  ended  ab12  news
                """)
        #expect(Report.temporaryPasses([], started: []).text(plain) == "")
    }

    @Test("query: metadata, nobody signed in, and the device's errors")
    func query() {
        let metadata = JSON.members([
            "account-provider-identifier": "alpha.example", "authentication-expiration-date": 0,
        ])
        #expect(
            Report.metadata(metadata, of: "a").text(plain) == """
                account-provider-identifier     alpha.example
                authentication-expiration-date  1970-01-01T00:00:00Z
                """)
        #expect(Report.metadata(JSON.object([]), of: "a").text(plain) == "no user is signed in")
        let failure = SubscriberFailure(
            name: "UnsupportedProvider", message: "not here",
            info: .members(["unsupported-provider-identifier": "beta.example"]))
        let report = Report.failure(failure, of: "a")
        #expect(
            report.text(plain) == """
                vsactl: UnsupportedProvider (VSError 1): not here
                  unsupported-provider-identifier: beta.example
                """)
        #expect(
            report.document.serialized
                == #"{"schema":1,"application":"a","error":{"name":"UnsupportedProvider","code":1,"message":"not here","#
                + #""info":{"unsupported-provider-identifier":"beta.example"}}}"#)
        #expect(SubscriberFailure(name: "NotPermitted", message: "no").code == nil)
    }

    @Test("env --shell quotes what a shell would interpret")
    func environment() {
        let variables = [(name: "A", value: "it's $HOME `x`\n")]
        #expect(Report.environment(variables, isForShell: true).text(plain) == "export A='it'\\''s $HOME `x`\n'")
        #expect(Report.environment(variables, isForShell: false).text(plain) == "A=it's $HOME `x`\n")
    }

    @Test("service connect")
    func trust() {
        let outcome = TrustExchange.Outcome(
            service: "http://127.0.0.1:1", serviceEntityID: "https://saml.sp.auth.adobe.com", trusted: ["alpha.example"],
            skipped: [(provider: "my.example", reason: "unknown provider")])
        #expect(
            Report.trust(outcome).text(plain) == """
                the device trusts   https://saml.sp.auth.adobe.com
                the service trusts  alpha.example
                left out            my.example: unknown provider
                """)
    }
}

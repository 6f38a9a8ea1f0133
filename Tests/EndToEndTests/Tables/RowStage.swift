import DecisionTables
import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import TVWorld

/// Sets up a row of the decision tables with `entitle` and the real daemons.
actor RowStage {
    /// What a row needs that these daemons cannot do.
    struct CannotArrange: Error, CustomStringConvertible {
        let description: String
    }

    private let daemons: Daemons
    private let platform: DecisionRow.Platform
    /// The names in the daemons' world for the names in the tables.
    private let naming: Naming
    private let folder: TemporaryFolder
    private var app: AppProcess?
    /// A bus without a device.
    private var otherBus: TestBus?
    /// The stopped processes.
    private var stopped: Int32?
    private var statement: String?
    private var serviceURL: String
    private var environment: [String: String] = [:]
    /// The browser in which the user logs in and out; it remembers the providers' cookies.
    private var browser: PageVisitor
    /// Where the user can log in.
    private var door: Door?

    /// A page that the app had to show, or that the system's browser shows; or a code.
    private enum Door {
        case page(String)
        case browserPage(String)
        case code(String)
    }

    /// A stage whose app has an empty storage.
    init(daemons: Daemons, platform: DecisionRow.Platform, naming: Naming = Naming()) throws {
        self.daemons = daemons
        self.naming = naming
        self.platform = platform
        serviceURL = daemons.serviceURL
        browser = PageVisitor(service: daemons.serviceURL)
        statement = daemons.environment["VSASIM_SOFTWARE_STATEMENT"]
        folder = TemporaryFolder(existing: try daemons.workspace.folder.makeFolder("apps/\(UUID().uuidString)"))
        // The system's browser: it records the address that it has to show.
        let program = try folder.write(#"printf %s "$1" > "$0.new" && mv "$0.new" "$0.address""#, to: "browser")
        environment["BROWSER"] = "/bin/sh \(program)"
    }

    /// The running app; started at the first use, and again after something that an app finds only at its start has changed.
    func runningApp() throws -> AppProcess {
        if let app { return app }
        var options = [
            "--app-id", naming["com.example.player"], "--platform", platform.rawValue, "--service", serviceURL, "--storage",
            folder.path("storage"),
        ]
        if let statement { options += ["--software-statement", statement] }
        var variables = daemons.environment
        variables["VSASIM_CLOCK"] = daemons.deviceClock
        variables.merge(environment) { $1 }
        variables["VSASIM_SERVICE_URL"] = nil
        variables["VSASIM_SOFTWARE_STATEMENT"] = nil
        let started = try AppProcess(
            options: options, environment: variables, log: daemons.workspace.folder.path("logs/entitle.log"))
        app = started
        return started
    }

    /// Records where the app sends the user.
    func note(_ callback: PrintedCallback) {
        if callback.name == "navigateToUrl", let url = callback.text("url") { door = .page(url) }
        if callback.name == "status", let code = callback.text("regCode") { door = .code(code) }
    }

    /// Ends the app, and resumes stopped daemons.
    ///
    /// - Returns: The output of the app that was not read yet.
    func end() async throws -> [PrintedCallback] {
        let rest = try await endApp()
        if let stopped { kill(stopped, SIGCONT) }
        await otherBus?.stop()
        return rest
    }

    /// Ends the app; the next use starts it again with the same storage.
    ///
    /// - Returns: Its output that was not read yet.
    @discardableResult
    private func endApp() async throws -> [PrintedCallback] {
        defer { app = nil }
        return try await app?.quit().callbacks ?? []
    }

    /// Makes one change to the world outside the app.
    ///
    /// - Throws: `CannotArrange`, or the error of the change.
    func arrange(_ arrangement: Arrangement) async throws {
        switch arrangement {
        case .access, .signIn, .signOut, .expireAccount, .answer: try await arrangeDevice(arrangement)
        case .integration(let mvpd, let isEnabled): try await change(mvpd, .init(enabled: isEnabled))
        case .singleSignOn(let mvpd, let isOn): try await change(mvpd, .init(sso: ["ios": isOn, "tvos": isOn]))
        case .degradation(let mvpd, let rule): try await change(mvpd, .init(degraded: rule.rawValue))
        case .authenticationLifetime(let mvpd, let seconds): try await change(mvpd, .init(authnTTL: seconds))
        case .refuseResponses(let provider): try await exchangeCertificate(of: provider)
        case .statement(let kind): try await restart { try await self.setStatement(kind) }
        case .serviceUnreachable(let failure): try await disconnectService(failure)
        case .deviceUnreachable(let failure): try await disconnectDevice(failure)
        case .clockOffset(let seconds): try await restart { self.environment["VSASIM_CLOCK"] = "offset:\(seconds)" }
        case .relaunch: try await endApp()
        case .anotherDevice: try FileManager.default.removeItem(atPath: folder.path("storage/devices.json"))
        case .elapse(let seconds): try await daemons.vsactl("clock", "advance", "\(seconds)s").checked()
        case .wait(let seconds): try await ContinuousClock().sleep(for: .seconds(seconds))
        case .serviceAnswers(let call, let status):
            try await daemons.vsactl("fault", "add", Self.point(of: call), "--status", "\(status)").checked()
        case .providerAnswers(.unreachable):
            try await daemons.vsactl("fault", "add", "service.authorize", "--error", "network_connection_timeout").checked()
        case .pageInBrowser: try await takeBrowserPage()
        case .webLogin(let subscriber): try await logIn(subscriber)
        case .followPage: try await followPage()
        case .storedToken:
            throw CannotArrange(description: "the real daemons cannot arrange \(arrangement)")
        }
    }

    /// The point at which a fault affects a request.
    private static func point(of call: Arrangement.ServiceCall) -> String {
        switch call {
        case .register: "service.register"
        case .token: "service.token"
        case .configuration: "service.config"
        }
    }

    private func disconnectService(_ failure: Arrangement.ServiceFailure) async throws {
        switch failure {
        case .closedPort: try await restart { self.serviceURL = "http://127.0.0.1:1" }
        case .hasEnded: _ = await daemons.serviceProcess.terminate()
        case .standsStill: stop(daemons.serviceProcess.processID)
        }
    }

    private func disconnectDevice(_ failure: Arrangement.DeviceFailure) async throws {
        switch failure {
        case .noBus:
            try await restart { self.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(self.folder.path("nobody"))" }
        case .isAbsent:
            let bus = try await TestBus.start()
            otherBus = bus
            try await restart { self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address }
        case .standsStill:
            guard let device = try await daemons.accountProcessID() else { throw CannotArrange(description: "there is no vsad") }
            stop(device)
        }
    }

    private func stop(_ process: Int32) {
        stopped = process
        kill(process, SIGSTOP)
    }

    /// Logs a user in like a user with a browser.
    private func logIn(_ name: String) async throws {
        var visitor = browser
        defer { browser = visitor }
        switch door {
        case .page(let url), .browserPage(let url): try await visitor.open(url)
        case .code(let code):
            try await visitor.open("/activate/providers?code=\(code)")
            // A code that has expired does not lead to a page; the next step must not succeed.
            guard let link = visitor.page.links.first(where: { $0.hasPrefix("/api/v1/authenticate?") }) else { return }
            try await visitor.open(link)
        case nil: throw CannotArrange(description: "the app has shown neither page nor code")
        }
        let site = daemons.world.providers.first { visitor.page.address.hasPrefix("/mvpd/\(ServiceClient.encoded($0.id))/") }
        let subscriber = daemons.world.subscribers.first { $0.provider == site?.id && $0.username == name }
        // After a code that was abandoned there is no login page; the next step must not succeed.
        guard let subscriber else { return }
        try await visitor.logIn(as: subscriber.username, password: subscriber.password)
        if case .browserPage = door { try await visitor.leave() }
    }

    /// Waits for the address that the library has the system's browser open.
    private func takeBrowserPage() async throws {
        let file = folder.path("browser.address")
        try await until("the system's browser has an address") { FileManager.default.fileExists(atPath: file) }
        door = .browserPage(try String(contentsOfFile: file, encoding: .utf8))
        try FileManager.default.removeItem(atPath: file)
    }

    /// Shows the last page, which does not prompt.
    private func followPage() async throws {
        var visitor = browser
        defer { browser = visitor }
        if case .browserPage(let url)? = door {
            try await visitor.open(url)
            return try await visitor.leave()
        }
        guard case .page(let url)? = door else { throw CannotArrange(description: "the app was not asked to show a page") }
        try await visitor.open(url)
        guard (300..<400).contains(visitor.page.status), visitor.destination == DecisionRow.end else {
            throw CannotArrange(description: "\(url) ends with \(visitor.page.status) \(visitor.page.text)")
        }
    }

    private func arrangeDevice(_ arrangement: Arrangement) async throws {
        switch arrangement {
        case .access(let access):
            try await daemons.setAccess(naming["com.example.player"], access.rawValue)
        case .signIn(let provider, let subscriber):
            try await daemons.signIn(subscriber, at: provider)
        case .signOut(let keepsAccess): try await daemons.signOut(keepsAccess: keepsAccess)
        case .expireAccount: try await daemons.expireAccount()
        case .answer(let prompt, let value): try await daemons.queueAnswer(value, to: prompt)
        default: throw CannotArrange(description: "\(arrangement) is nothing of the device's")
        }
    }

    private func restart(_ change: () async throws -> Void) async throws {
        try await endApp()
        try await change()
    }

    private func setStatement(_ kind: Arrangement.Statement) async throws {
        switch kind {
        case .missing: statement = nil
        case .malformed: statement = try folder.write("not.a.statement", to: "malformed.jwt")
        case .revoked:
            struct Issued: Decodable {
                let id: String
                let statement: String
            }
            let issued = try await daemons.administration
                .send("POST", "/admin/v1/statements", json: ["requestor": naming["REF30"]]).expecting(201).decoded(
                    as: Issued.self)
            try await daemons.administration.send("DELETE", "/admin/v1/statements/\(issued.id)").expecting(204)
            statement = try folder.write(issued.statement, to: "revoked.jwt")
        }
    }

    /// The body of `PUT /admin/v1/integrations/REQUESTOR/MVPD`.
    private struct IntegrationChange: Encodable {
        var enabled: Bool?
        var sso: [String: Bool]?
        var degraded: String?
        var authnTTL: Int?
    }

    private func change(_ mvpd: String, _ change: IntegrationChange) async throws {
        let path = [naming["REF30"], mvpd].map(ServiceClient.encoded).joined(separator: "/")
        try await daemons.administration.send("PUT", "/admin/v1/integrations/\(path)", json: change).expecting(200)
    }

    /// Registers another provider's certificate for this one at the service.
    private func exchangeCertificate(of provider: String) async throws {
        let own = try await metadata(of: provider)
        let other = naming["delta.example"] == provider ? "alpha.example" : "delta.example"
        let others = try await metadata(of: naming[other])
        let text = own.replacing(try certificate(in: own), with: try certificate(in: others))
        try await daemons.administration.send(
            "PUT", "/admin/v1/providers/\(ServiceClient.encoded(provider))/metadata",
            body: ("application/samlmetadata+xml", Data(text.utf8))
        ).expecting(204)
    }

    private func metadata(of provider: String) async throws -> String {
        try await daemons.vsactl("provider", "show", provider, "--metadata").checked().output
    }

    private func certificate(in metadata: String) throws -> String {
        guard let match = metadata.firstMatch(of: /X509Certificate[^>]*>([^<]+)</) else {
            throw CannotArrange(description: "no certificate in \(metadata)")
        }
        return String(match.1)
    }
}

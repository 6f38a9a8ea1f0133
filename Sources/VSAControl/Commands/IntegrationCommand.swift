import ArgumentParser
import TVWorld

/// `vsactl integration`
struct IntegrationCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "integration", abstract: "Which requestor works with which provider, at the service.",
        subcommands: [List.self, Set.self])

    /// `vsactl integration list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the integrations.")
        @Option(help: "Only this requestor's.") var requestor: String?
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let service = try ServiceControl.discover()
            let all = try await service.integrations()
            if let requestor, !all.contains(where: { $0.requestor == requestor }) {
                throw Failure.noSuch("requestor", requestor, known: Array(Swift.Set(all.map(\.requestor))))
            }
            global.show(IntegrationsReport(integrations: all.filter { requestor == nil || $0.requestor == requestor }))
        }
    }

    /// `vsactl integration set REQUESTOR PROVIDER`
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Change an integration; what is not named stays.")
        @Argument(help: "The requestor.") var requestor: String
        @Argument(help: "The provider, by its identifier at the service or on the device.") var provider: String
        @Option(help: "on or off: whether the provider is in the requestor's configuration.") var enabled: Switch?
        @Option(help: "Single sign-on: on, off, or by platform, such as ios=on,tvos=off.") var sso: SingleSignOnChange?
        @Option(help: "The degradation rule: none, authn-all, authz-all or authz-none.") var degraded: Degradation?
        @Option(help: ArgumentHelp("How long an authentication lives: \(TimeSpan.accepted).", valueName: "time"))
        var authnTTL: TimeSpan?
        @Option(help: ArgumentHelp("How long an authorization lives: \(TimeSpan.accepted).", valueName: "time"))
        var authzTTL: TimeSpan?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if members.isEmpty {
                throw ValidationError("Nothing to change: give --enabled, --sso, --degraded, --authn-ttl or --authz-ttl.")
            }
        }

        func run() async throws {
            let service = try ServiceControl.discover()
            let record = try Self.find(requestor, provider, in: try await service.integrations())
            try await service.setIntegration(requestor: requestor, mvpd: record.mvpd, changes: .object(members))
            let changed = try Self.find(requestor, record.mvpd, in: try await service.integrations(requestor: requestor))
            try Failure.require(isVisible(in: changed), "the service shows \(changed.json.compact)")
            global.show(IntegrationsReport(integrations: [changed]))
        }

        private var members: [JSON.Member] {
            var members: [JSON.Member] = []
            if let enabled { members.append(.init(name: "enabled", value: .bool(enabled == .on))) }
            if let sso { members.append(.init(name: "sso", value: sso.json)) }
            if let degraded { members.append(.init(name: "degraded", value: .string(degraded.rawValue))) }
            if let authnTTL { members.append(.init(name: "authnTTL", value: .integer(authnTTL.seconds))) }
            if let authzTTL { members.append(.init(name: "authzTTL", value: .integer(authzTTL.seconds))) }
            return members
        }

        private func isVisible(in record: IntegrationRecord) -> Bool {
            (enabled == nil || record.enabled == (enabled == .on)) && (degraded == nil || record.degraded == degraded?.rawValue)
                && (sso?.ios == nil || sso?.ios == record.sso.ios) && (sso?.tvos == nil || sso?.tvos == record.sso.tvos)
        }

        private static func find(
            _ requestor: String, _ provider: String, in integrations: [IntegrationRecord]
        ) throws -> IntegrationRecord {
            let own = integrations.filter { $0.requestor == requestor }
            guard !own.isEmpty else {
                throw Failure.noSuch("requestor", requestor, known: Array(Swift.Set(integrations.map(\.requestor))))
            }
            guard let record = own.first(where: { $0.mvpd == provider }) ?? own.first(where: { $0.provider == provider }) else {
                throw Failure.noSuch(
                    "integration of \(requestor) with provider", provider, known: own.map(\.mvpd) + own.compactMap(\.provider))
            }
            return record
        }
    }
}

extension Degradation: ExpressibleByArgument {}

/// `on` or `off`.
enum Switch: String, Sendable, CaseIterable, ExpressibleByArgument {
    case on
    case off
}

/// `on`, `off`, or a list such as `ios=on,tvos=off`.
struct SingleSignOnChange: Sendable, Equatable, ExpressibleByArgument {
    var ios: Bool?
    var tvos: Bool?

    init?(argument: String) {
        if let all = Switch(rawValue: argument) {
            (ios, tvos) = (all == .on, all == .on)
            return
        }
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", omittingEmptySubsequences: false)
            guard words.count == 2, let value = Switch(rawValue: String(words[1])) else { return nil }
            switch words[0] {
            case "ios": ios = value == .on
            case "tvos": tvos = value == .on
            default: return nil
            }
        }
    }

    var json: JSON {
        var members: [JSON.Member] = []
        if let ios { members.append(.init(name: "ios", value: .bool(ios))) }
        if let tvos { members.append(.init(name: "tvos", value: .bool(tvos))) }
        return .object(members)
    }
}

/// Integrations.
struct IntegrationsReport: Report {
    var integrations: [IntegrationRecord]

    var document: JSON { .document(["integrations": .array(integrations.map(\.json))]) }

    func text(_ style: Style) -> String {
        guard !integrations.isEmpty else { return "" }
        return Table(
            headings: ["REQUESTOR", "MVPD", "PROVIDER", "ENABLED", "SSO IOS", "SSO TVOS", "DEGRADED"],
            rows: integrations.map {
                [
                    .init($0.requestor), .init($0.mvpd), .init($0.provider ?? ""), Self.cell($0.enabled),
                    Self.cell($0.sso.ios), Self.cell($0.sso.tvos),
                    .init($0.degraded, $0.degraded == Degradation.none.rawValue ? .plain : .attention),
                ]
            }
        ).text(style)
    }

    private static func cell(_ isOn: Bool) -> Table.Cell { .init(isOn ? "on" : "off", isOn ? .good : .faint) }
}

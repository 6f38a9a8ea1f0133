import Administration
import ArgumentParser
import TVWorld
import TerminalProgress

/// `vsactl service`
struct ServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service", abstract: "The service that the device's apps use (entitlementd).",
        subcommands: [Start.self, Stop.self, Logs.self, Address.self, Status.self, Connect.self])

    /// `vsactl service start [-- OPTION…]`
    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "start", abstract: "Start the service if it is not running, and connect the device to it.",
            usage: "vsactl service start [-- <option> ...]",
            discussion: """
                Uses the user's service manager if it has a unit, otherwise starts a process, whose log `vsactl service logs` shows. \
                The device is only connected if it does not trust another service (see `vsactl service connect --if-new`).
                """)
        @Argument(
            parsing: .postTerminator,
            help: ArgumentHelp("Options of `entitlementd serve`, after --.", valueName: "option"))
        var options: [String] = []
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let (service, isNew) = try await Progress.during("starting the service") {
                try await ServiceProcess().start(options: options)
            }
            let trust = try await Progress.during("connecting the device") { try await connect(service) }
            global.show(
                Report(
                    ["url": service.address.url, "processID": service.processID, "started": isNew, "trust": trust],
                    pairs: [
                        "service": .init(service.address.url, .good),
                        "process": .init("\(service.processID)\(isNew ? "" : ", already running")"), "trust": .init(trust),
                    ]))
            if service.address.isOverridden() {
                StandardStream.remark(
                    """
                    vsactl: VSASIM_SERVICE_URL and VSASIM_ADMIN_TOKEN name another service, which programs use instead of this one
                      To use this one: unset VSASIM_SERVICE_URL VSASIM_ADMIN_TOKEN
                    """)
            }
        }

        /// Connects the device, and returns what was done. A service is also useful without a device.
        private func connect(_ service: RunningService) async throws -> String {
            do {
                let device = try await DeviceControl.connect(address: global.address)
                switch try await AutomaticTrust(device: device, service: service).perform() {
                case .connected(let outcome): return "connected; the service trusts \(outcome.trusted.joined(separator: " "))"
                case .unchanged(let reason): return reason
                }
            } catch let failure as Failure where failure.status == .unreachable {
                return "not connected: \(failure.message)"
            }
        }
    }

    /// `vsactl service stop`
    struct Stop: AsyncParsableCommand, LightCommand {
        static let configuration = CommandConfiguration(commandName: "stop", abstract: "Stop the service.")
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let stopped = try await Progress.during("stopping the service", ServiceProcess().stop)
            global.show(
                Report(
                    ["stopped": stopped != nil, "processID": stopped],
                    text: stopped.map { "process \($0) has ended" } ?? "the service is not running"))
        }
    }

    /// `vsactl service logs`
    struct Logs: AsyncParsableCommand, LightCommand {
        static let configuration = CommandConfiguration(
            commandName: "logs",
            abstract: "Show the log of the service: the service manager's, the session's, or that of vsactl service start.")
        @Flag(name: .shortAndLong, help: "Show new lines as they are written, until Ctrl-C.") var follow = false
        @Option(
            name: [.customShort("n"), .long], help: ArgumentHelp("The number of lines from the end.", valueName: "number"))
        var lines: UInt32 = 100

        func run() async throws { try ServiceProcess().showLog(lines: Int(lines), follows: follow) }
    }

    /// `vsactl service url`
    struct Address: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "url", abstract: "Show the service's URL.")
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let url = try ServiceAddress.required().url
            global.show(Report(["url": url], text: url))
        }
    }

    /// `vsactl service status`
    struct Status: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Show the status of the service and the providers that it trusts.")
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            .service(try await service.status())
        }
    }

    /// `vsactl service connect [URL]`
    struct Connect: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "connect", abstract: "Make the device and a service trust each other.",
            discussion: "Sends the service's SAML metadata to the device, and that of every provider to the service.")
        @Argument(help: "The service's base URL (default: that of this session).") var url: String?
        @Option(help: "The service's admin token (default: VSASIM_ADMIN_TOKEN, otherwise that in the runtime file).")
        var adminToken: String?
        @Flag(
            help: ArgumentHelp(
                "Only connect the running service of this user, and only if the device does not trust another service and the "
                    + "service's setting auto-connect is on."))
        var ifNew = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if ifNew, url != nil || adminToken != nil {
                throw ValidationError("--if-new is for the service of the runtime file, without a URL and --admin-token.")
            }
        }

        func run() async throws {
            if ifNew { return try await connectIfNew() }
            let device = try await DeviceControl.connect(address: global.address)
            var service = ServiceControl(address: try address())
            if adminToken.nonEmpty != nil { service.tokenAdvice = "Give --admin-token the token of that service." }
            let exchange = TrustExchange(device: device, service: service)
            global.show(.trust(try await Progress.during("exchanging metadata", exchange.perform)))
        }

        /// Connects the user's service, which may be starting.
        private func connectIfNew() async throws {
            let service = try await Waiting.until("running", within: ServiceProcess.patience) {
                guard let service = try RunningService.find() else {
                    throw Failure(
                        .unreachable, "this user is not running a service", advice: "Start it with: \(DaemonCommands.start)")
                }
                return service
            }
            let device = try await DeviceControl.connect(address: global.address)
            switch try await AutomaticTrust(device: device, service: service).perform() {
            case .connected(let outcome): global.show(.trust(outcome))
            case .unchanged(let reason):
                global.show(Report(["unchanged": reason], text: "nothing was changed: \(reason)"))
            }
        }

        private func address() throws -> ServiceAddress {
            guard let url else {
                var known = try ServiceAddress.required()
                if let adminToken { known.adminToken = adminToken }
                return known
            }
            return try .given(url: url, adminToken: adminToken)
        }
    }
}

extension Report {
    static func service(_ status: StatusResource) -> Report {
        Report(document: .document(["service": status.report()])) { style in
            let pairs = Table.pairs([
                "service": .init(status.url, .good), "version": .init(status.version),
                "sessions": .init(String(status.sessions)),
            ]).text(style)
            let providers = Table(
                headings: ["PROVIDER", "MVPD", "TRUSTED"],
                rows: status.providers.map {
                    [.init($0.id), .init($0.mvpd), .init($0.trusted ? "yes" : "no", $0.trusted ? .good : .attention)]
                })
            return pairs + (status.providers.isEmpty ? "" : "\n\n" + providers.text(style))
        }
    }

    static func trust(_ outcome: TrustExchange.Outcome) -> Report {
        let document = JSON.document([
            "service": outcome.service, "serviceEntityID": outcome.serviceEntityID, "trustedProviders": outcome.trusted,
            "skippedProviders": outcome.skipped.map { JSON.members(["id": $0.provider, "reason": $0.reason]) },
        ])
        let table = Table(
            headings: [],
            rows: [
                [.init("the device trusts", .heading), .init(outcome.serviceEntityID ?? outcome.service, .good)],
                [.init("the service trusts", .heading), .init(outcome.trusted.joined(separator: " "), .good)],
            ] + outcome.skipped.map { [.init("left out", .heading), .init("\($0.provider): \($0.reason)", .attention)] })
        return Report(document: document, text: table.text)
    }
}

import ArgumentParser
import TVWorld
import TerminalProgress

extension ServiceCommand {
    /// `vsactl service start [-- OPTION…]`
    struct Start: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "start", abstract: "Start the service if it is not running, and connect the device with it.",
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
}

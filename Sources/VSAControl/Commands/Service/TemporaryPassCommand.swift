import Administration
import ArgumentParser
import TVWorld

/// `vsactl temp-pass`
struct TemporaryPassCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "temp-pass", abstract: "Temporary passes (TempPass), at the service.",
        subcommands: [List.self, Reset.self])

    /// `vsactl temp-pass list`
    struct List: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the passes of requestors, and those that have been started, newest first.")
        @Option(help: "Only this requestor's.", completion: .live(.requestors)) var requestor: String?
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            var (passes, started) = try await service.temporaryPasses()
            if let requestor {
                _ = try await service.requestor(requestor)
                passes.removeAll { $0.requestor != requestor }
                started.removeAll { $0.requestor != requestor }
            }
            return .temporaryPasses(passes, started: started)
        }
    }

    /// `vsactl temp-pass reset REQUESTOR MVPD`
    struct Reset: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset", abstract: "Reset a pass, so that it can be started again: for all, or for --device or --key.")
        @Argument(help: "The requestor.", completion: .live(.requestors)) var requestor: String
        @Argument(help: "The temporary pass, by its identifier at the service.") var mvpd: String
        @Option(help: "Only the pass of this device.") var device: String?
        @Option(help: "Only the pass of the user with this SHA-256, as list shows it.") var key: String?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if device != nil, key != nil { throw ValidationError("Use one of --device and --key.") }
            if device == "" { throw ValidationError("--device takes a device's identifier, which must not be empty.") }
            if key == "" { throw ValidationError("--key takes a SHA-256, as list shows it, which must not be empty.") }
        }

        func report(_ service: ServiceControl) async throws -> Report {
            let passes = try await service.temporaryPasses().passes
            _ = try passes.element(named: requestor, by: \.requestor, as: "requestor with temporary passes")
            let pass = try passes.filter { $0.requestor == requestor }.element(named: mvpd, by: \.mvpd, as: "temporary pass")
            let query: KeyValuePairs = ["requestor": requestor, "mvpd": mvpd, "device": device, "key": key]
            _ = try await service.send(.delete, ServiceControl.path([TemporaryPassPage.path], query: query))
            let (_, started) = try await service.temporaryPasses()
            let left = started.filter { $0.requestor == requestor && $0.mvpd == mvpd }
            let isForgotten =
                switch (device, key) {
                case (nil, nil): left.isEmpty
                case (_, let key?): left.allSatisfy { $0.key != key.lowercased() }
                case (_, nil): true
                }
            try Failure.require(isForgotten, "the service still lists \(counted(left.count, "started pass", "started passes"))")
            return .temporaryPasses([pass], started: left)
        }
    }
}

extension Report {
    static func temporaryPasses(
        _ passes: [TemporaryPassResource], started: [StartedTemporaryPassResource]
    ) -> Report {
        let reported = ["requestor", "mvpd", "device", "key", "resources", "startedAt", "expiresAt", "ended"]
        let document = JSON.document([
            "passes": passes.map { $0.report() }, "trials": started.map { $0.report(reported) },
        ])
        let tables = [
            Table(
                passes,
                columns: [
                    "REQUESTOR": { .init($0.requestor) }, "MVPD": { .init($0.mvpd) }, "KIND": { .init($0.kind) },
                    "TTL": { .init(TimeSpan.text(seconds: $0.ttl)) },
                    "RESOURCES": { .init($0.kind == "basic" ? "" : $0.resources.map(String.init) ?? "any number") },
                    "KEY": { .init($0.key ?? "") },
                ]),
            Table(
                started,
                columns: [
                    "REQUESTOR": { .init($0.requestor) }, "MVPD": { .init($0.mvpd) }, "DEVICE": { .init($0.device) },
                    "STARTED": { .init(Timestamp.text(unixSeconds: $0.startedAt / 1_000)) },
                    "ENDS": { .init(Timestamp.text(unixSeconds: $0.expiresAt / 1_000)) },
                    "STATE": { $0.ended ? .init("ended", .faint) : .init("in use", .good) }, "KEY": { .init($0.key ?? "") },
                    "RESOURCES": { .init($0.resources.joined(separator: " ")) },
                ]),
        ]
        return Report(document: document) { style in
            tables.filter { !$0.rows.isEmpty }.map { $0.text(style) }.joined(separator: "\n\n")
        }
    }
}

import Administration
import ArgumentParser
import TVWorld

/// `vsactl throttling`
struct ThrottlingCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "throttling", abstract: "The limits for a device's calls to the service.",
        subcommands: [Show.self, Set.self])

    /// `vsactl throttling show`
    struct Show: AdministrationCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the limits.")
        @OptionGroup var global: GlobalOptions

        func report(_ service: ServiceControl) async throws -> Report {
            try await service.get(as: ThrottlingResource.self).record
        }
    }

    /// `vsactl throttling set`
    struct Set: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change the limits until the service exits or is reset; omitted settings are kept.")
        @Option(help: "on or off: whether calls are limited.") var enabled: Switch?
        @Option(
            help: ArgumentHelp(
                "The number of calls per second, \(AdministrationLimit.callsPerSecond.inWords).", valueName: "number"))
        var callsPerSecond: Int64?
        @Option(
            help: ArgumentHelp(
                "The number of additional calls at the first contact, \(AdministrationLimit.burst.inWords).",
                valueName: "number"))
        var burst: Int64?
        @Option(help: .time("The idle time after which a device counts as new, up to a day")) var idle: WholeSeconds?
        @Option(help: "on or off: whether a rejection contains Retry-After.") var retryAfter: Switch?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            let (calls, bursts) = (AdministrationLimit.callsPerSecond, AdministrationLimit.burst)
            if let callsPerSecond, !calls.contains(callsPerSecond) {
                throw ValidationError("--calls-per-second takes a whole number from \(calls.inWords).")
            }
            if let burst, !bursts.contains(burst) {
                throw ValidationError("--burst takes a whole number from \(bursts.inWords).")
            }
            if let idle, !AdministrationLimit.idleSeconds.contains(idle.seconds) {
                throw ValidationError("--idle takes \(TimeSpan.accepted(AdministrationLimit.idleSeconds)).")
            }
            if members.isEmpty {
                throw ValidationError("Nothing to change: give --enabled, --calls-per-second, --burst, --idle or --retry-after.")
            }
        }

        func report(_ service: ServiceControl) async throws -> Report {
            let answered: ThrottlingResource = try await service.change(by: members)
            let changed: ThrottlingResource = try await service.get()
            try Failure.require(changed == answered, "the service shows \(changed.report().serialized)")
            return changed.record
        }

        var members: [JSON.Member] {
            JSON.given([
                "enabled": enabled, "callsPerSecond": callsPerSecond, "burst": burst, "idleSeconds": idle,
                "retryAfter": retryAfter,
            ])
        }
    }
}

extension ThrottlingResource {
    var record: Report {
        Report(
            ["throttling": report()],
            pairs: [
                "throttling": .state(enabled), "calls per second": .init(String(callsPerSecond)),
                "burst": .init(String(burst)),
                "idle": .init(TimeSpan.text(seconds: idleSeconds)),
                "retry-after": .state(retryAfter),
            ])
    }
}

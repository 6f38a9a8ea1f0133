import Administration
import ArgumentParser
import Dates
import TVWorld

/// `vsactl clock`
struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "The clocks of the device and of its service.",
        discussion: """
            Both clocks move together unless --for is given; moving only one creates a skew between device and service. A \
            daemon uses its clock for every time that it compares or signs. If the account's authentication then expires, apps \
            are notified. Apps use the device's clock. `vsactl reset` returns the clocks to those of the scenario, otherwise to \
            those of the start.

            Examples:
              vsactl clock advance 31d
              vsactl clock advance -1d
              vsactl clock freeze 2026-03-01T18:00:00Z
              vsactl clock advance 5m --for service
            """,
        subcommands: [Show.self, Advance.self, Freeze.self, Resume.self, Reset.self])

    /// `vsactl clock show`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the time of the clocks.")
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        func run() async throws { try await clocks.change(global) { try await $0.clock() } }
    }

    /// `vsactl clock advance SPAN`
    struct Advance: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "advance", abstract: "Move the clocks forward or back.",
            discussion: "A stopped clock remains stopped at the new time.")
        @Argument(help: ArgumentHelp("How far: \(TimeSpan.accepted); -1d moves back.", valueName: "time")) var step: ClockStep
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        /// The maximum distance by which the service moves its clock in one call.
        private static let longestStep = TimeSpan(milliseconds: AdministrationLimit.clockStep.upperBound)

        func validate() throws {
            guard step.milliseconds.magnitude <= Self.longestStep.milliseconds.magnitude else {
                throw ValidationError("A clock can move by at most \(Self.longestStep.defaultValueDescription) at once.")
            }
        }

        func run() async throws {
            do {
                try await clocks.change(global) { try await $0.advanceClock(milliseconds: step.milliseconds) }
            } catch let failure as Failure where failure.status == .invalidData {
                throw Failure(.invalidData, "a clock cannot move that far: it shows times in the years 1 to 9979")
            }
        }
    }

    /// `vsactl clock freeze [DATE]`
    struct Freeze: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "freeze", abstract: "Stop the clocks.")
        @Argument(
            help: "The time (RFC 3339, years 1 to 9979): 2026-03-01T18:00:00Z; if omitted, each clock's current time.")
        var date: Moment?
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            try await clocks.change(global) { daemon in
                let current = try await daemon.clock().time
                return try await daemon.setClock(
                    ClockSetting.frozen(milliseconds: date?.milliseconds ?? current).specification)
            }
        }
    }

    /// `vsactl clock resume`
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume", abstract: "Resume stopped clocks from their current time.")
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        func run() async throws { try await clocks.change(global) { try await $0.setClock($0.clock().resumed) } }
    }

    /// `vsactl clock reset`
    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "reset", abstract: "Return the clocks to real time.")
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        func run() async throws { try await clocks.change(global) { try await $0.setClock("real") } }
    }
}

/// The amount by which to move a clock: a length of time, negative to move it back.
struct ClockStep: ExpressibleByArgument, Sendable {
    let milliseconds: Int64

    init?(argument: String) {
        guard let span = TimeSpan(argument: argument.hasPrefix("-") ? String(argument.dropFirst()) : argument) else { return nil }
        milliseconds = argument.hasPrefix("-") ? -span.milliseconds : span.milliseconds
    }

    /// Returns whether a text is a step backward.
    static func isNegative(_ text: String) -> Bool { text.hasPrefix("-") && ClockStep(argument: text) != nil }
}

/// A moment in the formats of the command line.
struct Moment: ExpressibleByArgument, Sendable {
    /// Unix milliseconds.
    var milliseconds: Int64

    init?(argument: String) {
        guard let time = RFC3339.milliseconds(argument), ClockSetting.representable.contains(time) else { return nil }
        milliseconds = time
    }
}

/// The clocks that a command concerns.
struct ClockOptions: ParsableArguments {
    enum Owner: String, ExpressibleByArgument, CaseIterable, Sendable {
        case device
        case service
        case all
    }

    @Option(name: .customLong("for"), help: "The clock: device, service or all.") var owner = Owner.all

    /// Applies a change to the selected clocks, and shows them. `all` is only the device's clock without a service, and only the
    /// service's without a session bus.
    func change(
        _ global: GlobalOptions, _ change: (any DaemonControl) async throws -> ClockResource
    ) async throws {
        let service =
            switch owner {
            case .device: ServiceControl?.none
            case .service: try ServiceControl.discover()
            case .all: try ServiceControl.present()
            }
        let isAlone = owner == .service || owner == .all && !DeviceControl.isExpected(bus: global.address, beside: service)
        let device = isAlone ? nil : try await DeviceControl.connect(address: global.address)
        if owner == .all { global.remarkAbsentDevice(beside: service) }
        // Both or neither. The device comes last, because what expires at its new time cannot be restored.
        let before = try await service?.clock()
        let serviceClock: ClockResource? = if let service { try await change(service) } else { nil }
        do {
            let deviceClock: ClockResource? = if let device { try await change(device) } else { nil }
            global.show(.clocks(device: deviceClock, service: serviceClock))
        } catch {
            if let service, let before { _ = try? await service.setClock(before.specification) }
            throw error
        }
    }
}

extension Report {
    static func clocks(device: ClockResource?, service: ClockResource?) -> Report {
        let clocks = [("device", device), ("service", service)].compactMap { name, clock in clock.map { (name, $0) } }
        let table = Table(
            clocks,
            columns: [
                "CLOCK": { .init($0.0) }, "TIME": { .init(Timestamp.text(unixSeconds: $0.1.time / 1_000)) },
                "SETTING": { .init($0.1.setting, $0.1.mode == "real" ? .faint : .plain) },
            ])
        let document = JSON.document(["device": device?.report, "service": service?.report])
        return Report(document: document, text: table.text)
    }
}

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

        func run() async throws {
            try await clocks.change(global, device: { try await $0.clock() }, service: { try await $0.clock() })
        }
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
                throw ValidationError("A clock moves by \(Self.longestStep.defaultValueDescription) at once at most.")
            }
        }

        func run() async throws {
            let milliseconds = step.milliseconds
            do {
                try await clocks.change(
                    global, device: { try await $0.advanceClock(milliseconds: milliseconds) },
                    service: { try await $0.advanceClock(milliseconds: milliseconds) })
            } catch let failure as Failure where failure.status == .invalidData {
                throw Failure(.invalidData, "a clock cannot move that far: it shows times of the years 1 to 9979")
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
            let date = date
            func frozen(_ clock: ClockResource) -> String {
                ClockSetting.frozen(milliseconds: date?.milliseconds ?? clock.time).specification
            }
            try await clocks.change(
                global, device: { try await $0.setClock(frozen($0.clock())) },
                service: { try await $0.setClock(frozen($0.clock())) })
        }
    }

    /// `vsactl clock resume`
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "resume", abstract: "Resume stopped clocks from their current time.")
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            try await clocks.change(
                global, device: { try await $0.setClock($0.clock().resumed) },
                service: { try await $0.setClock($0.clock().resumed) })
        }
    }

    /// `vsactl clock reset`
    struct Reset: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "reset", abstract: "Return the clocks to real time.")
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            try await clocks.change(
                global, device: { try await $0.setClock("real") }, service: { try await $0.setClock("real") })
        }
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

    /// Applies a change to the selected clocks, and shows them. Without a service, `all` is only the device's clock.
    func change(
        _ global: GlobalOptions, device: (DeviceControl) async throws -> ClockResource,
        service: (ServiceControl) async throws -> ClockResource
    ) async throws {
        let serviceControl =
            switch owner {
            case .device: ServiceControl?.none
            case .service: try ServiceControl.discover()
            case .all: try ServiceControl.present()
            }
        let deviceControl = owner == .service ? nil : try await DeviceControl.connect(address: global.address)
        // Both or neither. The device comes last, because what expires at its new time cannot be restored.
        let before = try await serviceControl?.clock()
        var deviceClock: ClockResource?
        var serviceClock: ClockResource?
        if let serviceControl { serviceClock = try await service(serviceControl) }
        if let deviceControl {
            do {
                deviceClock = try await device(deviceControl)
            } catch {
                if let serviceControl, let before { _ = try? await serviceControl.setClock(before.specification) }
                throw error
            }
        }
        global.show(.clocks(device: deviceClock, service: serviceClock))
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
        let document = JSON.document(["device": device?.report ?? .null, "service": service?.report ?? .null])
        return Report(document: document, text: table.text)
    }
}

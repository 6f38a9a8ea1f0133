import ArgumentParser
import Foundation
import TVWorld

/// `vsactl clock`
struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "The clocks of the device and of its service.",
        discussion: """
            Both clocks move together unless --for says otherwise; one alone is a skew between device and service. What a clock \
            shows decides about every time that its daemon compares or signs; when the account's authentication has ended by \
            then, apps are told. Apps have the device's clock. `vsactl reset` makes both real again.

            Examples:
              vsactl clock advance 31d
              vsactl clock freeze 2026-03-01T18:00:00Z
              vsactl clock advance 5m --for service
            """,
        subcommands: [Show.self, Advance.self, Freeze.self, Resume.self, Reset.self])

    /// `vsactl clock show`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show what the clocks show.")
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            try await clocks.change(global, device: { try await $0.clock() }, service: { try await $0.clock() })
        }
    }

    /// `vsactl clock advance SPAN`
    struct Advance: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Move the clocks on.", discussion: "A clock that stands still stands still at the new time.")
        @Argument(help: ArgumentHelp("How far: \(TimeSpan.accepted).", valueName: "time")) var span: TimeSpan
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let milliseconds = span.milliseconds
            try await clocks.change(
                global, device: { try await $0.advanceClock(milliseconds: milliseconds) },
                service: { try await $0.advanceClock(milliseconds: milliseconds) })
        }
    }

    /// `vsactl clock freeze [DATE]`
    struct Freeze: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Stop the clocks.")
        @Argument(help: "When, as RFC 3339 writes it: 2026-03-01T18:00:00Z. Without it each stops where it is.")
        var date: Moment?
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let date = date
            func frozen(_ clock: ClockRecord) -> String {
                ClockSetting.frozen(milliseconds: date?.milliseconds ?? clock.time).specification
            }
            try await clocks.change(
                global, device: { try await $0.setClock(frozen($0.clock())) },
                service: { try await $0.setClock(frozen($0.clock())) })
        }
    }

    /// `vsactl clock resume`
    struct Resume: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Let clocks that stand still go on from where they stand.")
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
        static let configuration = CommandConfiguration(abstract: "Make the clocks real again.")
        @OptionGroup var clocks: ClockOptions
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            try await clocks.change(
                global, device: { try await $0.setClock("real") }, service: { try await $0.setClock("real") })
        }
    }
}

/// A moment as people type it.
struct Moment: ExpressibleByArgument, Sendable {
    /// Unix milliseconds.
    var milliseconds: Int64

    init?(argument: String) {
        // Years have four digits in RFC 3339; the formatter takes more.
        guard argument.prefix(while: \.isNumber).count == 4 else { return nil }
        let formatter = ISO8601DateFormatter()
        for options: ISO8601DateFormatter.Options in [[.withInternetDateTime], [.withInternetDateTime, .withFractionalSeconds]] {
            formatter.formatOptions = options
            if let date = formatter.date(from: argument) {
                milliseconds = Int64((date.timeIntervalSince1970 * 1_000).rounded())
                return
            }
        }
        return nil
    }
}

/// Which clocks a command is about.
struct ClockOptions: ParsableArguments {
    /// Whose clock.
    enum Owner: String, ExpressibleByArgument, CaseIterable, Sendable {
        case device
        case service
        case all
    }

    @Option(name: .customLong("for"), help: "Whose clock: device, service or all.") var owner = Owner.all

    /// Does something with the clocks that are meant, and shows them. Without a service the device's alone are all.
    func change(
        _ global: GlobalOptions, device: (DeviceControl) async throws -> ClockRecord,
        service: (ServiceControl) async throws -> ClockRecord
    ) async throws {
        var report = ClockReport()
        // Both or none: a service that is away must not stay behind a device that has moved.
        if owner == .all { _ = try await ServiceAddress.discover().map { ServiceControl(address: $0) }?.clock() }
        if owner != .service { report.device = try await device(try await DeviceControl.connect(address: global.address)) }
        if owner == .service {
            report.service = try await service(try ServiceControl.discover())
        } else if owner == .all, let address = try ServiceAddress.discover() {
            report.service = try await service(ServiceControl(address: address))
        }
        global.show(report)
    }
}

/// What clocks show.
struct ClockReport: Report {
    var device: ClockRecord?
    var service: ClockRecord?

    var document: JSON { .document(["device": device?.json ?? .null, "service": service?.json ?? .null]) }

    func text(_ style: Style) -> String {
        let clocks = [("device", device), ("service", service)].compactMap { name, clock in clock.map { (name, $0) } }
        return Table(
            headings: ["CLOCK", "TIME", "SETTING"],
            rows: clocks.map { name, clock in
                [
                    .init(name), .init(Timestamp.text(unixSeconds: clock.time / 1_000)),
                    .init(clock.setting, clock.mode == "real" ? .faint : .plain),
                ]
            }
        ).text(style)
    }
}

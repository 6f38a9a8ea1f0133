import ArgumentParser

/// A command that shows a report of a daemon.
protocol ReportCommand: AsyncParsableCommand {
    var global: GlobalOptions { get }

    /// The options that are named differently from the members of the call that they set, by member name.
    static var optionNames: [String: OptionName] { get }
}

extension ReportCommand {
    static var optionNames: [String: OptionName] { [:] }

    /// Shows a report. A failure names the option instead of the member that the daemon does not accept.
    func show(_ report: () async throws -> Report) async throws {
        global.show(try await Failure.naming(Self.optionNames, report))
    }
}

/// A command that shows a report of the device.
protocol DeviceCommand: ReportCommand, LightCommand {
    /// Performs the command and returns its output.
    func report(_ device: DeviceControl) async throws -> Report
}

extension DeviceCommand {
    func run() async throws {
        try await show { try await report(try await DeviceControl.connect(address: global.address)) }
    }
}

/// A command that shows a report of the service.
protocol AdministrationCommand: ReportCommand {
    /// Performs the command and returns its output.
    func report(_ service: ServiceControl) async throws -> Report
}

extension AdministrationCommand {
    func run() async throws { try await show { try await report(try ServiceControl.discover()) } }
}

/// A command that lists all resources of a kind, or those of a requestor if it has an option for one.
protocol ResourceListCommand: AdministrationCommand {
    associatedtype Element: TableResource

    var requestor: String? { get }
}

extension ResourceListCommand {
    var requestor: String? { nil }

    func report(_ service: ServiceControl) async throws -> Report {
        if let requestor { _ = try await service.requestor(requestor) }
        return Report(try await service.list(Element.self, requestor: requestor))
    }
}

/// A command that needs a backend only for some arguments, or never. All others are executed by `vsactl-full`.
protocol LightCommand: ParsableCommand {
    /// Returns whether the command needs a backend for the given arguments.
    ///
    /// - Parameter arguments: The arguments after the command's name.
    static func needsBackend(_ arguments: [String]) -> Bool
}

extension LightCommand {
    static func needsBackend(_ arguments: [String]) -> Bool { false }
}

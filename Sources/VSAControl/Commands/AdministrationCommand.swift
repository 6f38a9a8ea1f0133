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

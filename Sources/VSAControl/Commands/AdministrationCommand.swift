import ArgumentParser

/// A command that shows a report of the service.
protocol AdministrationCommand: AsyncParsableCommand {
    associatedtype Output: Report

    var global: GlobalOptions { get }

    /// Performs the command and returns its output.
    func report(_ service: ServiceControl) async throws -> Output
}

extension AdministrationCommand {
    func run() async throws { global.show(try await report(try ServiceControl.discover())) }
}

/// A command that lists the resources of a requestor, or of all.
protocol ResourceListCommand: AdministrationCommand where Output == ListReport {
    associatedtype Element: TableResource

    var requestor: String? { get }
}

extension ResourceListCommand {
    func report(_ service: ServiceControl) async throws -> ListReport {
        if let requestor { _ = try await service.requestor(requestor) }
        return ListReport(try await service.list(Element.self, requestor: requestor))
    }
}

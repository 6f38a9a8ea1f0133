import ArgumentParser

/// A command that shows a report of the service.
protocol AdministrationCommand: AsyncParsableCommand {
    var global: GlobalOptions { get }

    /// The options that are named differently from the members of the call that they set, by member name.
    static var optionNames: [String: OptionName] { get }

    /// Performs the command and returns its output.
    func report(_ service: ServiceControl) async throws -> Report
}

extension AdministrationCommand {
    static var optionNames: [String: OptionName] { [:] }

    func run() async throws {
        do {
            global.show(try await report(try ServiceControl.discover()))
        } catch let failure as Failure {
            throw failure.naming(Self.optionNames)
        }
    }
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

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

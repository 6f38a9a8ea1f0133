import ArgumentParser
import TVWorld

/// The options of commands that act as an app.
struct ActingAsApp: ParsableArguments, Sendable {
    @Option(
        name: .customLong("app"), help: ArgumentHelp("The identifier of the app to act as.", valueName: "app"),
        completion: .live(.apps))
    var application: String

    @Option(help: "The app's usage description, which the prompt for access shows.")
    var usageDescription: String?

    /// Acts as the app. If the device returns an error to the app, it is shown and the program exits with code 1.
    func perform(
        _ global: GlobalOptions, _ action: (ApplicationClient) async throws -> some Report
    ) async throws {
        do {
            let client = try await ApplicationClient(
                application: application, usageDescription: usageDescription, address: global.address)
            global.show(try await action(client))
        } catch let failure as SubscriberFailure {
            try show(failure, global)
        }
    }

    /// Shows an error that the device returned to the app.
    ///
    /// - Throws: `ExitCode` always.
    func show(_ failure: SubscriberFailure, _ global: GlobalOptions) throws {
        let report = SubscriberFailureReport(application: application, failure: failure)
        if global.json { global.show(report) } else { StandardStream.remark(report.plain) }
        throw ExitCode(ExitStatus.failed.rawValue)
    }
}

/// An error that the device returned to an app.
struct SubscriberFailureReport: Report {
    var application: String
    var failure: SubscriberFailure

    var document: JSON { .document(["application": .string(application), "error": failure.json]) }

    /// The text without colours, for standard error.
    var plain: String { text(Style(isColoured: false)) }

    func text(_ style: Style) -> String {
        let code = failure.code.map { " (VSError \($0))" } ?? ""
        var lines = ["vsactl: \(failure.name)\(code): \(failure.message)"]
        if case .object(let members) = failure.info {
            lines += members.map { "  \($0.key): \(EventExpectation.plain($0.value))" }
        }
        lines += (failure.advice ?? "").split(separator: "\n").map { "  " + $0 }
        return lines.joined(separator: "\n")
    }
}

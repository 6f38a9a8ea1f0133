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
        _ global: GlobalOptions, _ action: (ApplicationClient) async throws -> Report
    ) async throws {
        do {
            let client = try await ApplicationClient(
                application: application, usageDescription: usageDescription, address: global.address)
            global.show(try await action(client))
        } catch let failure as SubscriberFailure {
            throw show(failure, global)
        }
    }

    /// Shows an error that the device returned to the app.
    ///
    /// - Returns: The program's exit code.
    func show(_ failure: SubscriberFailure, _ global: GlobalOptions) -> ExitCode {
        if global.json {
            global.show(.failure(failure, of: application))
        } else {
            StandardStream.remark(failure.text)
        }
        return ExitCode(ExitStatus.failed.rawValue)
    }
}

extension Report {
    static func failure(_ failure: SubscriberFailure, of application: String) -> Report {
        Report(["application": .string(application), "error": failure.json], text: failure.text)
    }
}

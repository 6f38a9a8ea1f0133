import ArgumentParser
import DeviceInterfaces
import TVWorld

private typealias Keys = SubscriberAccountInterface.Key

/// The options of commands that act as an app.
struct ActingAsApp: ParsableArguments, Sendable {
    @Option(
        name: .customLong("app"), help: ArgumentHelp("The identifier of the app to act as.", valueName: "app"),
        completion: .live(.apps))
    var application: String

    @Option(help: "The app's usage description, which the prompt for access shows.")
    var usageDescription: String?

    /// The options that are named differently from the keys of the calls that they set.
    static let optionNames: [String: OptionName] = [
        Keys.usageDescription: "--usage-description",
        Keys.attributeNames: "--attribute", Keys.supportedAccountProviderIdentifiers: "--supported",
        Keys.featuredAccountProviderIdentifiers: "--featured", Keys.channelIdentifier: "--channel",
        Keys.supportedAuthenticationSchemes: "--scheme", Keys.localizedVideoTitle: "--video-title",
        Keys.applicationAccountProviders: "--application-provider",
        Keys.accountProviderAuthenticationToken: "--authentication-token",
    ]

    /// Acts as the app. If the device returns an error to the app, it is shown and the program exits with code 1.
    func perform(
        _ global: GlobalOptions, _ action: (ApplicationClient) async throws -> Report
    ) async throws {
        do {
            let client = try await ApplicationClient(
                application: application, usageDescription: usageDescription, address: global.address)
            global.show(try await action(client))
        } catch {
            throw ending(with: error, global)
        }
    }

    /// Shows an error that the device returned to the app, and returns the program's exit code instead. A failure names the
    /// option instead of the key that the device does not accept.
    func ending(with error: any Error, _ global: GlobalOptions) -> any Error {
        switch error {
        case let failure as SubscriberFailure:
            if global.json {
                global.show(.failure(failure, of: application))
            } else {
                StandardStream.remark(failure.text)
            }
            return ExitCode(ExitStatus.failed.rawValue)
        case let failure as Failure: return failure.naming(Self.optionNames)
        default: return error
        }
    }
}

extension Report {
    static func failure(_ failure: SubscriberFailure, of application: String) -> Report {
        Report(["application": application, "error": failure], text: failure.text)
    }
}

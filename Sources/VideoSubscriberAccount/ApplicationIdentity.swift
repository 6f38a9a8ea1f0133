import Foundation
import Synchronization

/// The identity that the app claims.
struct ApplicationIdentity: Sendable, Equatable {
    /// The app's identifier; nil leaves the identification to the system.
    var identifier: String?
    /// The reason why the app wants to access the subscription.
    var usageDescription: String?
    /// The app's display name.
    var displayName: String?

    /// Returns what was registered, completed from the environment.
    static func current(
        registered: ApplicationIdentity = VSApplication.registered.withLock { $0 },
        environment: [String: String] = variables
    ) -> ApplicationIdentity {
        ApplicationIdentity(
            identifier: registered.identifier ?? nonEmpty(environment[identifierVariable]),
            usageDescription: registered.usageDescription ?? nonEmpty(environment[usageDescriptionVariable]),
            displayName: registered.displayName ?? nonEmpty(environment[displayNameVariable]))
    }

    private static let identifierVariable = "VSASIM_APPLICATION_ID"
    private static let usageDescriptionVariable = "VSASIM_USAGE_DESCRIPTION"
    private static let displayNameVariable = "VSASIM_DISPLAY_NAME"

    /// The variables of the process's environment that matter here: every call reads them.
    private static var variables: [String: String] {
        [identifierVariable, usageDescriptionVariable, displayNameVariable].reduce(into: [:]) { variables, name in
            variables[name] = getenv(name).map { String(cString: $0) }
        }
    }

    /// Whether there is nothing to register with the device.
    var isEmpty: Bool { identifier == nil && usageDescription == nil && displayName == nil }

    /// Returns nil for an empty string: a variable without a value counts as unset.
    private static func nonEmpty(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : $0 }
    }
}

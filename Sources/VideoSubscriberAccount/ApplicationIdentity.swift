import Foundation
import Synchronization

/// The identity that the app claims.
struct ApplicationIdentity: Sendable, Equatable {
    /// The app's identifier; nil leaves the identification to the system.
    var identifier: String?
    /// The reason why the app wants to access the subscription.
    var usageDescription: String?

    /// Returns what was registered, completed from the environment.
    static func current(
        registered: ApplicationIdentity = VSApplication.registered.withLock { $0 },
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ApplicationIdentity {
        ApplicationIdentity(
            identifier: registered.identifier ?? nonEmpty(environment["VSASIM_APPLICATION_ID"]),
            usageDescription: registered.usageDescription ?? nonEmpty(environment["VSASIM_USAGE_DESCRIPTION"]))
    }

    /// Whether there is nothing to register with the device.
    var isEmpty: Bool { identifier == nil && usageDescription == nil }

    /// Returns nil for an empty string: a variable without a value counts as not set.
    private static func nonEmpty(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : $0 }
    }
}

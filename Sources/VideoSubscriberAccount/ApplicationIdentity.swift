import Foundation
import Synchronization

/// Who the app says it is.
struct ApplicationIdentity: Sendable, Equatable {
    /// The app's identifier; nil leaves it to the system.
    var identifier: String?
    /// Why the app wants to see the subscription.
    var usageDescription: String?

    /// What was registered, completed from the environment.
    static func current(
        registered: ApplicationIdentity = VSApplication.registered.withLock { $0 },
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> ApplicationIdentity {
        ApplicationIdentity(
            identifier: registered.identifier ?? nonEmpty(environment["VSASIM_APPLICATION_ID"]),
            usageDescription: registered.usageDescription ?? nonEmpty(environment["VSASIM_USAGE_DESCRIPTION"]))
    }

    /// Whether there is anything to tell the device.
    var isEmpty: Bool { identifier == nil && usageDescription == nil }

    /// A variable that is set to nothing counts as not set.
    private static func nonEmpty(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : $0 }
    }
}

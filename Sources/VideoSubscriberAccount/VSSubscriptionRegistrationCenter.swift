import DBus
import DeviceInterfaces
import Foundation

/// An object that registers the app's current subscription. Mirrors `VSSubscriptionRegistrationCenter` of VideoSubscriberAccount,
/// which is deprecated since iOS 18, tvOS 18 and visionOS 2.
///
/// As on Apple's platforms, there is no result. There an invalid subscription terminates the process; here the reason is written
/// to standard error.
@available(*, deprecated, message: "Use VSUserAccountManager.")
open class VSSubscriptionRegistrationCenter: NSObject {
    // Safe because the object has only constants, and they are `Sendable`.
    private nonisolated(unsafe) static let shared = VSSubscriptionRegistrationCenter(link: .shared) { reason in
        FileHandle.standardError.write(Data("VideoSubscriberAccount: \(reason)\n".utf8))
    }

    private let link: DeviceLink
    private let registrations = RequestQueue()
    private let report: @Sendable (String) -> Void

    /// Creates a center on another bus, for tests.
    ///
    /// - Parameter report: Receives the reason why a subscription was not registered.
    init(link: DeviceLink, report: @escaping @Sendable (String) -> Void) {
        self.link = link
        self.report = report
        super.init()
    }

    /// Returns the app's registration center.
    open class func `default`() -> VSSubscriptionRegistrationCenter { shared }

    /// Registers the subscription and replaces the previous one. Apps call this whenever they are used, because the device also
    /// treats it as a sign of use. Returns immediately; subscriptions are registered in the order of the calls.
    ///
    /// - Parameter currentSubscription: A subscription with a known access level, which is copied; nil if the user no longer has
    ///   one.
    open func setCurrentSubscription(_ currentSubscription: VSSubscription?) {
        let details = currentSubscription?.details ?? [:]
        let (link, report) = (link, report)
        registrations.add(
            QueuedRequest {
                try await link.call(
                    UserAccountsInterface.Member.setCurrentSubscription, [details], on: UserAccountsInterface.name)
            } completion: { (outcome: Result<BusMessage, any Error>) in
                if case .failure(let error) = outcome {
                    report("The subscription was not registered: \(VSError(wire: error).localizedDescription)")
                }
            })
    }
}

import DBus
import Foundation

/// Takes the app's current subscription. Mirrors `VSSubscriptionRegistrationCenter` of VideoSubscriberAccount, which is deprecated
/// since iOS 18, tvOS 18 and visionOS 2.
///
/// Nothing is answered, as on Apple's platforms; there a wrong subscription ends the process, here the reason goes to standard
/// error.
@available(*, deprecated, message: "Use VSUserAccountManager.")
open class VSSubscriptionRegistrationCenter: NSObject {
    // Sound because the object has constants only, and they are `Sendable`.
    private nonisolated(unsafe) static let shared = VSSubscriptionRegistrationCenter(link: .shared) { reason in
        FileHandle.standardError.write(Data("VideoSubscriberAccount: \(reason)\n".utf8))
    }

    private let link: DeviceLink
    private let registrations = RequestQueue()
    private let report: @Sendable (String) -> Void

    /// A center on another bus, for tests.
    ///
    /// - Parameter report: Gets the reason why a subscription was not registered.
    init(link: DeviceLink, report: @escaping @Sendable (String) -> Void) {
        self.link = link
        self.report = report
        super.init()
    }

    /// The app's center.
    open class func `default`() -> VSSubscriptionRegistrationCenter { shared }

    /// Registers the subscription in place of the one before. Apps do it whenever they are used, since the device takes it as a
    /// sign of use too. Returns at once; subscriptions are registered in the order of the calls.
    ///
    /// - Parameter currentSubscription: It is copied, and its access level must be known. Nil: the user has none any more.
    open func setCurrentSubscription(_ currentSubscription: VSSubscription?) {
        let details = currentSubscription?.details ?? [:]
        let (link, report) = (link, report)
        registrations.add(
            QueuedRequest { () -> Result<Void, any Error> in
                do {
                    try await link.call(
                        WireNames.setCurrentSubscription, [details], on: WireNames.userAccountsInterface)
                    return .success(())
                } catch {
                    return .failure(VSError(wire: error))
                }
            } completion: { outcome in
                if case .failure(let error) = outcome {
                    report("The subscription was not registered: \(error.localizedDescription)")
                }
            })
    }
}

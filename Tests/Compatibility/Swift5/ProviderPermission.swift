import Foundation
import VideoSubscriberAccount

/// Queries the system account directly, like apps with their own entitlement code.
final class ProviderPermission: NSObject, VSAccountManagerDelegate {
    private let accountManager = VSAccountManager()

    override init() {
        super.init()
        accountManager.delegate = self
    }

    /// The check before a request, with the `default:` that a future status needs.
    func check(completion: @escaping @Sendable (String) -> Void) {
        accountManager.checkAccessStatus(options: [VSCheckAccessOption.prompt: false]) { status, error in
            switch status {
            case .granted:
                completion("granted")
            case .notDetermined:
                completion("not determined")
            default:
                let error = error as NSError?
                completion("refused (\(error?.domain ?? "no error") \(error?.code ?? -1))")
            }
        }
    }

    /// The same in an async function, for a view.
    @MainActor
    func isGranted() async -> Bool {
        do {
            return try await accountManager.checkAccessStatus(options: [.prompt: false]) == .granted
        } catch VSError.accessNotGranted {
            return false
        } catch {
            print("unexpected:", error.localizedDescription)
            return false
        }
    }

    /// A silent request for the account's provider.
    func provider(completion: @escaping @Sendable (String?, Date?) -> Void) {
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = "https://saml.sp.auth.adobe.com"
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.isInterruptionAllowed = false
        accountManager.enqueue(request) { metadata, error in
            if let error = error as? VSError {
                switch error.code {
                case .accessNotGranted, .userCancelled:
                    completion(nil, nil)
                default:
                    print("request failed:", error.errorCode, error.userInfo.keys.sorted())
                    completion(nil, nil)
                }
                return
            }
            completion(metadata?.accountProviderIdentifier, metadata?.authenticationExpirationDate)
        }
    }

    // MARK: VSAccountManagerDelegate

    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {}

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {}

    func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool {
        !accountProviderIdentifier.isEmpty
    }
}

import Foundation
import VideoSubscriberAccount

/// The account's part of an app with its own sign-in screens: a main-actor coordinator that is the account manager's delegate.
@MainActor
final class SignInCoordinator: NSObject {
    enum Outcome {
        case signedIn(provider: String, until: Date?)
        case nobody
        case otherProvider(identifier: String?)
        case cancelled
        case failed(String)
    }

    private let accountManager = VSAccountManager()
    private let supportedProviders: [String]
    private var pending: VSAccountManagerResult?
    private var presented: UIViewController?
    private var completion: ((Outcome) -> Void)?

    /// Providers at which the app's own service is out of order.
    var closedProviders: Set<String> = []
    /// Whether the user closes the app's screen as soon as the dialog appears.
    var isImpatient = false

    init(supportedProviders: [String]) {
        self.supportedProviders = supportedProviders
        super.init()
        accountManager.delegate = self
    }

    /// Requests access, then the provider.
    func start(completion: @escaping (Outcome) -> Void) {
        self.completion = completion
        accountManager.checkAccessStatus(options: [.prompt: true]) { [weak self] status, error in
            let code = (error as? VSError)?.code
            DispatchQueue.main.async {
                print("access: \(status.rawValue) \(code.map { String($0.rawValue) } ?? "-")")
                if status == .granted { self?.requestProvider() } else { self?.finish(.failed("no access")) }
            }
        }
    }

    private func requestProvider() {
        let request = VSAccountMetadataRequest()
        request.channelIdentifier = "https://tv.example/channel"
        request.supportedAccountProviderIdentifiers = supportedProviders
        request.featuredAccountProviderIdentifiers = Array(supportedProviders.prefix(1))
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.localizedVideoTitle = "Evening News"
        request.isInterruptionAllowed = true
        request.forceAuthentication = false
        if #available(iOS 10.2, tvOS 10.1, *) {
            request.supportedAuthenticationSchemes = [.saml, VSAccountProviderAuthenticationScheme("API")]
        }
        if #available(iOS 14.2, tvOS 14.2, *) {
            request.applicationAccountProviders = [
                VSAccountApplicationProvider(localizedDisplayName: "TV Club", identifier: "club.example")
            ]
        }
        pending = accountManager.enqueue(request) { @Sendable [weak self] metadata, error in
            let outcome = SignInCoordinator.outcome(metadata, error)
            Task { @MainActor in self?.finish(outcome) }
        }
    }

    private nonisolated static func outcome(_ metadata: VSAccountMetadata?, _ error: (any Error)?) -> Outcome {
        if let error = error as? VSError {
            switch error.code {
            case .unsupportedProvider:
                return .otherProvider(identifier: error.userInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String)
            case .userCancelled:
                return .cancelled
            case .providerRejected:
                let response = error.userInfo[VSErrorInfoKeyAccountProviderResponse] as? VSAccountProviderResponse
                return .failed(response?.status ?? "rejected")
            case .accessNotGranted, .serviceTemporarilyUnavailable, .invalidVerificationToken, .rejected, .unsupported:
                return .failed(error.localizedDescription)
            @unknown default:
                return .failed("unknown")
            }
        }
        guard let provider = metadata?.accountProviderIdentifier else { return .nobody }
        return .signedIn(provider: provider, until: metadata?.authenticationExpirationDate)
    }

    private func finish(_ outcome: Outcome) {
        if presented != nil { print("the dialog is still there") }
        pending = nil
        completion?(outcome)
        completion = nil
    }
}

extension SignInCoordinator: @preconcurrency VSAccountManagerDelegate {
    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        print("present")
        presented = viewController
        if isImpatient { pending?.cancel() }
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        print(presented === viewController ? "dismiss" : "dismiss of another")
        presented = nil
    }

    func accountManager(
        _ accountManager: VSAccountManager, shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool {
        print("chosen: \(accountProviderIdentifier)")
        return !closedProviders.contains(accountProviderIdentifier)
    }
}

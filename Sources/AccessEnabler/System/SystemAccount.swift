import Foundation
import ServiceAccess
import VideoSubscriberAccount

/// A type that queries the system account.
protocol SystemAccount: Sendable {
    /// Returns the answer, or the reason for a failure. A query that prompts the user waits as long as the user takes, and closes
    /// the dialog when its task is cancelled; any other ends after a timeout.
    ///
    /// - Parameter dialog: Receives every change of the dialog, before the answer.
    func answer(_ query: AccountQuery, dialog: @escaping @Sendable (DialogChange) -> Void) async -> AccountOutcome
}

/// The system account through VideoSubscriberAccount.
struct DeviceAccount: SystemAccount {
    /// The device of another environment; nil for the process's.
    private let session: AccountSession?

    /// Creates an account on the bus that an environment names; nil for the process's.
    init(_ environment: [String: String]?) { session = environment.map(AccountSession.init) }

    func answer(_ query: AccountQuery, dialog: @escaping @Sendable (DialogChange) -> Void) async -> AccountOutcome {
        if case .signIn(let signIn) = query {
            return await ask(query, DialogPresenter(accepted: signIn.accepted, dialog: dialog))
        }
        return await withTaskGroup(of: AccountOutcome.self) { group in
            group.addTask { await ask(query) }
            group.addTask {
                try? await DeviceClock.sleep(for: Self.timeout)
                return Self.tooLate
            }
            // The request and the wait end as soon as they are cancelled.
            defer { group.cancelAll() }
            return await group.next() ?? Self.tooLate
        }
    }

    /// - Parameter presenter: Receives the dialogs of a query that prompts the user.
    private func ask(_ query: AccountQuery, _ presenter: DialogPresenter? = nil) async -> AccountOutcome {
        // On the thread of the engine, which the handlers below do not block.
        let manager = VSAccountManager(session, executor: HTTPTransport.executor)
        guard query != .accessStatus else {
            let (status, error) = await manager.access(options: [:])
            return Self.outcome(status, error)
        }
        manager.delegate = presenter
        // This is not the app's queue, because callbacks go through the machine, which has its own order.
        manager.delegateQueue = Self.dialogs
        // The manager holds its delegate weakly.
        defer { withExtendedLifetime(presenter) {} }
        return await manager.metadata(for: Self.request(query)) { Self.outcome($0, $1) }
    }

    private static let dialogs = DispatchQueue(label: "AccessEnabler.dialogs")
    /// The time limit of an answer without a prompt.
    private static let timeout = Duration.seconds(10)
    private static let tooLate = AccountOutcome.failure(
        AccountFailure(kind: .other, description: "The system account did not answer in time."))

    private static func request(_ query: AccountQuery) -> VSAccountMetadataRequest {
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        request.channelIdentifier = PartnerExchange.channel
        switch query {
        case .accessStatus, .status: break
        case .response(let token, let attributes):
            request.verificationToken = token
            request.attributeNames = attributes
        case .signIn(let query):
            request.supportedAccountProviderIdentifiers = query.supported
            request.featuredAccountProviderIdentifiers = query.featured
            request.forceAuthentication = query.isForced
            request.isInterruptionAllowed = true
        }
        return request
    }

    private static func outcome(_ status: VSAccountAccessStatus, _ error: (any Error)?) -> AccountOutcome {
        guard status != .granted, let error, (error as? VSError)?.code != .accessNotGranted else { return .access(status) }
        return .failure(AccountFailure(error))
    }

    private static func outcome(_ metadata: VSAccountMetadata?, _ error: (any Error)?) -> AccountOutcome {
        if let error = error as? VSError, error.code == .accessNotGranted {
            let underlying = (error.errorUserInfo[NSUnderlyingErrorKey] as? NSError)?.code
            return .access(underlying == -12 ? .notDetermined : .denied)
        }
        if let error { return .failure(AccountFailure(error)) }
        guard let metadata else {
            return .failure(AccountFailure(kind: .other, description: "The system account returned an empty answer."))
        }
        return .metadata(
            provider: metadata.accountProviderIdentifier, expires: metadata.authenticationExpirationDate?.milliseconds,
            response: metadata.samlAttributeQueryResponse, verification: metadata.verificationData?.base64EncodedString())
    }
}

extension AccountFailure {
    /// The maximum length of a string of the system account that is passed to apps, in characters.
    private static let textLimit = 4_096

    /// Creates a failure from an error of VideoSubscriberAccount, or any other error.
    init(_ error: any Error) {
        guard let error = error as? VSError else {
            self.init(kind: .other, description: String(describing: error))
            return
        }
        let information = error.errorUserInfo
        let kind: Kind =
            switch error.code {
            case .unsupportedProvider:
                .unsupportedProvider(information[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String)
            case .userCancelled: .userCancelled
            case .providerRejected: .providerRejected
            default: .other
            }
        let bridged = error as NSError
        let text = "\(VSErrorDomain) \(error.errorCode) (\(error.code)): \(bridged.localizedDescription)"
        self.init(kind: kind, description: text.count > Self.textLimit ? "\(text.prefix(Self.textLimit))…" : text)
    }
}

/// A delegate that forwards the system's dialog, and decides at which providers the system may sign in.
private final class DialogPresenter: NSObject, VSAccountManagerDelegate, Sendable {
    private let accepted: Set<String>
    private let dialog: @Sendable (DialogChange) -> Void

    init(accepted: Set<String>, dialog: @escaping @Sendable (DialogChange) -> Void) {
        self.accepted = accepted
        self.dialog = dialog
        super.init()
    }

    func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {
        dialog(.presented(viewController))
    }

    func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {
        dialog(.dismissed)
    }

    func accountManager(
        _ accountManager: VSAccountManager,
        shouldAuthenticateAccountProviderWithIdentifier accountProviderIdentifier: String
    ) -> Bool {
        accepted.contains(accountProviderIdentifier)
    }
}

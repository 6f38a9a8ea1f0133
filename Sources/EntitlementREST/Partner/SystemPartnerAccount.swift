import Dispatch
import Foundation
import ServiceAccess
import VideoSubscriberAccount

/// The device's account through VideoSubscriberAccount.
public struct SystemPartnerAccount: PartnerAccount {
    private let session: AccountSession?
    private let delegate: (any VSAccountManagerDelegate & Sendable)?

    /// Creates the account of this device.
    ///
    /// - Parameter delegate: Presents the system's dialogs; nil if the app need not act on them, as on Linux, where the system
    ///   shows them itself.
    public init(delegate: (any VSAccountManagerDelegate & Sendable)? = nil) {
        session = nil
        self.delegate = delegate
    }

    /// Creates the account of an environment's device; nil: the process's.
    init(environment: [String: String]?) {
        session = environment.map { AccountSession(environment: $0) }
        delegate = nil
    }

    /// Returns the permission, after prompting for it if the user has not decided, and the sign-in.
    public func status() async -> PartnerFrameworkStatus {
        let (access, error) = await checkAccess()
        guard access == .granted else {
            return PartnerFrameworkStatus(access: access, accessFailure: error.map(PartnerFrameworkStatus.Failure.init))
        }
        return switch await ask(VSAccountMetadataRequest()) {
        case .success(let answer): answer.status
        case .failure(let error):
            PartnerFrameworkStatus(access: .granted, providerFailure: PartnerFrameworkStatus.Failure(error))
        }
    }

    /// Returns the sign-in, after showing the system's dialogs if necessary.
    public func signIn(supported: [String], featured: [String]) async -> PartnerSelection {
        let request = VSAccountMetadataRequest()
        request.supportedAccountProviderIdentifiers = supported
        request.featuredAccountProviderIdentifiers = featured
        request.isInterruptionAllowed = true
        return switch await ask(request) {
        case .success(let answer): .status(answer.status)
        case .failure(let error): Self.selection(after: error)
        }
    }

    /// Returns the provider's answer to a request of the service.
    public func response(to request: PartnerRequest) async -> PartnerResponse? {
        let query = VSAccountMetadataRequest()
        query.attributeNames = request.attributeNames
        query.verificationToken = request.request
        guard case .success(let answer) = await ask(query), let text = answer.response else { return nil }
        return PartnerResponse(text: text, provider: answer.status.provider)
    }

    // The manager uses the thread of the client's connections, which the handlers below do not block.
    private func makeManager() -> VSAccountManager { VSAccountManager(session, executor: HTTPTransport.executor) }

    /// Requests the permission; the request is cancelled with the task.
    private func checkAccess() async -> (PartnerFrameworkStatus.Access, (any Error)?) {
        let (status, error) = await makeManager().access(options: [.prompt: true])
        let access: PartnerFrameworkStatus.Access =
            switch status {
            case .granted: .granted
            case .denied: .denied
            case .restricted: .restricted
            case .notDetermined: .notDetermined
            }
        return (access, error)
    }

    /// Sends a request, which is cancelled with the task; returns the relevant parts of the metadata.
    private func ask(
        _ request: VSAccountMetadataRequest
    ) async -> Result<(status: PartnerFrameworkStatus, response: String?), any Error> {
        request.channelIdentifier = PartnerExchange.channel
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        let manager = makeManager()
        let silent = SilentDelegate()
        if let delegate {
            manager.delegate = delegate
        } else {
            manager.delegate = silent
            manager.delegateQueue = Self.dialogs
        }
        // The manager holds its delegate weakly.
        defer { withExtendedLifetime(silent) {} }
        return await manager.metadata(for: request) { metadata, error in
            if let error { return .failure(error) }
            let status = PartnerFrameworkStatus(
                access: .granted, provider: metadata?.accountProviderIdentifier,
                expirationDate: metadata?.authenticationExpirationDate)
            return .success((status, metadata?.samlAttributeQueryResponse))
        }
    }

    private static let dialogs = DispatchQueue(label: "EntitlementREST.dialogs")

    /// A delegate that ignores the dialogs, which the system shows itself; without any delegate, a request must not interrupt.
    private final class SilentDelegate: NSObject, VSAccountManagerDelegate, Sendable {
        func accountManager(_ accountManager: VSAccountManager, present viewController: UIViewController) {}
        func accountManager(_ accountManager: VSAccountManager, dismiss viewController: UIViewController) {}
    }

    private static func selection(after error: any Error) -> PartnerSelection {
        let failure = PartnerFrameworkStatus.Failure(error)
        let known = error as? VSError
        switch known?.code {
        case .accessNotGranted: return .status(PartnerFrameworkStatus(access: .denied, accessFailure: failure))
        case .unsupportedProvider:
            return .unsupportedProvider(known?.errorUserInfo[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String)
        case .userCancelled: return .cancelled
        default: return .failed(failure)
        }
    }
}

extension PartnerFrameworkStatus.Failure {
    /// Creates a failure from an error of VideoSubscriberAccount, or any other error.
    init(_ error: any Error) {
        let bridged = error as NSError
        self.init(code: String((error as? VSError)?.errorCode ?? bridged.code), message: bridged.localizedDescription)
    }
}

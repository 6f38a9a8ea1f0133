import Foundation
import Synchronization
import VideoSubscriberAccount

/// Asks the system account.
protocol SystemAccount: Sendable {
    /// The answer, or why there is none. Ends by itself after a time.
    func answer(_ query: AccountQuery) async -> AccountOutcome
}

/// The system account through VideoSubscriberAccount.
struct DeviceAccount: SystemAccount {
    /// How long an answer may take: nobody is asked, so nobody needs time to think.
    var timeout = DispatchTimeInterval.seconds(10)

    func answer(_ query: AccountQuery) async -> AccountOutcome {
        let manager = VSAccountManager()
        return await withCheckedContinuation { continuation in
            let answer = OneAnswer(continuation)
            switch query {
            case .accessStatus:
                manager.checkAccessStatus(options: [:]) { status, error in answer.give(Self.outcome(status, error)) }
                DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { answer.give(Self.tooLate) }
            case .status, .response:
                // Sound because cancel() may be called from any thread.
                nonisolated(unsafe) let result = manager.enqueue(Self.request(query)) { metadata, error in
                    answer.give(Self.outcome(metadata, error))
                }
                DispatchQueue.global().asyncAfter(deadline: .now() + timeout) {
                    if answer.give(Self.tooLate) { result.cancel() }
                }
            }
        }
    }

    private static let tooLate = AccountOutcome.failure(
        AccountFailure(kind: .other, description: "The system account did not answer in time."))

    private static func request(_ query: AccountQuery) -> VSAccountMetadataRequest {
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        switch query {
        case .accessStatus: break
        case .status(let channel): request.channelIdentifier = channel
        case .response(let channel, let token, let attributes):
            request.channelIdentifier = channel
            request.verificationToken = token
            request.attributeNames = attributes
        }
        return request
    }

    private static func outcome(_ status: VSAccountAccessStatus, _ error: (any Error)?) -> AccountOutcome {
        switch status {
        case .granted: return .access(.granted)
        case .denied, .restricted, .notDetermined: break
        }
        if let error, (error as? VSError)?.code != .accessNotGranted { return .failure(AccountFailure(error)) }
        return switch status {
        case .granted: .access(.granted)
        case .denied: .access(.denied)
        case .restricted: .access(.restricted)
        case .notDetermined: .access(.notDetermined)
        }
    }

    private static func outcome(_ metadata: VSAccountMetadata?, _ error: (any Error)?) -> AccountOutcome {
        if let error { return .failure(AccountFailure(error)) }
        guard let metadata else {
            return .failure(AccountFailure(kind: .other, description: "The system account gave an empty answer."))
        }
        let expires = metadata.authenticationExpirationDate.map { date in
            Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded()) ?? .max
        }
        return .metadata(
            provider: metadata.accountProviderIdentifier, expires: expires, response: metadata.samlAttributeQueryResponse)
    }
}

extension AccountFailure {
    /// Reads an error of VideoSubscriberAccount; any other error is one too.
    init(_ error: any Error) {
        guard let error = error as? VSError else {
            self.init(kind: .other, description: String(describing: error))
            return
        }
        let information = error.errorUserInfo
        let underlying = (information[NSUnderlyingErrorKey] as? NSError)?.code
        let kind: Kind =
            switch error.code {
            case .accessNotGranted: .accessNotGranted(isUndetermined: underlying == -12)
            case .unsupportedProvider:
                .unsupportedProvider(information[VSErrorInfoKeyUnsupportedProviderIdentifier] as? String)
            case .userCancelled: .userCancelled
            case .providerRejected: .providerRejected
            default: .other
            }
        let bridged = error as NSError
        let text = "\(VSErrorDomain) \(error.errorCode) (\(error.code)): \(bridged.localizedDescription)"
        self.init(kind: kind, description: text)
    }
}

/// A continuation that is resumed with the first answer; later ones are dropped.
private final class OneAnswer: Sendable {
    private let continuation: Mutex<CheckedContinuation<AccountOutcome, Never>?>

    init(_ continuation: CheckedContinuation<AccountOutcome, Never>) {
        self.continuation = Mutex(continuation)
    }

    /// Whether this was the first.
    @discardableResult
    func give(_ outcome: AccountOutcome) -> Bool {
        let continuation = continuation.withLock { stored in
            defer { stored = nil }
            return stored
        }
        continuation?.resume(returning: outcome)
        return continuation != nil
    }
}

import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Failure = SubscriberAccountInterface.Failure

private typealias Key = SubscriberAccountInterface.Key

/// Names of standard errors that `DBus` does not declare.
extension ErrorName {
    static let objectPathInUse: ErrorName = "org.freedesktop.DBus.Error.ObjectPathInUse"
    static let inputOutput: ErrorName = "org.freedesktop.DBus.Error.IOError"
}

extension VSErrorCode {
    /// The name on the bus: Apple's name with a capital letter.
    var errorName: ErrorName {
        switch self {
        case .accessNotGranted: Failure.accessNotGranted
        case .unsupportedProvider: Failure.unsupportedProvider
        case .userCancelled: Failure.userCancelled
        case .serviceTemporarilyUnavailable: Failure.serviceTemporarilyUnavailable
        case .providerRejected: Failure.providerRejected
        case .invalidVerificationToken: Failure.invalidVerificationToken
        case .rejected: Failure.rejected
        case .unsupported: Failure.unsupported
        }
    }
}

extension VSError {
    /// The additional information, by key.
    var info: VariantDictionary {
        let response = accountProviderResponse
        let saml = response?.authenticationScheme == .saml ? response : nil
        return VariantDictionary(filled: [
            Key.unsupportedProviderIdentifier: unsupportedProviderIdentifier, Key.accessStatus: accessStatus?.rawValue,
            Key.underlyingCode: underlyingCode?.rawValue, Key.accountProviderResponse: response?.details,
            Key.samlResponse: saml?.body, Key.samlResponseStatus: saml?.status,
        ])
    }
}

/// Returns the reply for an error of a call's handler. Quoted text of the caller is truncated.
func errorReply(for error: any Error) -> any Error {
    let known = knownErrorReply(for: error)
    guard var reply = known as? ErrorReply else { return known }
    reply.message = reply.message.shortened(toBytes: 1_024)
    return reply
}

private func knownErrorReply(for error: any Error) -> any Error {
    switch error {
    case let error as VSError: ErrorReply(error.code.errorName, message: error.message, extra: [error.info])
    case let error as InvalidInput: ErrorReply(.invalidArguments, message: error.description)
    case let error as StoreError: ErrorReply(.inputOutput, message: error.description)
    case let error as Refusal: ErrorReply(error.kind.errorName, message: error.description)
    default: error
    }
}

extension Refusal.Kind {
    fileprivate var errorName: ErrorName {
        switch self {
        case .notFound: ControlInterface.Failure.notFound
        case .limitReached: .limitsExceeded
        case .pathInUse: .objectPathInUse
        }
    }
}

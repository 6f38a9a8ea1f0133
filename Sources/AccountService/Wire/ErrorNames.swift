import AccountCore
import DBus
import TVWorld

/// Conversion between errors and their names on the bus.
enum ErrorNames {
    static let notPermitted: ErrorName = "org.vsasim.SubscriberAccount1.Error.NotPermitted"
    static let alreadyRegistered: ErrorName = "org.vsasim.SubscriberAccount1.Error.AlreadyRegistered"
    static let notFound: ErrorName = "org.vsasim.SubscriberAccount1.Control.Error.NotFound"
    static let objectPathInUse: ErrorName = "org.freedesktop.DBus.Error.ObjectPathInUse"
    static let inputOutput: ErrorName = "org.freedesktop.DBus.Error.IOError"
}

extension VSErrorCode {
    /// The name on the bus: Apple's name with a capital letter.
    var errorName: ErrorName {
        switch self {
        case .accessNotGranted: "org.vsasim.SubscriberAccount1.Error.AccessNotGranted"
        case .unsupportedProvider: "org.vsasim.SubscriberAccount1.Error.UnsupportedProvider"
        case .userCancelled: "org.vsasim.SubscriberAccount1.Error.UserCancelled"
        case .serviceTemporarilyUnavailable: "org.vsasim.SubscriberAccount1.Error.ServiceTemporarilyUnavailable"
        case .providerRejected: "org.vsasim.SubscriberAccount1.Error.ProviderRejected"
        case .invalidVerificationToken: "org.vsasim.SubscriberAccount1.Error.InvalidVerificationToken"
        case .rejected: "org.vsasim.SubscriberAccount1.Error.Rejected"
        case .unsupported: "org.vsasim.SubscriberAccount1.Error.Unsupported"
        }
    }
}

extension VSError {
    /// The error as a reply: message and information.
    var reply: ErrorReply { ErrorReply(code.errorName, message: message, extra: [info]) }

    /// The additional information, by key.
    var info: Details {
        var info: Details = [:]
        info[ErrorInfoKey.unsupportedProviderIdentifier] = unsupportedProviderIdentifier.map { Variant($0) }
        info[ErrorInfoKey.accessStatus] = accessStatus.map { Variant($0.rawValue) }
        info[ErrorInfoKey.underlyingCode] = underlyingCode.map { Variant($0.rawValue) }
        if let response = accountProviderResponse {
            info[ErrorInfoKey.accountProviderResponse] = Variant(response.details)
            if response.authenticationScheme == .saml {
                info[ErrorInfoKey.samlResponse] = response.body.map { Variant($0) }
                info[ErrorInfoKey.samlResponseStatus] = response.status.map { Variant($0) }
            }
        }
        return info
    }
}

/// Returns the reply for an error of a handler. Quoted text of the caller is truncated.
func errorReply(for error: any Error) -> any Error {
    let known = knownErrorReply(for: error)
    guard var reply = known as? ErrorReply else { return known }
    reply.message = reply.message.shortened(toBytes: 1_024)
    return reply
}

private func knownErrorReply(for error: any Error) -> any Error {
    switch error {
    case let error as VSError: error.reply
    case let error as InvalidInput: ErrorReply(.invalidArguments, message: error.description)
    case let error as DeviceEventError: error.reply
    case let error as DeveloperEventError: error.reply
    case let error as FaultError: ErrorReply(ErrorNames.notFound, message: error.description)
    case UserAccountError.invalid(let input): ErrorReply(.invalidArguments, message: input.description)
    case UserAccountError.refused(let error): error.reply
    case let error as RequestRefusal: error.reply
    case let error as StoreError: ErrorReply(ErrorNames.inputOutput, message: error.description)
    default: error
    }
}

extension DeviceEventError {
    /// The error as a reply of `Control`.
    var reply: ErrorReply {
        switch self {
        case .unknownApplication, .unknownProvider, .unknownSubscriber, .nobodySignedIn:
            ErrorReply(ErrorNames.notFound, message: description)
        case .tooManyApplications: ErrorReply(.limitsExceeded, message: description)
        case .invalid(let input): ErrorReply(.invalidArguments, message: input.description)
        }
    }
}

extension DeveloperEventError {
    /// The error as a reply of `Control`.
    var reply: ErrorReply {
        switch self {
        case .unknownProvider: ErrorReply(ErrorNames.notFound, message: description)
        case .invalid(let input): ErrorReply(.invalidArguments, message: input.description)
        }
    }
}

extension RequestRefusal {
    /// The error as a reply.
    var reply: ErrorReply {
        switch self {
        case .pathInUse: ErrorReply(ErrorNames.objectPathInUse, message: description)
        case .tooManyWaiting: ErrorReply(.limitsExceeded, message: description)
        }
    }
}

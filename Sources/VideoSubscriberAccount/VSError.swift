import Foundation

/// The domain of ``VSError`` as an `NSError`. Mirrors `VSErrorDomain` of VideoSubscriberAccount.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSErrorDomain = "VSErrorDomain"

/// The domain of underlying errors with Apple's private codes, as observed on devices: −7 provider too slow, −11 denied, −12 not
/// determined, −13 usage description missing, −23 restricted, …
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSPrivateErrorDomain = "VSPrivateErrorDomain"

/// The SAML response with which the provider rejected the request; a `String`, with ``VSError/providerRejected``.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSErrorInfoKeySAMLResponse = "VSErrorInfoKeySAMLResponse"
/// The status code in the SAML response of the provider that rejected the request; a `String`, with ``VSError/providerRejected``.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSErrorInfoKeySAMLResponseStatus = "VSErrorInfoKeySAMLResponseStatus"
/// The response with which the provider rejected the request, a ``VSAccountProviderResponse``, with ``VSError/providerRejected``.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSErrorInfoKeyAccountProviderResponse = "VSErrorInfoKeyAccountProviderResponse"
/// The provider that is not supported, a `String`, with ``VSError/unsupportedProvider``; absent if the user selected "Other TV
/// Provider".
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSErrorInfoKeyUnsupportedProviderIdentifier = "VSErrorInfoKeyUnsupportedProviderIdentifier"

/// The reason why a request failed. Mirrors `VSError` of VideoSubscriberAccount: domain, codes and `userInfo` keys are Apple's.
///
/// The cause that the system reports is under `NSUnderlyingErrorKey`, in the domain ``VSPrivateErrorDomain`` if the device
/// returned one of Apple's private codes.
public struct VSError: CustomNSError, Hashable {
    /// The codes, with the same raw values as on Apple's platforms.
    public enum Code: Int, Sendable, Hashable {
        /// The user has not granted access.
        case accessNotGranted = 0
        /// The provider is not supported.
        case unsupportedProvider = 1
        /// The user or the app cancelled the request.
        case userCancelled = 2
        /// The system or the provider did not respond; trying again may help.
        case serviceTemporarilyUnavailable = 3
        /// The provider rejected the request.
        case providerRejected = 4
        /// The provider rejected the verification token.
        case invalidVerificationToken = 5
        /// The system rejected the request.
        case rejected = 6
        /// The feature is not available in the device's region.
        case unsupported = 7

        /// Allows `catch VSError.userCancelled`, also for an `NSError` with the same domain and code: as on Apple's platforms, an
        /// app may have converted the error before it throws it on.
        public static func ~= (code: Code, error: any Error) -> Bool {
            let error = error as NSError
            return error.domain == VSErrorDomain && error.code == code.rawValue
        }
    }

    /// The error code.
    public let code: Code
    /// The bridged error. It also holds `userInfo`, so that this type can be passed between threads despite values of type `Any`.
    private let bridged: NSError

    /// Creates an error with a code and additional information.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        bridged = NSError(domain: VSErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// Additional information, under `VSErrorInfoKey…` and Foundation's keys.
    public var userInfo: [String: Any] { bridged.userInfo }

    /// ``VSErrorDomain``
    public static var errorDomain: String { VSErrorDomain }
    /// The code's raw value.
    public var errorCode: Int { code.rawValue }
    /// Same as ``userInfo``.
    public var errorUserInfo: [String: Any] { bridged.userInfo }
    /// A human-readable description.
    public var localizedDescription: String { bridged.localizedDescription }
}

extension VSError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The description of the bridged error, as apps on Apple's platforms log it.
    public var description: String { bridged.description }
    /// Same as ``description``.
    public var debugDescription: String { bridged.description }
}

extension VSError {
    /// ``Code/accessNotGranted``
    public static var accessNotGranted: Code { .accessNotGranted }
    /// ``Code/unsupportedProvider``
    public static var unsupportedProvider: Code { .unsupportedProvider }
    /// ``Code/userCancelled``
    public static var userCancelled: Code { .userCancelled }
    /// ``Code/serviceTemporarilyUnavailable``
    public static var serviceTemporarilyUnavailable: Code { .serviceTemporarilyUnavailable }
    /// ``Code/providerRejected``
    public static var providerRejected: Code { .providerRejected }
    /// ``Code/invalidVerificationToken``
    public static var invalidVerificationToken: Code { .invalidVerificationToken }
    /// ``Code/rejected``
    public static var rejected: Code { .rejected }
    /// ``Code/unsupported``
    public static var unsupported: Code { .unsupported }

    /// Creates an error with a description and, if there is one, its cause.
    init(_ code: Code, description: String, underlying: (any Error)? = nil, userInfo: [String: Any] = [:]) {
        var userInfo = userInfo
        userInfo[NSLocalizedDescriptionKey] = description
        if let underlying { userInfo[NSUnderlyingErrorKey] = underlying as NSError }
        self.init(code, userInfo: userInfo)
    }

    static var cancelledByApp: VSError { VSError(.userCancelled, description: "The request was cancelled by the app.") }

    /// A request that may interrupt was made by a manager without a delegate. Apple's framework terminates the process.
    static var delegateMissing: VSError {
        VSError(.rejected, description: "A request with isInterruptionAllowed needs a delegate of the VSAccountManager.")
    }

    /// Returns the error for a status other than granted.
    static func accessNotGranted(_ status: VSAccountAccessStatus) -> VSError {
        let (text, privateCode) =
            switch status {
            case .denied: ("The user has denied access to the TV-provider subscription.", -11)
            case .restricted: ("This device does not allow apps to access the TV-provider subscription.", -23)
            case .notDetermined, .granted: ("The user has not been asked for access to the TV-provider subscription.", -12)
            }
        return VSError(
            .accessNotGranted, description: text,
            underlying: NSError(domain: VSPrivateErrorDomain, code: privateCode, userInfo: nil))
    }
}

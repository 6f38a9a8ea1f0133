import Foundation

/// The domain of ``VSError`` as an `NSError`. Mirrors `VSErrorDomain` of VideoSubscriberAccount.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSErrorDomain = "VSErrorDomain"

/// The SAML response with which the provider refused; a `String`, beside ``VSError/providerRejected``.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSErrorInfoKeySAMLResponse = "VSErrorInfoKeySAMLResponse"
/// The status code in the SAML response with which the provider refused; a `String`, beside ``VSError/providerRejected``.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSErrorInfoKeySAMLResponseStatus = "VSErrorInfoKeySAMLResponseStatus"
/// The provider's refusal as a ``VSAccountProviderResponse``, beside ``VSError/providerRejected``.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSErrorInfoKeyAccountProviderResponse = "VSErrorInfoKeyAccountProviderResponse"
/// The provider that cannot be used, a `String`, beside ``VSError/unsupportedProvider``; absent when the user chose
/// "Other TV Provider".
// swift-format-ignore: AlwaysUseLowerCamelCase
public let VSErrorInfoKeyUnsupportedProviderIdentifier = "VSErrorInfoKeyUnsupportedProviderIdentifier"

/// Why a request failed. Mirrors `VSError` of VideoSubscriberAccount: domain, codes and `userInfo` keys are Apple's.
///
/// What the system reports as the cause is under `NSUnderlyingErrorKey`, in the domain ``VSPrivateErrorDomain`` when the
/// device gave one of Apple's private codes.
public struct VSError: CustomNSError, Hashable {
    /// The codes, raw values as on Apple's platforms.
    public enum Code: Int, Sendable, Hashable {
        /// The user has not granted access.
        case accessNotGranted = 0
        /// The provider cannot be used here.
        case unsupportedProvider = 1
        /// The user cancelled, or the request was cancelled.
        case userCancelled = 2
        /// The system or the provider did not answer; trying again may help.
        case serviceTemporarilyUnavailable = 3
        /// The provider refused.
        case providerRejected = 4
        /// The provider refused the verification token.
        case invalidVerificationToken = 5
        /// The system refused.
        case rejected = 6
        /// The feature does not exist in the device's region.
        case unsupported = 7

        /// Lets `catch VSError.userCancelled` match.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? VSError)?.code == code
        }
    }

    /// What went wrong.
    public let code: Code
    /// The bridged form; it also carries `userInfo`, which makes a value with `Any` in it safe to hand between threads.
    private let bridged: NSError

    /// An error with a code and information beside it.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        bridged = NSError(domain: VSErrorDomain, code: code.rawValue, userInfo: userInfo)
    }

    /// What is known beside the code, by the `VSErrorInfoKey…` and Foundation's keys.
    public var userInfo: [String: Any] { bridged.userInfo }

    /// ``VSErrorDomain``
    public static var errorDomain: String { VSErrorDomain }
    /// The code's raw value.
    public var errorCode: Int { code.rawValue }
    /// Same as ``userInfo``.
    public var errorUserInfo: [String: Any] { bridged.userInfo }
    /// A text for people.
    public var localizedDescription: String { bridged.localizedDescription }
}

extension VSError: CustomStringConvertible, CustomDebugStringConvertible {
    /// What Foundation prints of the bridged error, as apps on Apple's platforms log it.
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
}

/// A channel that requests entitlements (service provider, requestor).
public struct Requestor: Sendable, Equatable, Identifiable {
    /// The requestor's identifier: `REF30`.
    public var id: String
    /// The display name.
    public var name: String
    /// The web domains of its applications.
    public var domains: [String]
    /// The URL schemes of its applications, without `://`.
    public var customSchemes: [String] = []
    /// The lifetime of an authentication token in seconds, unless the integration has its own.
    public var authenticationLifetime: Int64 = 30 * 86_400
    /// The lifetime of an authorization token in seconds, unless the integration has its own.
    public var authorizationLifetime: Int64 = 86_400
    /// The lifetimes of authentication tokens in seconds on platforms that differ from the others.
    public var platformAuthenticationLifetimes: [Platform: Int64] = [:]
    /// The lifetimes of authorization tokens in seconds on platforms that differ from the others.
    public var platformAuthorizationLifetimes: [Platform: Int64] = [:]
    /// The lifetime of a media token in seconds.
    public var mediaTokenLifetime: Int64 = 420
    /// The longest lifetime of a media token in seconds: a year, because verifiers reject tokens that are valid for longer.
    public static let longestMediaTokenLifetime: Int64 = 365 * 86_400
    /// Whether responses contain the enhanced error codes.
    public var hasEnhancedErrors = true
    /// The number of denials of one resource for one device within ``denialPeriod``, after which the service denies it without
    /// contacting the provider; 0: it always contacts the provider.
    public var denialLimit = 3
    /// The accepted values of ``denialLimit``.
    public static let denialLimits: ClosedRange<Int64> = 0...1_000_000
    /// The period in which denials are counted, in seconds.
    public var denialPeriod: Int64 = 60
    /// Whether the library may return the device's identifier (`METADATA_DEVICE_ID`).
    public var tellsDeviceID = false
    /// The encryption of sensitive user metadata; nil leaves it unencrypted.
    public var metadataEncryption: MetadataEncryption?
    /// The destination of a browser after a login or logout without a redirect address.
    public var defaultRedirectURL: String?
}

/// The encryption of a requestor's sensitive user metadata.
///
/// Mirrors the certificate "used to encrypt user metadata" of the service's dashboard; the documents specify RSA and Base64, but
/// not the padding.
public struct MetadataEncryption: Sendable, Equatable {
    /// The padding of values to the size of the key.
    public enum Padding: String, Sendable, CaseIterable {
        /// RSAES-PKCS1-v1_5.
        case pkcs1
        /// RSAES-OAEP with SHA-1 and MGF1.
        case oaep
    }

    /// The requestor's X.509 certificate with an RSA key: PEM, or the Base64 of DER. Only the service parses it.
    public var certificate: String
    /// The padding.
    public var padding: Padding
    /// The keys of the user metadata that are encrypted; nil: those that the table of keys marks as sensitive.
    public var fields: [String]?

    /// Creates an encryption for the owner of a certificate.
    public init(certificate: String, padding: Padding = .pkcs1) {
        self.certificate = certificate
        self.padding = padding
    }
}

/// The two platforms of the entitlement library.
public enum Platform: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
    /// iPhone and iPad.
    case ios
    /// Apple TV.
    case tvos

    /// The `deviceType` of the platform calls of REST v1: `iOS` or `tvOS`.
    public var deviceType: String {
        switch self {
        case .ios: "iOS"
        case .tvos: "tvOS"
        }
    }

    /// Creates the platform of a `deviceType`, regardless of case; nil for any other string.
    public init?(deviceType: String) {
        self.init(rawValue: deviceType.lowercased())
    }
}

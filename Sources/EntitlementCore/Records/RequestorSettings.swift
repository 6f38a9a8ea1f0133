import TVWorld

/// The administration's changes to a requestor. Where a value is nil, that of the baseline's world is used.
public struct RequestorSettings: StoredRecord, Identifiable {
    public static let table = "requestor_settings"
    public static let isConfiguration = true

    /// The requestor's identifier.
    public var id: String
    /// The display name.
    public var name: String?
    /// The web domains of its applications.
    public var domains: [String]?
    /// The URL schemes of its applications, without `://`.
    public var customSchemes: [String]?
    /// The lifetime of an authentication token in seconds.
    public var authenticationLifetime: Int64?
    /// The lifetime of an authorization token in seconds.
    public var authorizationLifetime: Int64?
    /// The lifetime of a media token in seconds.
    public var mediaTokenLifetime: Int64?
    /// Whether responses contain enhanced error codes.
    public var hasEnhancedErrors: Bool?
    /// The maximum number of denials of one resource for one device within ``denialPeriod``.
    public var denialLimit: Int?
    /// The period in which denials are counted, in seconds.
    public var denialPeriod: Int64?
    /// Whether the library may read the device's identifier.
    public var tellsDeviceID: Bool?
    /// The destination of a browser after a login or logout without an address; empty: none.
    public var defaultRedirectURL: String?

    /// Creates settings without changes.
    public init(id: String) {
        self.id = id
    }

    /// Returns these settings, overridden by others.
    public func merging(_ other: RequestorSettings) -> RequestorSettings {
        var settings = self
        settings.name = other.name ?? name
        settings.domains = other.domains ?? domains
        settings.customSchemes = other.customSchemes ?? customSchemes
        settings.authenticationLifetime = other.authenticationLifetime ?? authenticationLifetime
        settings.authorizationLifetime = other.authorizationLifetime ?? authorizationLifetime
        settings.mediaTokenLifetime = other.mediaTokenLifetime ?? mediaTokenLifetime
        settings.hasEnhancedErrors = other.hasEnhancedErrors ?? hasEnhancedErrors
        settings.denialLimit = other.denialLimit ?? denialLimit
        settings.denialPeriod = other.denialPeriod ?? denialPeriod
        settings.tellsDeviceID = other.tellsDeviceID ?? tellsDeviceID
        settings.defaultRedirectURL = other.defaultRedirectURL ?? defaultRedirectURL
        return settings
    }

    /// Returns the requestor with these settings.
    public func applied(to requestor: Requestor) -> Requestor {
        var requestor = requestor
        requestor.name = name ?? requestor.name
        requestor.domains = domains ?? requestor.domains
        requestor.customSchemes = customSchemes ?? requestor.customSchemes
        requestor.authenticationLifetime = authenticationLifetime ?? requestor.authenticationLifetime
        requestor.authorizationLifetime = authorizationLifetime ?? requestor.authorizationLifetime
        requestor.mediaTokenLifetime = mediaTokenLifetime ?? requestor.mediaTokenLifetime
        requestor.hasEnhancedErrors = hasEnhancedErrors ?? requestor.hasEnhancedErrors
        requestor.denialLimit = denialLimit ?? requestor.denialLimit
        requestor.denialPeriod = denialPeriod ?? requestor.denialPeriod
        requestor.tellsDeviceID = tellsDeviceID ?? requestor.tellsDeviceID
        if let defaultRedirectURL { requestor.defaultRedirectURL = defaultRedirectURL.isEmpty ? nil : defaultRedirectURL }
        return requestor
    }
}

/// A certificate of a programmer for a requestor; one of them may encrypt user metadata.
public struct RequestorCertificate: StoredRecord, Identifiable {
    public static let table = "certificate"
    public static let isConfiguration = true

    /// The SHA-256 of the certificate in DER, in hexadecimal digits.
    public var id: String
    /// The requestor.
    public var requestor: String
    /// The certificate in PEM.
    public var pem: String
    /// Its serial number, in hexadecimal digits.
    public var serial: String
    /// The issuer.
    public var issuer: String
    /// The subject.
    public var subject: String
    /// The date from which it is valid, in Unix seconds.
    public var notBefore: Int64
    /// The date until which it is valid, in Unix seconds.
    public var notAfter: Int64
    /// The date of the addition, in Unix milliseconds.
    public var createdAt: Int64
    /// Whether user metadata is encrypted for it.
    public var encryptsMetadata: Bool

    /// Creates a certificate that was read.
    public init(
        id: String, requestor: String, pem: String, serial: String, issuer: String, subject: String, notBefore: Int64,
        notAfter: Int64, createdAt: Int64, encryptsMetadata: Bool = false
    ) {
        self.id = id
        self.requestor = requestor
        self.pem = pem
        self.serial = serial
        self.issuer = issuer
        self.subject = subject
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.createdAt = createdAt
        self.encryptsMetadata = encryptsMetadata
    }

    /// The maximum number of certificates of a requestor.
    public static let limit = 16

    public var recordKey: String { id + "." + requestor }
}

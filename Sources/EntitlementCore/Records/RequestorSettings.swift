import TVWorld

/// What the administration changed of a requestor; what is nil is as in the world that the service was started with.
public struct RequestorSettings: StoredRecord, Identifiable {
    public static let table = "requestor_settings"
    public static let isConfiguration = true

    /// The requestor's identifier.
    public var id: String
    /// The name that people read.
    public var name: String?
    /// The web domains of its applications.
    public var domains: [String]?
    /// The URL schemes of its applications, without `://`.
    public var customSchemes: [String]?
    /// Seconds that an authentication token lives.
    public var authenticationLifetime: Int64?
    /// Seconds that an authorization token lives.
    public var authorizationLifetime: Int64?
    /// Seconds that a media token lives.
    public var mediaTokenLifetime: Int64?
    /// Whether answers carry the enhanced error codes.
    public var hasEnhancedErrors: Bool?
    /// How often one resource may be denied to one device …
    public var denialLimit: Int?
    /// … within this many seconds.
    public var denialPeriod: Int64?
    /// Whether the library may tell the device's identifier.
    public var tellsDeviceID: Bool?
    /// Where a browser goes after a login or logout that names no address; empty is nowhere.
    public var defaultRedirectURL: String?

    /// Settings that change nothing.
    public init(id: String) {
        self.id = id
    }

    public var recordKey: String { id }

    /// These settings, and on top of them others.
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

    /// The requestor with these settings.
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

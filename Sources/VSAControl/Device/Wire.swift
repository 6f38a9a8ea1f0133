import DBus

/// The device's names on the bus, as `dbus/interfaces` has them. No other file of this module spells one.
enum Wire {
    static let busName: BusName = "org.vsasim.SubscriberAccount1"
    static let rootPath: ObjectPath = "/org/vsasim/SubscriberAccount1"
    static let controlPath: ObjectPath = "/org/vsasim/SubscriberAccount1/Control"
    static let applicationInterface: InterfaceName = "org.vsasim.SubscriberAccount1"
    static let controlInterface: InterfaceName = "org.vsasim.SubscriberAccount1.Control"

    /// Members of the interface for apps.
    enum Application {
        static let register: MemberName = "Register"
        static let checkAccessStatus: MemberName = "CheckAccessStatus"
        static let queryMetadata: MemberName = "QueryMetadata"
        static let all = [register, checkAccessStatus, queryMetadata]
    }

    /// Members of the control interface.
    enum Control {
        static let setAccessStatus: MemberName = "SetAccessStatus"
        static let resetAccess: MemberName = "ResetAccess"
        static let listApplications: MemberName = "ListApplications"
        static let signIn: MemberName = "SignIn"
        static let signOut: MemberName = "SignOut"
        static let getAccount: MemberName = "GetAccount"
        static let expireAccount: MemberName = "ExpireAccount"
        static let listProviders: MemberName = "ListProviders"
        static let getProviderMetadata: MemberName = "GetProviderMetadata"
        static let setServiceMetadata: MemberName = "SetServiceMetadata"
        static let getServiceMetadata: MemberName = "GetServiceMetadata"
        static let setRegion: MemberName = "SetRegion"
        static let getStatus: MemberName = "GetStatus"
        static let reset: MemberName = "Reset"
        static let listJournal: MemberName = "ListJournal"
        static let all = [
            setAccessStatus, resetAccess, listApplications, signIn, signOut, getAccount, expireAccount, listProviders,
            getProviderMetadata, setServiceMetadata, getServiceMetadata, setRegion, getStatus, reset, listJournal,
        ]
    }

    /// Keys in `a{sv}`.
    enum Key {
        static let accessStatus = "access-status"
        static let accountProvider = "account-provider-identifier"
        static let accountProviderResponse = "account-provider-response"
        static let after = "after"
        static let application = "application-id"
        static let applications = "applications"
        static let attributeNames = "attribute-names"
        static let boardingStatus = "boarding-status"
        static let channel = "channel-identifier"
        static let details = "details"
        static let empty = "empty"
        static let event = "event"
        static let expirationDate = "authentication-expiration-date"
        static let expiresIn = "expires-in"
        static let featuredProviders = "featured-account-provider-identifiers"
        static let forceAuthentication = "force-authentication"
        static let identifiedBy = "identified-by"
        static let includeExpirationDate = "include-authentication-expiration-date"
        static let includeProvider = "include-account-provider-identifier"
        static let keepAccess = "keep-access"
        static let limit = "limit"
        static let lineUp = "line-up"
        static let mvpd = "mvpd"
        static let name = "name"
        static let processID = "process-id"
        static let provider = "provider-identifier"
        static let region = "region"
        static let samlResponse = "saml-attribute-query-response"
        static let schemes = "supported-authentication-schemes"
        static let sequence = "sequence"
        static let serviceEntityID = "service-entity-id"
        static let signedIn = "signed-in"
        static let signedInAt = "signed-in-at"
        static let stateFolder = "state-folder"
        static let subscriber = "subscriber"
        static let subscribers = "subscribers"
        static let supportedProviders = "supported-account-provider-identifiers"
        static let time = "time"
        static let underlyingCode = "underlying-code"
        static let usageDescription = "usage-description"
        static let verificationData = "verification-data"
        static let verificationToken = "verification-token"
        static let version = "version"
    }

    /// Names of errors.
    enum Error {
        /// Before the name of a `VSError`.
        static let subscriberPrefix = "org.vsasim.SubscriberAccount1.Error."
        static let notFound = "org.vsasim.SubscriberAccount1.Control.Error.NotFound"
        static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
        static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
        /// Nobody owns the name, and the bus did not manage to start anybody.
        static let unreachable: Set<String> = [
            "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
        ]
        /// Before the errors of a failed activation.
        static let spawnPrefix = "org.freedesktop.DBus.Error.Spawn."
        /// The activated program did not take the name in time.
        static let timedOut: Set<String> = ["org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.Timeout"]
    }
}

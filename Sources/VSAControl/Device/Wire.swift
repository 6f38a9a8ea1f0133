import DBus
import SessionJournals

/// The device's names on the bus, as in `dbus/interfaces`. They are spelled out only in this file of the module.
enum Wire {
    static let busName: BusName = "org.vsasim.SubscriberAccount1"
    /// The name that a program owns while it loads into the device and its service.
    static let loaderName: BusName = "org.vsasim.Loader1"
    static let rootPath: ObjectPath = "/org/vsasim/SubscriberAccount1"
    static let controlPath: ObjectPath = "/org/vsasim/SubscriberAccount1/Control"
    static let applicationInterface: InterfaceName = "org.vsasim.SubscriberAccount1"
    static let controlInterface: InterfaceName = "org.vsasim.SubscriberAccount1.Control"

    /// Members of the interface for apps.
    enum Application {
        static let register: MemberName = "Register"
        static let checkAccessStatus: MemberName = "CheckAccessStatus"
        static let queryMetadata: MemberName = "QueryMetadata"
        static let requestAccess: MemberName = "RequestAccess"
        static let requestMetadata: MemberName = "RequestMetadata"
        static let all = [register, checkAccessStatus, queryMetadata, requestAccess, requestMetadata]
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
        static let getJournalDocuments: MemberName = "GetJournalDocuments"
        static let queueAnswer: MemberName = "QueueAnswer"
        static let listAnswers: MemberName = "ListAnswers"
        static let clearAnswers: MemberName = "ClearAnswers"
        static let setUnanswered: MemberName = "SetUnanswered"
        static let listAgents: MemberName = "ListAgents"
        static let listRequests: MemberName = "ListRequests"
        static let getDeveloperSettings: MemberName = "GetDeveloperSettings"
        static let setDeveloperSetting: MemberName = "SetDeveloperSetting"
        static let addDeveloperProvider: MemberName = "AddDeveloperProvider"
        static let editDeveloperProvider: MemberName = "EditDeveloperProvider"
        static let removeDeveloperProvider: MemberName = "RemoveDeveloperProvider"
        static let addFault: MemberName = "AddFault"
        static let listFaults: MemberName = "ListFaults"
        static let releaseFault: MemberName = "ReleaseFault"
        static let clearFaults: MemberName = "ClearFaults"
        static let getClock: MemberName = "GetClock"
        static let setClock: MemberName = "SetClock"
        static let advanceClock: MemberName = "AdvanceClock"
        static let validate: MemberName = "Validate"
        static let load: MemberName = "Load"
        static let exportScenario: MemberName = "ExportScenario"
        static let saveSnapshot: MemberName = "SaveSnapshot"
        static let all = [
            addFault, listFaults, releaseFault, clearFaults, getClock, setClock, advanceClock,
            validate, load, exportScenario, saveSnapshot,
            setAccessStatus, resetAccess, listApplications, signIn, signOut, getAccount, expireAccount, listProviders,
            getProviderMetadata, setServiceMetadata, getServiceMetadata, setRegion, getStatus, reset, JournalNames.list,
            getJournalDocuments, JournalNames.monitor, queueAnswer, listAnswers, clearAnswers, setUnanswered, listAgents,
            listRequests,
            getDeveloperSettings, setDeveloperSetting, addDeveloperProvider, editDeveloperProvider,
            removeDeveloperProvider,
        ]
    }

    /// Members of a request object.
    enum Request {
        static let interface: InterfaceName = "org.vsasim.SubscriberAccount1.Request"
        static let cancel: MemberName = "Cancel"
        static let confirm: MemberName = "Confirm"
        static let present: MemberName = "Present"
        static let dismiss: MemberName = "Dismiss"
        static let providerSelected: MemberName = "ProviderSelected"
        static let completed: MemberName = "Completed"
        static let failed: MemberName = "Failed"

        /// Returns the path of a connection's request with a token, which is known before the call.
        static func path(sender: BusName, token: String) throws -> ObjectPath {
            let name = sender.string.drop { $0 == ":" }.replacing(".", with: "_")
            return try ObjectPath("\(rootPath.string)/request/\(name)/\(token)")
        }
    }

    /// Members of the object with which agents register.
    enum AgentManager {
        static let interface: InterfaceName = "org.vsasim.SubscriberAccount1.AgentManager"
        static let register: MemberName = "RegisterAgent"
        static let unregister: MemberName = "UnregisterAgent"
    }

    /// Keys in `a{sv}`; those of faults are `FaultField.busKey`.
    enum Key {
        static let accessStatus = "access-status"
        static let accountProvider = "account-provider-identifier"
        static let accountProviderResponse = "account-provider-response"
        static let after = "after"
        static let agents = "agents"
        static let answer = "answer"
        static let answers = "answers"
        static let application = "application-id"
        static let applicationName = "application-name"
        static let applicationProvider = "application-provider"
        static let applicationProviders = "application-account-providers"
        static let applications = "applications"
        static let asked = "asked"
        static let attempt = "attempt"
        static let attributeNames = "attribute-names"
        static let authenticationToken = "account-provider-authentication-token"
        static let authenticationURL = "authentication-url"
        static let boardingStatus = "boarding-status"
        static let cancel = "cancel"
        static let channel = "channel-identifier"
        static let confirmProvider = "confirm-provider"
        static let delay = "delay"
        static let developer = "developer"
        static let empty = "empty"
        static let errorField = "error-field"
        static let errorMessage = "error-message"
        static let expirationDate = "authentication-expiration-date"
        static let errorInfo = "error-info"
        static let expiresIn = "expires-in"
        static let direction = "direction"
        static let machineTime = "machine-time"
        static let mode = "mode"
        static let offset = "offset"
        static let specification = "specification"
        static let featured = "featured"
        static let featuredProviders = "featured-account-provider-identifiers"
        static let forceAuthentication = "force-authentication"
        static let id = "id"
        static let identifiedBy = "identified-by"
        static let includeExpirationDate = "include-authentication-expiration-date"
        static let includeProvider = "include-account-provider-identifier"
        static let keepAccess = "keep-access"
        static let kind = "kind"
        static let lineUp = "line-up"
        static let message = "message"
        static let mvpd = "mvpd"
        static let name = "name"
        static let parentWindow = "parent-window"
        static let password = "password"
        static let other = "other"
        static let path = "path"
        static let processID = "process-id"
        static let prompt = "prompt"
        static let program = "program"
        static let prompts = "prompts"
        static let provider = "provider-identifier"
        static let providerName = "provider-name"
        static let region = "region"
        static let remembered = "remembered"
        static let request = "request"
        static let requests = "requests"
        static let requiresSystemTrust = "requires-system-trust"
        static let samlResponse = "saml-attribute-query-response"
        static let schemes = "supported-authentication-schemes"
        static let scriptedProvider = "provider"
        static let sender = "sender"
        static let serviceEntityID = "service-entity-id"
        static let signedIn = "signed-in"
        static let signedInAt = "signed-in-at"
        static let stage = "stage"
        static let stateFolder = "state-folder"
        static let subscriber = "subscriber"
        static let subscribers = "subscribers"
        static let supported = "supported"
        static let supportedProviders = "supported-account-provider-identifiers"
        static let time = "time"
        static let times = "times"
        static let title = "title"
        static let unanswered = "unanswered"
        static let underlyingCode = "underlying-code"
        static let usageDescription = "usage-description"
        static let used = "used"
        static let username = "username"
        static let verificationData = "verification-data"
        static let verificationToken = "verification-token"
        static let version = "version"
        static let videoTitle = "video-title"
        static let xml = "xml"
        static let localizedVideoTitle = "localized-video-title"
    }

    /// Names of errors.
    enum Error {
        /// The prefix of the name of a `VSError`.
        static let subscriberPrefix = "org.vsasim.SubscriberAccount1.Error."
        static let notFound = "org.vsasim.SubscriberAccount1.Control.Error.NotFound"
        static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
        static let invalidArguments = "org.freedesktop.DBus.Error.InvalidArgs"
        static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
        /// The name has no owner, and the bus could not start one.
        static let unreachable: Set<String> = [
            "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
        ]
        /// The prefix of errors of a failed activation.
        static let spawnPrefix = "org.freedesktop.DBus.Error.Spawn."
        /// The activated program did not own the name in time.
        static let timedOut: Set<String> = ["org.freedesktop.DBus.Error.TimedOut", "org.freedesktop.DBus.Error.Timeout"]
    }
}

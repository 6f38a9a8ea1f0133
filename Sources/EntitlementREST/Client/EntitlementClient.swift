import Foundation
import ServiceAccess

/// A client of the service's REST API v2, for one service provider and one software statement.
///
/// It registers the app, renews its access token, and remembers the user's sign-in. Calls may overlap. A call whose task is
/// cancelled ends with ``EntitlementClientError/cancelled``.
///
///     let client = EntitlementClient(serviceProvider: "REF30", softwareStatement: statement)
///     if let profile = try await client.currentProfile() {
///         let decision = try await client.authorize(resource: "news", at: profile.mvpd)
///         print(decision.isAuthorized)
///     }
///
/// A failed call is repeated up to three times, after pauses of one, two and four seconds, if the failure is temporary: the
/// service recommends it (``ErrorAction/retry``), is overloaded or fails, or the connection was lost in a call that only
/// reads or in a logout, which is then ``LogoutStep/invalid`` if the first attempt arrived. If it is lost while the app registers
/// or gets its access token, the call ends, unless it waits for a login.
public actor EntitlementClient {
    /// The service provider whose resources are played.
    public nonisolated let serviceProvider: String
    nonisolated let settings: Settings
    nonisolated let account: any PartnerAccount
    nonisolated let transport: any EntitlementTransport
    nonisolated let clock: any EntitlementClock
    nonisolated let store: any EntitlementStore
    nonisolated let softwareStatement: String

    /// The app's registration by service.
    var registrations: [String: Client] = [:]
    /// The renewals in progress, by service, which concurrent calls share.
    var renewals: [String: Task<Result<String, EntitlementClientError>, Never>] = [:]
    /// The device identifier, or its creation, which concurrent calls share.
    private var device: Task<String, Never>?
    /// The identity that is sent with calls about temporary passes.
    var temporaryPassIdentity: [String: String] = [:]
    /// The configuration, and the date on which it was read.
    var knownConfiguration: (configuration: Configuration, date: Date)?
    /// The last status of the device's account with a sign-in.
    var partnerStatus: PartnerFrameworkStatus?
    /// The user's sign-in; nil before it is read from the store.
    var knownSignIn: SignInRecord?
    /// The last write of the sign-in to the store.
    var signInWrite: Task<Void, Never>?
    /// Whether the profile has been requested from the service, so that the stored one is up to date.
    var isProfileCurrent = false
    /// The permits from preauthorizations, by provider and the bytes of the resource.
    var permits: [String: [[UInt8]: Decision]] = [:]
    /// The number of times that permits were discarded. An answer to a request from before the last time is out of date.
    var changes = 0
    /// The number of codes that the client has received for this device.
    var codes = 0

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - serviceProvider: The service provider, also called requestor.
    ///   - softwareStatement: The signed statement with which the app registers with the service.
    ///   - settings: The device and the client's dependencies.
    ///   - account: The device's account, for partner single sign-on; nil: ``SystemPartnerAccount``.
    public init(
        serviceProvider: String, softwareStatement: String, settings: Settings = Settings(),
        account: (any PartnerAccount)? = nil
    ) {
        self.serviceProvider = serviceProvider
        self.softwareStatement = softwareStatement.trimmingCharacters(in: .whitespacesAndNewlines)
        self.settings = settings
        self.account = account ?? SystemPartnerAccount(environment: settings.environment)
        transport = settings.transport ?? HTTPTransport(userAgent: "EntitlementREST/2 (vsa-simulator)")
        clock = settings.clock ?? DeviceClock.named(in: settings.environment)
        store = settings.store ?? FileStore(application: settings.application, environment: settings.variables)
    }

    /// Sets the identity for promotional temporary passes (`AP-TempPass-Identity`), such as `["email": …]`; nil removes it. The
    /// values should be hashed.
    public func identify(_ identity: [String: String]?) { temporaryPassIdentity = identity ?? [:] }

    /// Returns the base URL of the service.
    func service() throws(EntitlementClientError) -> String {
        let standard = ServiceLocation.standard(setting: nil, environment: settings.variables)
        guard let given = settings.serviceURL else {
            guard let standard else { throw .connection("No service was found: name one, or start entitlementd.") }
            return standard
        }
        guard let base = ServiceLocation.base(given.absoluteString, standard: standard) else {
            throw .connection("\(given) is not the address of a service.")
        }
        return base
    }

    /// Returns the device identifier, which is created on first use.
    func deviceIdentifier() async -> String {
        let device =
            device
            ?? Task {
                let made = Digest.sha256(UUID().uuidString)
                let content = JSONValue.text(made).serialized
                let stored = JSONValue(parsing: await store.establish(content, for: "device"))?.text ?? ""
                // Something invalid is stored, which must not change the device at every start.
                if stored.isEmpty { await store.set(content, for: "device") }
                return stored.isEmpty ? made : stored
            }
        self.device = device
        return await device.value
    }
}

import Foundation
import Synchronization
@_exported import VideoSubscriberAccount

/// The entitlement library. Mirrors `AccessEnabler` of the iOS/tvOS API 3.x.
///
/// Every call returns at once; the answers reach ``delegate`` and ``statusDelegate``, in order and one at a time. Calls made
/// before `setRequestor` has completed wait for it. All members may be used from any thread.
public final class AccessEnabler: NSObject, Sendable {
    let engine: Engine
    let delivery: Delivery

    /// Gets the callbacks of the calls; held weakly.
    public weak var delegate: (any EntitlementDelegate)? {
        get { delivery.delegate }
        set { delivery.delegate = newValue }
    }

    /// Gets the advanced statuses; held weakly.
    public weak var statusDelegate: (any EntitlementStatus)? {
        get { delivery.statusDelegate }
        set { delivery.statusDelegate = newValue }
    }

    /// A library for an app with a software statement. Mirrors `init:`.
    ///
    /// - Parameter softwareStatement: The signed statement with which the app registers at the service.
    public convenience init(_ softwareStatement: String) {
        self.init(softwareStatement, settings: AccessEnablerSettings())
    }

    /// A library without a software statement: `setRequestor` ends with R400. Deprecated since 3.0, kept so that old source
    /// compiles.
    public convenience override init() {
        self.init(nil, settings: AccessEnablerSettings())
    }

    /// A library that checks or clears its storage first. Mirrors `initWithStorageCheck:softwareStatement:` of 3.8.3.
    public convenience init(storageCheck performIntegrityCheck: IntegrityCheckType, softwareStatement: String) {
        self.init(softwareStatement, settings: AccessEnablerSettings(), storageCheck: performIntegrityCheck)
    }

    /// A library with settings of its own: an extension for Linux.
    ///
    /// - Parameters:
    ///   - softwareStatement: The signed statement; without one `setRequestor` ends with R400.
    ///   - settings: Platform, storage, service, and where callbacks are delivered.
    ///   - storageCheck: How the storage is checked first.
    public convenience init(
        _ softwareStatement: String?, settings: AccessEnablerSettings,
        storageCheck: IntegrityCheckType = .INTEGRITY_CHECK_NONE
    ) {
        let delivery = Delivery(queue: settings.callbackQueue)
        self.init(
            engine: .standard(
                softwareStatement: softwareStatement, settings: settings, storageCheck: storageCheck, receiver: delivery),
            delivery: delivery)
    }

    /// A library around other surroundings, for tests.
    init(engine: Engine, delivery: Delivery) {
        self.engine = engine
        self.delivery = delivery
        super.init()
    }

    deinit { engine.stop() }
}

extension AccessEnabler {
    /// Names the requestor: registers the app, fetches the configuration, and signs in silently if the system account allows.
    /// Ends with `setRequestorComplete`.
    public func setRequestor(_ requestorID: String?) {
        engine.call(.setRequestor(id: requestorID ?? "", serviceProviders: []))
    }

    /// Names the requestor and the services (base URLs, as `String` or `URL`) that are asked side by side. Ends with
    /// `setRequestorComplete`. URLs of the real service lead to the simulator's.
    public func setRequestor(_ requestorID: String?, serviceProviders urls: [Any]?) {
        let urls = (urls ?? []).compactMap { ($0 as? String) ?? ($0 as? URL)?.absoluteString }
        engine.call(.setRequestor(id: requestorID ?? "", serviceProviders: urls))
    }

    /// Sets values that go with every later request: `applicationProfile`, `visitorID`, `handleSVC`, `device_info`. Others are
    /// ignored.
    public func setOptions(_ options: [AnyHashable: Any]?) {
        engine.call(.setOptions(Self.values(options)))
    }

    /// Whether somebody is logged in, without a request to a service. Ends with `setAuthenticationStatus`.
    public func checkAuthentication() {
        engine.call(.checkAuthentication)
    }

    /// Logs in. Ends with `setAuthenticationStatus`, perhaps after `displayProviderDialog` and `navigate(toUrl:)`.
    public func getAuthentication() {
        engine.call(.getAuthentication(isForced: false, data: [:], filter: [:]))
    }

    /// Logs in.
    ///
    /// - Parameters:
    ///   - forceAuthn: Whether to log in again although a login is valid.
    ///   - data: Key/value pairs for the service.
    public func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]?) {
        engine.call(.getAuthentication(isForced: forceAuthn, data: Self.values(data), filter: [:]))
    }

    /// Logs in; the filter (``TV_PROVIDERS``, ``FEATURED_TV_PROVIDERS``) says what the system's picker shows.
    public func getAuthentication(_ filter: [AnyHashable: Any]?) {
        engine.call(.getAuthentication(isForced: false, data: [:], filter: Self.values(filter)))
    }

    /// Logs in, with data and filter.
    public func getAuthentication(
        _ forceAuthn: Bool, withData data: [AnyHashable: Any]?, andFilter filter: [AnyHashable: Any]?
    ) {
        engine.call(
            .getAuthentication(isForced: forceAuthn, data: Self.values(data), filter: Self.values(filter)))
    }

    /// Goes on with the login at the provider that the person chose; nil: the person chose none.
    public func setSelectedProvider(_ mvpdID: String?) {
        engine.call(.setSelectedProvider(mvpdID))
    }

    /// Goes on after a page: the URL at which it ended.
    public func handleExternalURL(_ url: String?) {
        engine.call(.handleExternalURL(url))
    }

    /// Asks which of the resources the login covers. Ends with `preauthorizedResources`.
    public func checkPreauthorizedResources(_ resources: [Any]?) {
        checkPreauthorizedResources(resources, cache: true)
    }

    /// Asks which of the resources (identifiers or media RSS) the login covers, in their order, each once; without `cache` the
    /// service is asked in any case. What is no text is left out.
    public func checkPreauthorizedResources(_ resources: [Any]?, cache: Bool) {
        engine.call(.checkPreauthorizedResources(Self.resources(resources), usesCache: cache))
    }

    /// Asks for a media token if somebody is logged in. Ends with `setToken` or `tokenRequestFailed`.
    public func checkAuthorization(_ resource: String?) {
        checkAuthorization(resource, withData: nil)
    }

    /// Asks for a media token if somebody is logged in, with key/value pairs for the service.
    public func checkAuthorization(_ resource: String?, withData data: [AnyHashable: Any]?) {
        engine.call(.checkAuthorization(resource: resource ?? "", data: Self.values(data)))
    }

    /// Asks for a media token, after a login if nobody is logged in. Ends with `setToken` or `tokenRequestFailed`.
    public func getAuthorization(_ resource: String?) {
        getAuthorization(resource, withData: nil)
    }

    /// Asks for a media token, after a login if nobody is logged in, with key/value pairs for the service.
    public func getAuthorization(_ resource: String?, withData data: [AnyHashable: Any]?) {
        engine.call(.getAuthorization(resource: resource ?? "", data: Self.values(data)))
    }

    /// Asks which provider is selected. Ends with `selectedProvider`.
    public func getSelectedProvider() {
        engine.call(.getSelectedProvider)
    }

    /// Asks for metadata: ``METADATA_OPCODE_KEY`` and what the opcode needs. Ends with `setMetadataStatus`, which gets the dictionary
    /// back with all that is in it.
    public func getMetadata(_ keyDictionary: [AnyHashable: Any]?) {
        engine.call(.getMetadata(arguments: Self.values(keyDictionary)), ticket: delivery.add(keyDictionary ?? [:]))
    }

    /// Ends every login on this device. Ends with `setAuthenticationStatus(0)`.
    public func logout() {
        engine.call(.logout)
    }

    /// The texts in a list of resources.
    static func resources(_ list: [Any]?) -> [String] { (list ?? []).compactMap { $0 as? String } }

    /// The entries of a dictionary that have a text as key and a JSON form.
    private static func values(_ dictionary: [AnyHashable: Any]?) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for (key, value) in dictionary ?? [:] {
            guard let key = key as? String, let value = JSONValue(foundation: value) else { continue }
            values[key] = value
        }
        return values
    }
}

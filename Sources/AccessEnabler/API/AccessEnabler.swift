import Foundation
import Synchronization
@_exported import VideoSubscriberAccount

/// The entitlement library. Mirrors `AccessEnabler` of the iOS/tvOS API 3.x.
///
/// Every call returns at once; the answers reach ``delegate`` and ``statusDelegate``, in order and one at a time. Calls made
/// before `setRequestor` has completed wait for it. All members may be used from any thread. An app's tests may override the calls.
// `@unchecked Sendable` holds because the stored properties are constants and `Sendable`; a subclass answers for its own.
open class AccessEnabler: NSObject, @unchecked Sendable {
    let engine: Engine
    let delivery: Delivery

    /// Gets the callbacks of the calls; held weakly.
    open weak var delegate: (any EntitlementDelegate)? {
        get { delivery.delegate }
        set { delivery.delegate = newValue }
    }

    /// Gets the advanced statuses; held weakly.
    open weak var statusDelegate: (any EntitlementStatus)? {
        get { delivery.statusDelegate }
        set { delivery.statusDelegate = newValue }
    }

    /// A library for an app with a software statement. Mirrors `init:`.
    ///
    /// - Parameter softwareStatement: The signed statement with which the app registers at the service.
    public init(_ softwareStatement: String) {
        (engine, delivery) = Self.parts(softwareStatement, AccessEnablerSettings())
        super.init()
    }

    /// A library without a software statement: `setRequestor` ends with R400. Deprecated since 3.0, kept so that old source
    /// compiles.
    @available(*, deprecated, message: "Give the software statement: init(_:).")
    public override init() {
        (engine, delivery) = Self.parts(nil, AccessEnablerSettings())
        super.init()
    }

    /// A library that checks or clears its storage first. Mirrors `initWithStorageCheck:softwareStatement:` of 3.8.3.
    public init(storageCheck performIntegrityCheck: IntegrityCheckType, softwareStatement: String) {
        (engine, delivery) = Self.parts(softwareStatement, AccessEnablerSettings(), performIntegrityCheck)
        super.init()
    }

    /// A library with settings of its own: an extension for Linux.
    ///
    /// - Parameters:
    ///   - softwareStatement: The signed statement; without one `setRequestor` ends with R400.
    ///   - settings: Platform, storage, service, and where callbacks are delivered.
    ///   - storageCheck: How the storage is checked first.
    public init(
        _ softwareStatement: String?, settings: AccessEnablerSettings,
        storageCheck: IntegrityCheckType = .INTEGRITY_CHECK_NONE
    ) {
        (engine, delivery) = Self.parts(softwareStatement, settings, storageCheck)
        super.init()
    }

    /// A library around other surroundings, for tests.
    init(engine: Engine, delivery: Delivery) {
        self.engine = engine
        self.delivery = delivery
        super.init()
    }

    deinit { engine.stop() }

    /// Names the requestor: registers the app, fetches the configuration, and signs in silently if the system account allows.
    /// Ends with `setRequestorComplete`.
    open func setRequestor(_ requestorID: String?) {
        engine.call(.setRequestor(id: requestorID ?? "", serviceProviders: []))
    }

    /// Names the requestor and the services (base URLs, as `String` or `URL`) that are asked side by side. Ends with
    /// `setRequestorComplete`. URLs of the real service lead to the simulator's.
    open func setRequestor(_ requestorID: String?, serviceProviders urls: [Any]?) {
        let urls = (urls ?? []).compactMap { ($0 as? String) ?? ($0 as? URL)?.absoluteString }
        engine.call(.setRequestor(id: requestorID ?? "", serviceProviders: urls))
    }

    /// Sets values that go with every later request: `applicationProfile`, `visitorID`, `device_info`; and `handleSVC`: whether the
    /// app shows the pages that need the system's browser (`navigate(toUrl:useSVC:)`), or the library does. Others are ignored.
    open func setOptions(_ options: [AnyHashable: Any]?) {
        engine.call(.setOptions(Self.values(options)))
    }

    /// Whether somebody is logged in, without a request to a service. Ends with `setAuthenticationStatus`.
    open func checkAuthentication() {
        engine.call(.checkAuthentication)
    }

    /// Logs in. Ends with `setAuthenticationStatus`, perhaps after `displayProviderDialog` and `navigate(toUrl:)`.
    open func getAuthentication() {
        engine.call(.getAuthentication(isForced: false, data: [:], filter: [:]))
    }

    /// Logs in.
    ///
    /// - Parameters:
    ///   - forceAuthn: Whether to log in again although a login is valid.
    ///   - data: Key/value pairs for the service.
    open func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]?) {
        engine.call(.getAuthentication(isForced: forceAuthn, data: Self.values(data), filter: [:]))
    }

    /// Logs in; the filter (``TV_PROVIDERS``, ``FEATURED_TV_PROVIDERS``) says what the system's picker shows.
    open func getAuthentication(_ filter: [AnyHashable: Any]?) {
        engine.call(.getAuthentication(isForced: false, data: [:], filter: Self.values(filter)))
    }

    /// Logs in, with data and filter.
    open func getAuthentication(
        _ forceAuthn: Bool, withData data: [AnyHashable: Any]?, andFilter filter: [AnyHashable: Any]?
    ) {
        engine.call(
            .getAuthentication(isForced: forceAuthn, data: Self.values(data), filter: Self.values(filter)))
    }

    /// Goes on with the login at the provider that the user chose; nil: the user chose none.
    open func setSelectedProvider(_ mvpdID: String?) {
        engine.call(.setSelectedProvider(mvpdID))
    }

    /// Goes on after a page: the URL at which it ended.
    open func handleExternalURL(_ url: String?) {
        engine.call(.handleExternalURL(url))
    }

    /// Asks which of the resources the login covers. Ends with `preauthorizedResources`.
    open func checkPreauthorizedResources(_ resources: [Any]?) {
        checkPreauthorizedResources(resources, cache: true)
    }

    /// Asks which of the resources (identifiers or media RSS) the login covers, in their order, each once; without `cache` the
    /// service is asked in any case. What is no text is left out.
    open func checkPreauthorizedResources(_ resources: [Any]?, cache: Bool) {
        engine.call(.checkPreauthorizedResources(Self.resources(resources), usesCache: cache))
    }

    /// Asks for a media token if somebody is logged in. Ends with `setToken` or `tokenRequestFailed`.
    open func checkAuthorization(_ resource: String?) {
        checkAuthorization(resource, withData: nil)
    }

    /// Asks for a media token if somebody is logged in, with key/value pairs for the service.
    open func checkAuthorization(_ resource: String?, withData data: [AnyHashable: Any]?) {
        engine.call(.checkAuthorization(resource: resource ?? "", data: Self.values(data)))
    }

    /// Asks for a media token, after a login if nobody is logged in. Ends with `setToken` or `tokenRequestFailed`.
    open func getAuthorization(_ resource: String?) {
        getAuthorization(resource, withData: nil)
    }

    /// Asks for a media token, after a login if nobody is logged in, with key/value pairs for the service.
    open func getAuthorization(_ resource: String?, withData data: [AnyHashable: Any]?) {
        engine.call(.getAuthorization(resource: resource ?? "", data: Self.values(data)))
    }

    /// Asks which provider is selected. Ends with `selectedProvider`.
    open func getSelectedProvider() {
        engine.call(.getSelectedProvider)
    }

    /// Asks for metadata: ``METADATA_OPCODE_KEY`` and what the opcode needs. Ends with `setMetadataStatus`, which gets the dictionary
    /// back with all that is in it.
    open func getMetadata(_ keyDictionary: [AnyHashable: Any]?) {
        engine.call(.getMetadata(arguments: Self.values(keyDictionary)), ticket: delivery.add(keyDictionary ?? [:]))
    }

    /// Ends every login on this device. Ends with `setAuthenticationStatus(0)`.
    open func logout() {
        engine.call(.logout)
    }

    /// Asks which resources the login covers; the answer goes to the callback alone, which is held until then. Fails with
    /// `requestor_not_configured` while no `setRequestor` has completed, or another one runs.
    open func preauthorize(
        _ request: PreauthorizeRequest, didCompleteWith callback: AccessEnablerCallback<PreauthorizeResponse>
    ) {
        let ticket = delivery.add(callback)
        let disabled = request.disabledFeatures
        engine.call(
            .preauthorize(
                resources: request.resources, usesCache: !disabled.contains(.LOCAL_CACHE),
                usesServiceCache: !disabled.contains(.REMOTE_CACHE), ticket: ticket))
    }

    /// The unlabelled form of one of the documents' samples.
    open func preauthorize(_ request: PreauthorizeRequest, _ callback: AccessEnablerCallback<PreauthorizeResponse>) {
        preauthorize(request, didCompleteWith: callback)
    }

    // Forms of releases 1 to 3.0. Signatures and secrets are ignored: registration took their place.

    /// Names the requestor. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    open func setRequestor(_ requestorID: String?, setSignedRequestorId signature: String?) {
        setRequestor(requestorID)
    }

    /// Names the requestor. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    open func setRequestor(_ requestorID: String?, signedRequestorID signature: String?) {
        setRequestor(requestorID)
    }

    /// Names the requestor and the services. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    open func setRequestor(_ requestorID: String?, setSignedRequestorId signature: String?, serviceProviders urls: [Any]?) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Names the requestor and the services. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    open func setRequestor(_ requestorID: String?, signedRequestorID signature: String?, serviceProviders urls: [Any]?) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Names the requestor (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    open func setRequestor(
        _ requestorID: String?, setSignedRequestorId signature: String?, secret: String?, publicKey: String?
    ) {
        setRequestor(requestorID)
    }

    /// Names the requestor (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    open func setRequestor(
        _ requestorID: String?, signedRequestorID signature: String?, secret: String?, publicKey: String?
    ) {
        setRequestor(requestorID)
    }

    /// Names the requestor and the services (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    open func setRequestor(
        _ requestorID: String?, setSignedRequestorId signature: String?, serviceProviders urls: [Any]?, secret: String?,
        publicKey: String?
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Names the requestor and the services (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    open func setRequestor(
        _ requestorID: String?, signedRequestorID signature: String?, serviceProviders urls: [Any]?, secret: String?,
        publicKey: String?
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Logs in; the array names the MVPDs that the system's picker shows (2.0 to 2.3.1).
    @available(*, deprecated, message: "Use the dictionary with TV_PROVIDERS.")
    open func getAuthentication(_ filter: [Any]) {
        getAuthentication([TV_PROVIDERS: filter])
    }

    /// Logs in, with data and an array of MVPDs (2.0 to 2.3.1).
    @available(*, deprecated, message: "Use the dictionary with TV_PROVIDERS.")
    open func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]?, andFilter filter: [Any]) {
        getAuthentication(forceAuthn, withData: data, andFilter: [TV_PROVIDERS: filter])
    }

    /// Continues after a login page, without its last URL.
    @available(*, deprecated, renamed: "handleExternalURL(_:)")
    open func getAuthenticationToken() {
        handleExternalURL(nil)
    }
}

extension AccessEnabler {
    /// What a library is made of. The public initializers share it and not another initializer, so that a subclass may call any of
    /// them, as in Objective-C.
    private static func parts(
        _ softwareStatement: String?, _ settings: AccessEnablerSettings, _ check: IntegrityCheckType = .INTEGRITY_CHECK_NONE
    ) -> (Engine, Delivery) {
        let delivery = Delivery(queue: settings.callbackQueue)
        let engine = Engine.standard(
            softwareStatement: softwareStatement, settings: settings, storageCheck: check, receiver: delivery)
        return (engine, delivery)
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

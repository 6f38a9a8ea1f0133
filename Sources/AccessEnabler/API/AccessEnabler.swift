import Foundation
import ServiceAccess
@_exported import VideoSubscriberAccount

/// The entitlement library. Mirrors `AccessEnabler` of the iOS/tvOS API 3.x.
///
/// Every call returns immediately. The answers are delivered to ``delegate`` and ``statusDelegate``, in order and one at a time.
/// Calls made before `setRequestor` has completed wait for it. All members may be used from any thread. Tests of an app may
/// override the calls.
///
///     let accessEnabler = AccessEnabler(softwareStatement)
///     accessEnabler.delegate = delegate
///     accessEnabler.setRequestor("REF30")
///     accessEnabler.getAuthorization("news")
// `@unchecked Sendable` is sound because the stored properties are constants and `Sendable`; subclasses are responsible for
// theirs.
open class AccessEnabler: NSObject, @unchecked Sendable {
    let engine: Engine
    let dispatcher: DelegateDispatcher

    /// The object that receives the callbacks; not retained.
    open weak var delegate: (any EntitlementDelegate)? {
        get { dispatcher.delegate }
        set { dispatcher.delegate = newValue }
    }

    /// The object that receives the advanced statuses; not retained.
    open weak var statusDelegate: (any EntitlementStatus)? {
        get { dispatcher.statusDelegate }
        set { dispatcher.statusDelegate = newValue }
    }

    /// Creates a library for an app with a software statement. Mirrors `init:`.
    ///
    /// - Parameter softwareStatement: The signed statement with which the app registers with the service.
    public init(_ softwareStatement: String) {
        (engine, dispatcher) = Self.parts(softwareStatement, AccessEnablerSettings())
        super.init()
    }

    /// Creates a library without a software statement: `setRequestor` ends with R400. Deprecated since 3.0; kept so that older
    /// source code compiles.
    @available(*, deprecated, message: "Pass the software statement: init(_:).")
    public override init() {
        (engine, dispatcher) = Self.parts(nil, AccessEnablerSettings())
        super.init()
    }

    /// Creates a library and checks or clears its storage first. Mirrors `initWithStorageCheck:softwareStatement:` of 3.8.3.
    public init(storageCheck performIntegrityCheck: IntegrityCheckType, softwareStatement: String) {
        (engine, dispatcher) = Self.parts(softwareStatement, AccessEnablerSettings(), performIntegrityCheck)
        super.init()
    }

    /// Creates a library with custom settings: an extension for Linux.
    ///
    /// - Parameters:
    ///   - softwareStatement: The signed statement; without it, `setRequestor` ends with R400.
    ///   - settings: The platform, storage, service, and callback queue.
    ///   - storageCheck: The check of the storage before it is used.
    public init(
        _ softwareStatement: String?, settings: AccessEnablerSettings,
        storageCheck: IntegrityCheckType = .INTEGRITY_CHECK_NONE
    ) {
        (engine, dispatcher) = Self.parts(softwareStatement, settings, storageCheck)
        super.init()
    }

    /// Creates a library with another engine, for tests.
    init(engine: Engine, dispatcher: DelegateDispatcher) {
        self.engine = engine
        self.dispatcher = dispatcher
        super.init()
    }

    deinit { engine.stop() }

    /// Sets the requestor: registers the app, requests the configuration, and signs in silently if the system account allows it.
    /// Ends with `setRequestorComplete`.
    open func setRequestor(_ requestorID: String?) {
        engine.call(.setRequestor(id: requestorID ?? "", serviceProviders: []))
    }

    /// Sets the requestor and the services (base URLs, as `String` or `URL`), which are contacted in parallel. Ends with
    /// `setRequestorComplete`. URLs of the real service are mapped to the simulator's.
    open func setRequestor(_ requestorID: String?, serviceProviders urls: [Any]?) {
        let urls = (urls ?? []).compactMap { ($0 as? String) ?? ($0 as? URL)?.absoluteString }
        engine.call(.setRequestor(id: requestorID ?? "", serviceProviders: urls))
    }

    /// Sets values that are sent with every later request: `applicationProfile`, `visitorID` and `device_info`; and `handleSVC`:
    /// whether the app (`navigate(toUrl:useSVC:)`) or the library shows the pages that need the system's browser. Others are
    /// ignored.
    open func setOptions(_ options: [AnyHashable: Any]?) {
        engine.call(.setOptions(Self.values(options)))
    }

    /// Checks whether the user is logged in, without a request to a service. Ends with `setAuthenticationStatus`.
    open func checkAuthentication() {
        engine.call(.checkAuthentication)
    }

    /// Logs in. Ends with `setAuthenticationStatus`, possibly after `displayProviderDialog` and `navigate(toUrl:)`.
    open func getAuthentication() {
        engine.call(.getAuthentication(isForced: false, data: [:], filter: [:]))
    }

    /// Logs in.
    ///
    /// - Parameters:
    ///   - forceAuthn: Whether to log in again even if there is a valid login.
    ///   - data: Key/value pairs for the service.
    open func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]?) {
        engine.call(.getAuthentication(isForced: forceAuthn, data: Self.values(data), filter: [:]))
    }

    /// Logs in; the filter (``TV_PROVIDERS``, ``FEATURED_TV_PROVIDERS``) controls what the system's picker shows.
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

    /// Continues the login with the provider that the user selected; nil if the user selected none.
    open func setSelectedProvider(_ mvpdID: String?) {
        engine.call(.setSelectedProvider(mvpdID))
    }

    /// Continues after a page, given the URL at which it ended. A URL of another scheme has no effect.
    open func handleExternalURL(_ url: String?) {
        engine.call(.handleExternalURL(url))
    }

    /// Requests which resources the login covers. Ends with `preauthorizedResources`.
    open func checkPreauthorizedResources(_ resources: [Any]?) {
        checkPreauthorizedResources(resources, cache: true)
    }

    /// Requests which of the resources (identifiers or media RSS) the login covers, in their order, without duplicates. Without
    /// `cache`, the service is always contacted. Elements that are not strings are ignored.
    open func checkPreauthorizedResources(_ resources: [Any]?, cache: Bool) {
        engine.call(.checkPreauthorizedResources(Self.resources(resources), usesCache: cache))
    }

    /// Requests a media token if the user is logged in. Ends with `setToken` or `tokenRequestFailed`.
    open func checkAuthorization(_ resource: String?) {
        checkAuthorization(resource, withData: nil)
    }

    /// Requests a media token if the user is logged in, with key/value pairs for the service.
    open func checkAuthorization(_ resource: String?, withData data: [AnyHashable: Any]?) {
        engine.call(.checkAuthorization(resource: resource ?? "", data: Self.values(data)))
    }

    /// Requests a media token, after a login if the user is not logged in. Ends with `setToken` or `tokenRequestFailed`.
    open func getAuthorization(_ resource: String?) {
        getAuthorization(resource, withData: nil)
    }

    /// Requests a media token, after a login if the user is not logged in, with key/value pairs for the service.
    open func getAuthorization(_ resource: String?, withData data: [AnyHashable: Any]?) {
        engine.call(.getAuthorization(resource: resource ?? "", data: Self.values(data)))
    }

    /// Requests the selected provider. Ends with `selectedProvider`.
    open func getSelectedProvider() {
        engine.call(.getSelectedProvider)
    }

    /// Requests metadata, given ``METADATA_OPCODE_KEY`` and the arguments of the opcode. Ends with `setMetadataStatus`, which
    /// receives the dictionary unchanged.
    open func getMetadata(_ keyDictionary: [AnyHashable: Any]?) {
        engine.call(.getMetadata(arguments: Self.values(keyDictionary)), ticket: dispatcher.keep(arguments: keyDictionary ?? [:]))
    }

    /// Ends all logins on this device. Ends with `setAuthenticationStatus(0)`.
    open func logout() {
        engine.call(.logout)
    }

    /// Requests which resources the login covers. The answer is delivered to the callback only, which is retained until then.
    /// Fails with `requestor_not_configured` if no `setRequestor` has completed, or another one is running.
    open func preauthorize(
        _ request: PreauthorizeRequest, didCompleteWith callback: AccessEnablerCallback<PreauthorizeResponse>
    ) {
        let disabled = request.disabledFeatures
        engine.call(
            .preauthorize(
                resources: request.resources, usesCache: !disabled.contains(.LOCAL_CACHE),
                usesServiceCache: !disabled.contains(.REMOTE_CACHE)),
            ticket: dispatcher.keep(callback: callback))
    }

    /// Requests which resources the login covers. This form without labels is that of a sample in the documentation.
    open func preauthorize(_ request: PreauthorizeRequest, _ callback: AccessEnablerCallback<PreauthorizeResponse>) {
        preauthorize(request, didCompleteWith: callback)
    }

    // Forms of releases 1 to 3.0. Signatures and secrets are ignored: registration has replaced them.

    /// Sets the requestor. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    open func setRequestor(_ requestorID: String?, setSignedRequestorId signature: String?) {
        setRequestor(requestorID)
    }

    /// Sets the requestor. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    open func setRequestor(_ requestorID: String?, signedRequestorID signature: String?) {
        setRequestor(requestorID)
    }

    /// Sets the requestor and the services. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    open func setRequestor(_ requestorID: String?, setSignedRequestorId signature: String?, serviceProviders urls: [Any]?) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Sets the requestor and the services. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    open func setRequestor(_ requestorID: String?, signedRequestorID signature: String?, serviceProviders urls: [Any]?) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Sets the requestor (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    open func setRequestor(
        _ requestorID: String?, setSignedRequestorId signature: String?, secret: String?, publicKey: String?
    ) {
        setRequestor(requestorID)
    }

    /// Sets the requestor (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    open func setRequestor(
        _ requestorID: String?, signedRequestorID signature: String?, secret: String?, publicKey: String?
    ) {
        setRequestor(requestorID)
    }

    /// Sets the requestor and the services (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    open func setRequestor(
        _ requestorID: String?, setSignedRequestorId signature: String?, serviceProviders urls: [Any]?, secret: String?,
        publicKey: String?
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Sets the requestor and the services (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    open func setRequestor(
        _ requestorID: String?, signedRequestorID signature: String?, serviceProviders urls: [Any]?, secret: String?,
        publicKey: String?
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Logs in; the array contains the MVPDs that the system's picker shows (2.0 to 2.3.1).
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
    /// Returns the components of a library. The public initializers share it instead of another initializer, so that a subclass
    /// may call any of them, as in Objective-C.
    private static func parts(
        _ softwareStatement: String?, _ settings: AccessEnablerSettings, _ check: IntegrityCheckType = .INTEGRITY_CHECK_NONE
    ) -> (Engine, DelegateDispatcher) {
        let dispatcher = DelegateDispatcher(queue: settings.callbackQueue)
        let engine = Engine.standard(
            softwareStatement: softwareStatement, settings: settings, storageCheck: check, receiver: dispatcher)
        return (engine, dispatcher)
    }

    static func resources(_ list: [Any]?) -> [String] { (list ?? []).compactMap { $0 as? String } }

    /// Returns the entries of a dictionary whose key is a string and whose value has a JSON form.
    private static func values(_ dictionary: [AnyHashable: Any]?) -> [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for (key, value) in dictionary ?? [:] {
            guard let key = key as? String, let value = JSONValue(foundation: value) else { continue }
            values[key] = value
        }
        return values
    }

    /// Calls a closure on the callback queue, after the callbacks of all calls made so far, with the party whose turn is next.
    ///
    /// For `entitle`, which exits when no answer is outstanding; not for other programs. Changes nothing.
    package func whenServed(_ body: @escaping @Sendable (NextTurn) -> Void) {
        engine.whenServed { [dispatcher] turn in dispatcher.afterCallbacks { body(turn) } }
    }
}

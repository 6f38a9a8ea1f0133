import Foundation
import ServiceAccess
import Synchronization
import VideoSubscriberAccount

/// The entitlement library for new Swift code: async functions, a sequence of steps for user actions, and typed errors.
///
/// It behaves like ``AccessEnabler`` and uses the same logic; only the form of calls and answers differs. A call returns when it
/// has been answered. Concurrent calls are processed in the order in which they arrive, and each is answered exactly once. Calls
/// made before ``configure(requestor:services:)`` wait for it, except ``preauthorize(_:usesCache:)``, which fails.
///
/// If the task of a call is cancelled, the call ends immediately with ``EntitlementError/Kind/cancelled``. A login is then
/// cancelled; everything else continues without a listener.
///
///     let session = EntitlementSession(softwareStatement: statement)
///     try await session.configure(requestor: "REF30")
///     let token = try await session.authorize("news")
///
/// An app uses one session or one ``AccessEnabler``, not both, because they share a storage.
public final class EntitlementSession: Sendable {
    let engine: Engine
    let router: SessionCallbackRouter
    /// Held while the app calls, so that no other call comes between the steps of this one.
    private let callLock = Mutex(())

    /// Creates a session for an app with a software statement.
    ///
    /// - Parameters:
    ///   - softwareStatement: The signed statement with which the app registers with the service.
    ///   - settings: The platform, storage and service; the callback queue is not used.
    ///   - storageCheck: The check of the storage before it is used.
    public convenience init(
        softwareStatement: String, settings: AccessEnablerSettings = AccessEnablerSettings(),
        storageCheck: IntegrityCheckType = .INTEGRITY_CHECK_NONE
    ) {
        let router = SessionCallbackRouter()
        self.init(
            engine: .standard(
                softwareStatement: softwareStatement, settings: settings, storageCheck: storageCheck, receiver: router),
            router: router)
    }

    /// Creates a session with another engine, for tests.
    init(engine: Engine, router: SessionCallbackRouter) {
        self.engine = engine
        self.router = router
        // The step that shows a page specifies the browser.
        engine.call(.setOptions(["handleSVC": .flag(true)]))
    }

    deinit {
        engine.stop()
        router.finish()
    }

    /// All future events that are not answers: for analytics, logs and status displays. Every sequence receives all of them and
    /// ends with the session.
    public var events: AsyncStream<EntitlementEvent> { router.subscribe() }

    /// Makes a call. Abandoning the last login cancels it.
    ///
    /// - Parameter provider: The provider to select for it.
    func begin(_ call: Call, selecting provider: String? = nil) -> (ticket: Ticket, parts: AsyncStream<CallPart>) {
        callLock.withLock { _ in
            let begun = router.expect(call) { [weak self] in self?.abandon($0) }
            if let provider { engine.call(.setSelectedProvider(provider)) }
            engine.call(call, ticket: begun.ticket)
            return begun
        }
    }

    private func abandon(_ ticket: Ticket) {
        callLock.withLock { _ in
            if let isLast = router.abandon(ticket) { engine.abandon(ticket, isLast: isLast) }
        }
    }

    /// Responds to a step of the login or logout of a call.
    func reply(_ call: Call, to ticket: Ticket) { callLock.withLock { _ in engine.reply(call, login: ticket) } }

    func answer(to call: Call) async throws(EntitlementError) -> Answer {
        guard !Task.isCancelled else { throw EntitlementError(.cancelled) }
        for await part in begin(call).parts {
            if case .end(let answer) = part { return answer }
        }
        // The sequence ends early only with the task.
        throw EntitlementError(.cancelled)
    }
}

// Configuration.
extension EntitlementSession {
    /// Values that are sent with every later request to a service.
    public struct Options: Sendable, Hashable {
        /// The profile by which the service chooses a configuration.
        public var applicationProfile: String?
        /// The visitor's identifier in the programmer's analytics.
        public var visitorIdentifier: String?
        /// The client information to send instead of the library's own, as Base64 of a JSON object.
        public var clientInformation: String?

        /// Creates options; by default there are no values.
        public init(applicationProfile: String? = nil, visitorIdentifier: String? = nil, clientInformation: String? = nil) {
            self.applicationProfile = applicationProfile
            self.visitorIdentifier = visitorIdentifier
            self.clientInformation = clientInformation
        }
    }

    /// Sets the requestor: registers the app, requests the configuration, and signs in silently if the system account allows it.
    /// May be repeated, for instance when the app enters the foreground. Mirrors `setRequestor`.
    ///
    /// - Parameters:
    ///   - requestor: The identifier of the programmer or channel.
    ///   - services: The base URLs of the services to contact in parallel; empty: the simulator's. URLs of the real service are
    ///     mapped to the simulator's.
    /// - Throws: ``EntitlementError/Kind/configurationFailed`` with the codes of the reason.
    public func configure(requestor: String, services: [URL] = []) async throws(EntitlementError) {
        let answer = try await answer(to: .setRequestor(id: requestor, serviceProviders: services.map(\.absoluteString)))
        guard case .setRequestorComplete(isSuccess: true) = answer.callback else {
            throw EntitlementError(.configurationFailed, answer)
        }
    }

    /// Sets the values that are sent with every later request to a service; nil removes a value. Mirrors `setOptions`.
    public func setOptions(_ options: Options) {
        let values = [
            "applicationProfile": options.applicationProfile, "visitorID": options.visitorIdentifier,
            "device_info": options.clientInformation,
        ]
        engine.call(.setOptions(values.mapValues { $0.map(JSONValue.text) ?? .null }))
    }
}

// Authentication.
extension EntitlementSession {
    /// Whether the user is logged in. Reads the storage and the system account; never contacts a service or prompts the user.
    /// Mirrors `checkAuthentication`.
    ///
    /// - Throws: ``EntitlementError/Kind/notConfigured``, ``EntitlementError/Kind/cancelled``.
    public var isAuthenticated: Bool {
        get async throws(EntitlementError) {
            let answer = try await answer(to: .checkAuthentication)
            guard answer.isConfigured else { throw EntitlementError(.notConfigured, answer) }
            if case .setAuthenticationStatus(isSuccess: true, _) = answer.callback { return true }
            return false
        }
    }

    /// The provider that the user is logged in with or has selected; nil if there is none, or a login was cancelled since. Mirrors
    /// `getSelectedProvider`.
    ///
    /// - Throws: ``EntitlementError/Kind/cancelled``.
    public var selectedProvider: Provider? {
        get async throws(EntitlementError) {
            guard case .selectedProvider(let provider?) = try await answer(to: .getSelectedProvider).callback else {
                return nil
            }
            return Provider(provider)
        }
    }
}

// Authorization.
extension EntitlementSession {
    /// A media token: the proof of one authorization to play a resource, verified by the programmer's backend. It expires soon
    /// and is never stored.
    public struct MediaToken: Sendable, Hashable {
        /// The token as passed to the backend.
        public let serialized: String
        /// The resource that may be played.
        public let resource: String
    }

    /// Requests a media token. Mirrors `checkAuthorization`: the user is not prompted to log in.
    ///
    /// - Parameters:
    ///   - resource: The identifier of a resource, or a media-RSS document.
    ///   - data: Key/value pairs for the service.
    /// - Throws: ``EntitlementError/Kind/notAuthenticated`` if the user is not logged in; ``EntitlementError/Kind/notAuthorized``
    ///   with the provider's message in ``EntitlementError/message``.
    public func authorize(_ resource: String, data: [String: String] = [:]) async throws(EntitlementError) -> MediaToken {
        let answer = try await answer(to: .checkAuthorization(resource: resource, data: data.mapValues(JSONValue.text)))
        guard case .setToken(let token, let resource) = answer.callback else { throw EntitlementError(refusal: answer) }
        return MediaToken(serialized: token, resource: resource)
    }

    /// Requests which resources the login covers, for badges and menus; does not replace ``authorize(_:data:)``. Mirrors
    /// `preauthorize`.
    ///
    /// - Parameters:
    ///   - resources: Identifiers of resources.
    ///   - usesCache: Whether cached decisions are acceptable, in the library and at the service.
    /// - Returns: A decision for each resource.
    /// - Throws: ``EntitlementError/Kind/notAuthenticated``, ``EntitlementError/Kind/notConfigured``, or
    ///   ``EntitlementError/Kind/preauthorizationFailed`` with the enhanced error code.
    public func preauthorize(
        _ resources: [String], usesCache: Bool = true
    ) async throws(EntitlementError) -> [ResourceDecision] {
        let answer = try await answer(
            to: .preauthorize(resources: resources, usesCache: usesCache, usesServiceCache: usesCache))
        guard case .preauthorize(_, let content) = answer.callback else { return [] }
        if let status = content.status { throw EntitlementError(preauthorization: status) }
        return content.decisions.map(ResourceDecision.init)
    }
}

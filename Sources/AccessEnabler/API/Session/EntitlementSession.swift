import Foundation
import VideoSubscriberAccount

/// The entitlement library for new Swift code: async functions, a sequence of steps for what a user has to do, typed errors.
///
/// It does what ``AccessEnabler`` does, decided by the same code; only the way of asking and answering differs. A call returns
/// when it has been answered. Calls that are made at the same time are served in the order in which they come in, and each is
/// answered exactly once. Calls made before ``configure(requestor:services:)`` wait for it.
///
/// When the task of a call is cancelled the call ends at once with ``EntitlementError/Kind/cancelled``; a login is given up then,
/// everything else goes on unheard.
///
///     let session = EntitlementSession(softwareStatement: statement)
///     try await session.configure(requestor: "REF30")
///     let token = try await session.authorize("news")
///
/// An app uses one session, or one ``AccessEnabler``, not both: their storage is the same.
public final class EntitlementSession: Sendable {
    let engine: Engine
    let answers: Answers

    /// A session for an app with a software statement.
    ///
    /// - Parameters:
    ///   - softwareStatement: The signed statement with which the app registers at the service.
    ///   - settings: Platform, storage and service; the callback queue is not used.
    ///   - storageCheck: How the storage is checked first.
    public convenience init(
        softwareStatement: String, settings: AccessEnablerSettings = AccessEnablerSettings(),
        storageCheck: IntegrityCheckType = .INTEGRITY_CHECK_NONE
    ) {
        let answers = Answers()
        self.init(
            engine: .standard(
                softwareStatement: softwareStatement, settings: settings, storageCheck: storageCheck, receiver: answers),
            answers: answers)
    }

    /// A session in other surroundings, for tests.
    init(engine: Engine, answers: Answers) {
        self.engine = engine
        self.answers = answers
        // The step that shows a page says which browser it needs.
        engine.call(.setOptions(["handleSVC": .flag(true)]))
    }

    deinit {
        engine.stop()
        answers.finish()
    }

    /// Everything that happens from now on beside the answers: for analytics, logs and status displays. Every sequence gets
    /// all of it; it ends with the session.
    public var events: AsyncStream<EntitlementEvent> { answers.subscribe() }

    /// Makes a call and waits for its answer.
    func answer(to call: Call) async throws(EntitlementError) -> Answer {
        guard !Task.isCancelled else { throw EntitlementError(.cancelled) }
        let ticket = answers.expect(call)
        engine.call(call.with(ticket: ticket), ticket: ticket)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { answers.attach($0, to: ticket) }
        } onCancel: {
            answers.cancel(ticket)
        }
        return try result.get()
    }
}

// Configuration.
extension EntitlementSession {
    /// Values that go with every later request to a service.
    public struct Options: Sendable, Hashable {
        /// The profile by which the service chooses a configuration.
        public var applicationProfile: String?
        /// The visitor's identifier in the programmer's analytics.
        public var visitorIdentifier: String?
        /// The client information in place of the library's own, as Base64 of a JSON object.
        public var clientInformation: String?

        /// No values.
        public init(applicationProfile: String? = nil, visitorIdentifier: String? = nil, clientInformation: String? = nil) {
            self.applicationProfile = applicationProfile
            self.visitorIdentifier = visitorIdentifier
            self.clientInformation = clientInformation
        }
    }

    /// Names the requestor: registers the app, fetches the configuration, and signs in silently if the system account allows.
    /// May be repeated, as when the app comes to the foreground. Mirrors `setRequestor`.
    ///
    /// - Parameters:
    ///   - requestor: The identifier of the programmer or channel.
    ///   - services: The base URLs of the services to ask side by side; empty: the simulator's. URLs of the real service lead to
    ///     the simulator's, too.
    /// - Throws: ``EntitlementError/Kind/configurationFailed`` with the codes that say why.
    public func configure(requestor: String, services: [URL] = []) async throws(EntitlementError) {
        let answer = try await answer(to: .setRequestor(id: requestor, serviceProviders: services.map(\.absoluteString)))
        guard case .setRequestorComplete(isSuccess: true) = answer.callback else {
            throw EntitlementError(.configurationFailed, answer)
        }
    }

    /// Sets the values that go with every later request to a service; nil takes a value back. Mirrors `setOptions`.
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
    /// Whether somebody is logged in. Asks the storage and the system account, never a service, never the user. Mirrors
    /// `checkAuthentication`.
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

    /// The provider at which somebody is logged in or that was chosen; nil when there is none. Mirrors `getSelectedProvider`.
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
    /// A media token: the proof of one permission to play, for the programmer's backend to verify. It is short-lived and never
    /// stored.
    public struct MediaToken: Sendable, Hashable {
        /// The token as the backend gets it.
        public let serialized: String
        /// The resource that may be played.
        public let resource: String
    }

    /// Asks for a media token. Mirrors `checkAuthorization`: nobody is asked to log in.
    ///
    /// - Parameters:
    ///   - resource: The identifier of a resource, or a media-RSS document.
    ///   - data: Key/value pairs for the service.
    /// - Throws: ``EntitlementError/Kind/notAuthenticated`` before a login; ``EntitlementError/Kind/notAuthorized`` with the
    ///   provider's text in ``EntitlementError/message``.
    public func authorize(_ resource: String, data: [String: String] = [:]) async throws(EntitlementError) -> MediaToken {
        let answer = try await answer(to: .checkAuthorization(resource: resource, data: data.mapValues(JSONValue.text)))
        guard case .setToken(let token, let resource) = answer.callback else { throw EntitlementError(refusal: answer) }
        return MediaToken(serialized: token, resource: resource)
    }

    /// Asks which of some resources the login covers: for badges and menus, never instead of ``authorize(_:data:)``. Mirrors
    /// `preauthorize`.
    ///
    /// - Parameters:
    ///   - resources: Identifiers of resources.
    ///   - usesCache: Whether decisions of before will do, here and at the service.
    /// - Returns: A decision for each resource.
    /// - Throws: ``EntitlementError/Kind/notAuthenticated``, ``EntitlementError/Kind/notConfigured``, or
    ///   ``EntitlementError/Kind/preauthorizationFailed`` with the enhanced error code.
    public func preauthorize(
        _ resources: [String], usesCache: Bool = true
    ) async throws(EntitlementError) -> [ResourceDecision] {
        let answer = try await answer(
            to: .preauthorize(resources: resources, usesCache: usesCache, usesServiceCache: usesCache, ticket: 0))
        guard case .preauthorize(_, _, let content) = answer.callback else { return [] }
        if let status = content.status { throw EntitlementError(preauthorization: status) }
        return content.decisions.map(ResourceDecision.init)
    }
}

extension Call {
    /// The call with the ticket that its callback object is known by.
    fileprivate func with(ticket: Ticket) -> Call {
        guard case .preauthorize(let resources, let usesCache, let usesServiceCache, _) = self else { return self }
        return .preauthorize(
            resources: resources, usesCache: usesCache, usesServiceCache: usesServiceCache, ticket: ticket)
    }
}

import Foundation
import VideoSubscriberAccount

extension EntitlementSession {
    /// How a login is to be done.
    public struct LoginOptions: Sendable, Hashable {
        /// Whether to log in again although somebody is logged in.
        public var isForced: Bool
        /// Key/value pairs for the service, as a promotional temporary pass needs.
        public var data: [String: String]
        /// The provider to log in at; nil lets the user choose.
        public var provider: String?
        /// The providers that the system's picker offers, in order; nil: all.
        public var offeredProviders: [String]?
        /// Those of them that it shows first.
        public var featuredProviders: [String]

        /// Options, each of which has a default.
        public init(
            isForced: Bool = false, data: [String: String] = [:], provider: String? = nil, offeredProviders: [String]? = nil,
            featuredProviders: [String] = []
        ) {
            self.isForced = isForced
            self.data = data
            self.provider = provider
            self.offeredProviders = offeredProviders
            self.featuredProviders = featuredProviders
        }

        fileprivate var call: Call {
            var filter: [String: JSONValue] = [:]
            filter[TV_PROVIDERS] = offeredProviders.map { .list($0.map(JSONValue.text)) }
            if !featuredProviders.isEmpty { filter[FEATURED_TV_PROVIDERS] = .list(featuredProviders.map(JSONValue.text)) }
            return .getAuthentication(isForced: isForced, data: data.mapValues(JSONValue.text), filter: filter)
        }
    }

    /// What a user has to do in a login. Most steps have functions that carry the answer back; without effect when the login
    /// is over.
    public enum LoginStep: Sendable {
        /// The app has to let the user choose a provider.
        case chooseProvider(ProviderChoice)
        /// The app has to show a page.
        case showPage(Page)
        /// The app has to show a code, with which the user logs in on another device; the login waits for that by itself.
        case showCode(RegistrationCode)
        /// The system asks the user, in a dialog that it draws itself; `dialog` of the handle says what it is for.
        case presentDialog(UIViewController)
        /// The system's dialog is over.
        case dismissDialog(UIViewController)
    }

    /// The choice of a provider.
    public struct ProviderChoice: Sendable {
        /// The providers of the requestor, in the order of its configuration.
        public let providers: [Provider]
        let reply: Reply

        /// The user has chosen; also instead of an earlier choice, while the login goes on.
        public func select(_ provider: Provider) { reply.send(.setSelectedProvider(provider.id)) }

        /// The user has chosen none: the login ends with ``EntitlementError/Kind/loginCancelled``.
        public func cancel() { reply.send(.setSelectedProvider(nil)) }
    }

    /// A page that must be shown, of a login or a logout.
    public struct Page: Sendable {
        /// Its address.
        public let url: URL
        /// Whether the system's browser has to show it, not a web view of the app.
        public let usesSystemBrowser: Bool
        let reply: Reply

        /// Whether the page ends at an address: the app has to look at each before it is loaded, because no server has it.
        public func isEnd(_ address: URL) -> Bool {
            let parameters = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
            let end = parameters?.first { $0.name == "redirect_url" }?.value ?? ADOBEPASS_REDIRECT_URL
            return address.absoluteString.hasPrefix(end)
        }

        /// The page has ended at an address.
        public func finish(at url: URL) { reply.send(.handleExternalURL(url.absoluteString)) }

        /// The user has closed the page: a login ends with ``EntitlementError/Kind/loginCancelled``, a logout ends.
        public func close() { reply.close() }
    }

    /// A code for logging in on another device.
    public struct RegistrationCode: Sendable {
        /// The code to show.
        public let code: String
        /// The page on which the user enters it; nil when the service does not say.
        public let registrationURL: URL?
        let reply: Reply

        /// The user has given up: the login ends with ``EntitlementError/Kind/loginCancelled``.
        public func cancel() { reply.send(.setSelectedProvider(nil)) }
    }

    /// A login, as the sequence of what the user has to do.
    ///
    /// It starts when it is iterated and ends when somebody is logged in; for somebody who is logged in already, or whom the
    /// system account signs in silently, there are no steps. Leaving the loop, or cancelling its task, gives the login up.
    ///
    ///     for try await step in session.logIn() {
    ///         switch step {
    ///         case .chooseProvider(let choice): choice.select(await picker.choose(from: choice.providers))
    ///         case .showPage(let page): browser.open(page)
    ///         case .showCode(let code): screen.show(code.code)
    ///         case .presentDialog, .dismissDialog: break
    ///         }
    ///     }
    ///
    /// Logins at the same time are one: each gets every step, and whichever answers first is heard.
    public struct Login: AsyncSequence, Sendable {
        let session: EntitlementSession
        let options: LoginOptions

        /// Starts the login.
        public func makeAsyncIterator() -> Iterator {
            if let provider = options.provider { session.engine.call(.setSelectedProvider(provider)) }
            return Iterator(session: session, call: options.call)
        }

        /// The steps of one login.
        public struct Iterator: AsyncIteratorProtocol {
            private let session: EntitlementSession
            private let ticket: Ticket
            private var parts: AsyncStream<LoginPart>.Iterator
            private var isOver = false

            init(session: EntitlementSession, call: Call) {
                self.session = session
                let (ticket, parts) = session.begin(call)
                self.ticket = ticket
                self.parts = parts.makeAsyncIterator()
            }

            /// The next step; nil when somebody is logged in.
            ///
            /// - Throws: why nobody is; ``EntitlementError/Kind/cancelled`` when the task was cancelled.
            public mutating func next() async throws(EntitlementError) -> LoginStep? {
                try await next(isolation: nil)
            }

            /// The next step; nil when somebody is logged in.
            ///
            /// - Throws: why nobody is; ``EntitlementError/Kind/cancelled`` when the task was cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws(EntitlementError) -> LoginStep? {
                guard !isOver else { return nil }
                while let part = await parts.next(isolation: actor) {
                    switch part {
                    case .step(let callback):
                        if let step = session.step(callback, of: ticket) { return step }
                    case .end(let error):
                        isOver = true
                        if let error { throw error }
                        return nil
                    }
                }
                isOver = true
                throw EntitlementError(.cancelled)
            }
        }
    }

    /// Logs in. Mirrors `getAuthentication`, and the calls with which an app goes on after its callbacks.
    ///
    /// - Throws: in the loop: ``EntitlementError/Kind/loginCancelled``, ``EntitlementError/Kind/loginFailed``,
    ///   ``EntitlementError/Kind/noProvider``, ``EntitlementError/Kind/notConfigured``, ``EntitlementError/Kind/cancelled``.
    public func logIn(_ options: LoginOptions = LoginOptions()) -> Login { Login(session: self, options: options) }

    /// Ends every login on this device. Mirrors `logout`.
    ///
    /// - Parameters:
    ///   - show: Shows the page that ends the user's login at the provider, hidden or not, and tells when it has ended. Without
    ///     it the page is not shown, and the user stays logged in at the provider's web site.
    ///   - actor: Where `show` is called: the caller's actor.
    /// - Throws: ``EntitlementError/Kind/cancelled``; on this device the user is logged out all the same.
    public func logOut(
        showing show: (Page) async -> Void = { $0.close() }, isolation actor: isolated (any Actor)? = #isolation
    ) async throws(EntitlementError) {
        var steps = Login.Iterator(session: self, call: .logout)
        while let step = try await steps.next(isolation: actor) {
            if case .showPage(let page) = step { await show(page) }
        }
    }

    /// Makes a call that has steps before its answer.
    fileprivate func begin(_ call: Call) -> (Ticket, AsyncStream<LoginPart>) {
        let (ticket, parts) = answers.expectSteps(call) { [weak self] ticket in
            guard let self, answers.abandon(ticket) else { return }
            engine.reply(.setSelectedProvider(nil), login: ticket)
        }
        engine.call(call, ticket: ticket)
        return (ticket, parts)
    }

    /// The step that a callback asks for.
    fileprivate func step(_ callback: Callback, of ticket: Ticket) -> LoginStep? {
        let reply = Reply(session: self, ticket: ticket)
        switch callback {
        case .displayProviderDialog(let providers):
            return .chooseProvider(ProviderChoice(providers: providers.map(Provider.init), reply: reply))
        case .navigateToURL(let text, let usesSVC):
            return URL(string: text).map { .showPage(Page(url: $0, usesSystemBrowser: usesSVC, reply: reply)) }
        case .status(let report):
            let page = report.registrationURL.flatMap(URL.init(string:))
            return .showCode(RegistrationCode(code: report.message ?? "", registrationURL: page, reply: reply))
        case .presentTvProviderDialog(let dialog): return .presentDialog(dialog)
        case .dismissTvProviderDialog(let dialog): return .dismissDialog(dialog)
        default: return nil
        }
    }
}

/// Carries back what the user did in a step.
struct Reply: Sendable {
    let session: EntitlementSession
    let ticket: Ticket

    /// Answers the step.
    func send(_ call: Call) { session.engine.reply(call, login: ticket) }

    /// The page was closed.
    func close() { send(session.answers.isLogout(ticket) ? .handleExternalURL(nil) : .setSelectedProvider(nil)) }
}

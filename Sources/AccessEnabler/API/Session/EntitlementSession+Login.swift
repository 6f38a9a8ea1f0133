import Foundation
import ServiceAccess
import VideoSubscriberAccount

extension EntitlementSession {
    /// The options of a login.
    public struct LoginOptions: Sendable, Hashable {
        /// Whether to log in again even if the user is logged in.
        public var isForced: Bool
        /// Key/value pairs for the service, as required by a promotional temporary pass.
        public var data: [String: String]
        /// The provider to log in with; nil lets the user select one.
        public var provider: String?
        /// The providers that the system's picker lists, in order; nil: all.
        public var offeredProviders: [String]?
        /// The providers that it lists first.
        public var featuredProviders: [String]

        /// Creates options; each has a default.
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

    /// An action that a login requires of the user. Most steps have methods that report the result; these have no effect when the
    /// login has ended.
    public enum LoginStep: Sendable {
        /// The app must let the user select a provider.
        case chooseProvider(ProviderChoice)
        /// The app must show a page.
        case showPage(Page)
        /// The app must show a code with which the user logs in on another device. The login waits for this itself.
        case showCode(RegistrationCode)
        /// The system prompts the user in a dialog that it draws itself; the handle's `dialog` describes it.
        case presentDialog(UIViewController)
        /// The system's dialog has closed.
        case dismissDialog(UIViewController)
    }

    /// A selection of a provider.
    public struct ProviderChoice: Sendable {
        /// The providers of the requestor, in the order of its configuration.
        public let providers: [Provider]
        let reply: Reply

        /// Reports the provider that the user selected. May be called again with another one while the login is in progress.
        public func select(_ provider: Provider) { reply.send(.setSelectedProvider(provider.id)) }

        /// Reports that the user selected none: the login ends with ``EntitlementError/Kind/loginCancelled``.
        public func cancel() { reply.send(.setSelectedProvider(nil)) }
    }

    /// A page of a login or a logout, to be shown to the user.
    public struct Page: Sendable {
        /// The page's URL.
        public let url: URL
        /// Whether the system's browser must show it, not a web view of the app.
        public let usesSystemBrowser: Bool
        let reply: Reply

        /// Returns whether the page ends at a URL. The app must check each URL before loading it, because no server responds to
        /// the last one.
        public func isEnd(_ address: URL) -> Bool {
            let parameters = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems
            let end = parameters?.first { $0.name == "redirect_url" }?.value ?? ADOBEPASS_REDIRECT_URL
            return address.absoluteString.hasPrefix(end)
        }

        /// Reports that the page has ended at a URL.
        public func finish(at url: URL) { reply.send(.handleExternalURL(url.absoluteString)) }

        /// Reports that the user closed the page: a login ends with ``EntitlementError/Kind/loginCancelled``, a logout ends.
        public func close() { reply.close() }
    }

    /// A code for logging in on another device.
    public struct RegistrationCode: Sendable {
        /// The code to show.
        public let code: String
        /// The page on which the user enters it; nil if the service does not provide it.
        public let registrationURL: URL?
        let reply: Reply

        /// Reports that the user gave up: the login ends with ``EntitlementError/Kind/loginCancelled``.
        public func cancel() { reply.send(.setSelectedProvider(nil)) }
    }

    /// A login, as a sequence of the actions required of the user.
    ///
    /// It starts when it is iterated and ends when the user is logged in. There are no steps if the user is already logged in, or
    /// the system account signs in silently. Leaving the loop, or cancelling its task, cancels the login.
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
    /// Concurrent logins are joined: each receives every step, and the first response counts.
    public struct Login: AsyncSequence, Sendable {
        let session: EntitlementSession
        let options: LoginOptions

        /// Starts the login.
        public func makeAsyncIterator() -> Iterator {
            Iterator(session: session, call: options.call, provider: options.provider)
        }

        /// An iterator over the steps of one login.
        public struct Iterator: AsyncIteratorProtocol {
            private let reply: Reply
            private var parts: AsyncStream<CallPart>.Iterator
            private var isOver = false

            init(session: EntitlementSession, call: Call, provider: String? = nil) {
                let (ticket, parts) = session.begin(call, selecting: provider)
                reply = Reply(session: session, ticket: ticket, isLogin: call.isLogin)
                self.parts = parts.makeAsyncIterator()
            }

            /// Returns the next step; nil when the user is logged in.
            ///
            /// - Throws: The reason why the login failed; ``EntitlementError/Kind/cancelled`` if the task was cancelled.
            public mutating func next(isolation actor: isolated (any Actor)?) async throws(EntitlementError) -> LoginStep? {
                guard !isOver else { return nil }
                while let part = await parts.next(isolation: actor) {
                    switch part {
                    case .step(let callback):
                        if let step = LoginStep(callback, reply) { return step }
                    case .end(let answer):
                        isOver = true
                        // A logout always succeeds, and ends with the same callback as a failed login.
                        if reply.isLogin, let error = answer.loginError { throw error }
                        return nil
                    }
                }
                isOver = true
                throw EntitlementError(.cancelled)
            }
        }
    }

    /// Logs in. Mirrors `getAuthentication`, and the calls with which an app continues after its callbacks.
    ///
    /// - Throws: In the loop: ``EntitlementError/Kind/loginCancelled``, ``EntitlementError/Kind/loginFailed``,
    ///   ``EntitlementError/Kind/noProvider``, ``EntitlementError/Kind/notConfigured``, ``EntitlementError/Kind/cancelled``.
    public func logIn(_ options: LoginOptions = LoginOptions()) -> Login { Login(session: self, options: options) }

    /// Ends all logins on this device. Mirrors `logout`.
    ///
    /// - Parameters:
    ///   - show: Shows the page that ends the user's login at the provider, visibly or not, and reports its end. Without it, the
    ///     page is not shown and the user stays logged in on the provider's website.
    ///   - actor: The actor on which `show` is called: the caller's actor.
    /// - Throws: ``EntitlementError/Kind/cancelled``; the user is logged out on this device regardless.
    public func logOut(
        showing show: (Page) async -> Void = { $0.close() }, isolation actor: isolated (any Actor)? = #isolation
    ) async throws(EntitlementError) {
        var steps = Login.Iterator(session: self, call: .logout)
        while let step = try await steps.next(isolation: actor) {
            if case .showPage(let page) = step { await show(page) }
        }
    }
}

extension EntitlementSession.LoginStep {
    /// Creates the step for a callback; nil if it has none.
    fileprivate init?(_ callback: Callback, _ reply: Reply) {
        switch callback {
        case .displayProviderDialog(let providers):
            self = .chooseProvider(.init(providers: providers.map(EntitlementSession.Provider.init), reply: reply))
        case .navigateToURL(let text, let usesSVC):
            guard let url = URL(string: text) else { return nil }
            self = .showPage(.init(url: url, usesSystemBrowser: usesSVC, reply: reply))
        case .status(let report):
            let page = report.registrationURL.flatMap(URL.init(string:))
            self = .showCode(.init(code: report.message ?? "", registrationURL: page, reply: reply))
        case .presentTvProviderDialog(let dialog): self = .presentDialog(dialog)
        case .dismissTvProviderDialog(let dialog): self = .dismissDialog(dialog)
        default: return nil
        }
    }
}

/// A report of the user's action in a step.
struct Reply: Sendable {
    let session: EntitlementSession
    let ticket: Ticket
    /// Whether the step is one of a login, not of a logout.
    let isLogin: Bool

    /// Sends the result of the step.
    func send(_ call: Call) { session.reply(call, to: ticket) }

    /// Reports that the page was closed.
    func close() { send(isLogin ? .setSelectedProvider(nil) : .handleExternalURL(nil)) }
}

import TVWorld

extension Simulator {
    /// Apps' permission to see the subscription.
    public struct Access: Sendable {
        /// What an app may do.
        public enum Status: String, Sendable, CaseIterable {
            /// Nobody has decided.
            case notDetermined = "not-determined"
            /// The device does not allow it to any app.
            case restricted
            /// The user has refused.
            case denied
            /// The user has allowed it.
            case granted
        }

        let simulator: Simulator

        /// Decides in the user's place.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func set(_ app: String, _ status: Status) async throws {
            try await simulator.control(["access", "set", app, status.rawValue])
        }

        /// The app's status.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func get(_ app: String) async throws -> Status {
            let text = try await simulator.member("application", ["access", "get", app])?["access"]?.text ?? ""
            guard let status = Status(rawValue: text) else {
                throw SimulatorFailure("vsactl access get \(app): \(text) is no status that this version knows")
            }
            return status
        }
    }

    /// The account that the device is signed in with.
    public struct Account: Sendable {
        /// Who is signed in where.
        public struct SignedIn: Sendable, Equatable {
            /// The provider's identifier on the device.
            public let provider: String
            /// The subscriber's name.
            public let subscriber: String

            /// A subscriber of a provider.
            public init(provider: String, subscriber: String) {
                self.provider = provider
                self.subscriber = subscriber
            }
        }

        let simulator: Simulator

        /// Signs a subscriber in, as the device's settings do; the provider's first unless named.
        ///
        /// - Parameter lifetime: how long the sign-in is valid, as `vsactl` reads it: `90s`, `5m`, `2h`, `30d`.
        /// - Throws: ``SimulatorFailure``.
        public func signIn(_ provider: String, subscriber: String? = nil, expiresIn lifetime: String? = nil) async throws {
            try await simulator.control(
                ["account", "sign-in", provider] + options(["subscriber": subscriber, "expires-in": lifetime]))
        }

        /// Signs out; the apps' permissions return to not determined, unless they are kept.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func signOut(keepsAccess: Bool = false) async throws {
            try await simulator.control(["account", "sign-out"] + (keepsAccess ? ["--keep-access"] : []))
        }

        /// Lets the provider's session run out now.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func expire() async throws { try await simulator.control(["account", "expire"]) }

        /// Who is signed in; nil when nobody is.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func get() async throws -> SignedIn? {
            let account = try await simulator.member("account", ["account", "show"])
            guard let provider = account?["provider"]?.text, let subscriber = account?["subscriber"]?.text else { return nil }
            return SignedIn(provider: provider, subscriber: subscriber)
        }
    }

    /// Answers to prompts, given beforehand and used up in order.
    public struct Answers: Sendable {
        /// What becomes of the question whether an app may see the subscription.
        public enum Decision: String, Sendable, CaseIterable {
            /// The user allows it.
            case granted
            /// The user refuses.
            case denied
            /// The question goes away without a decision.
            case dismiss
        }

        let simulator: Simulator

        /// Answers whether an app may see the subscription.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func access(_ decision: Decision, app: String? = nil, delay: Duration? = nil) async throws {
            try await queue("access", decision.rawValue, ["app": app, "delay": text(delay)])
        }

        /// Chooses in the list of providers: a provider, `other` or `cancel`.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func picker(_ provider: String, app: String? = nil, delay: Duration? = nil) async throws {
            try await queue("picker", provider, ["app": app, "delay": text(delay)])
        }

        /// Fills a provider's sign-in form: a subscriber, `wrong-password` or `cancel`.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func signIn(
            _ subscriber: String, provider: String? = nil, app: String? = nil, delay: Duration? = nil
        ) async throws {
            try await queue("sign-in", subscriber, ["provider": provider, "app": app, "delay": text(delay)])
        }

        /// How many answers wait.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func count() async throws -> Int {
            let waiting = try await simulator.member("answers", ["answer", "list"])
            guard case .array(let answers)? = waiting else { return 0 }
            return answers.count
        }

        /// Forgets the answers that wait.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func clear() async throws { try await simulator.control(["answer", "clear"]) }

        private func queue(_ kind: String, _ value: String, _ given: KeyValuePairs<String, String?>) async throws {
            try await simulator.control(["answer", kind, value] + options(given))
        }
    }

    /// Where the device is.
    public struct Region: Sendable {
        let simulator: Simulator

        /// Moves the device to a country, ISO 3166-1 alpha-2, such as `US`.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func set(_ code: String) async throws { try await simulator.control(["region", "set", code]) }
    }

    /// Which requestor works with which provider, at the service.
    public struct Integrations: Sendable {
        let simulator: Simulator

        /// Changes an integration; what is nil stays.
        ///
        /// - Parameters:
        ///   - sso: single sign-on: `on`, `off`, or by platform, such as `ios=on,tvos=off`.
        ///   - degraded: `none`, `authn-all`, …, as `vsactl integration set` takes it.
        /// - Throws: ``SimulatorFailure``.
        public func set(
            _ requestor: String, _ provider: String, isEnabled: Bool? = nil, sso: String? = nil, degraded: String? = nil
        ) async throws {
            let enabled = isEnabled.map { $0 ? "on" : "off" }
            try await simulator.control(
                ["integration", "set", requestor, provider]
                    + options(["enabled": enabled, "sso": sso, "degraded": degraded]))
        }
    }
}

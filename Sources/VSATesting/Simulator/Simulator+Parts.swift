import TVWorld

extension Simulator {
    /// The permissions of apps to access the subscription.
    public struct Access: Sendable {
        /// The permission of an app.
        public enum Status: String, Sendable, CaseIterable {
            /// The user has not decided.
            case notDetermined = "not-determined"
            /// The device does not allow any app access.
            case restricted
            /// The user denied access.
            case denied
            /// The user granted access.
            case granted
        }

        let simulator: Simulator

        /// Sets the permission, in place of the user.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func set(_ app: String, _ status: Status) async throws {
            try await simulator.control(["access", "set", app, status.rawValue])
        }

        /// Returns the app's permission.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func get(_ app: String) async throws -> Status {
            let text = try await simulator.member("application", ["access", "get", app])?["access"]?.text ?? ""
            guard let status = Status(rawValue: text) else {
                throw SimulatorFailure("vsactl access get \(app): \(text) is not a status that this version knows")
            }
            return status
        }
    }

    /// The account that is signed in on the device.
    public struct Account: Sendable {
        /// A signed-in subscriber.
        public struct SignedIn: Sendable, Equatable {
            /// The provider's identifier on the device.
            public let provider: String
            /// The subscriber's name.
            public let subscriber: String

            /// Creates a value for a subscriber of a provider.
            public init(provider: String, subscriber: String) {
                self.provider = provider
                self.subscriber = subscriber
            }
        }

        let simulator: Simulator

        /// Signs a subscriber in, as in the device's settings; by default the provider's first.
        ///
        /// - Parameter lifetime: The lifetime of the sign-in in the form that `vsactl` accepts: `90s`, `5m`, `2h`, `30d`.
        /// - Throws: ``SimulatorFailure``.
        public func signIn(_ provider: String, subscriber: String? = nil, expiresIn lifetime: String? = nil) async throws {
            try await simulator.control(
                ["account", "sign-in", provider] + options(["subscriber": subscriber, "expires-in": lifetime]))
        }

        /// Signs out. The apps' permissions return to not determined unless they are kept.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func signOut(keepsAccess: Bool = false) async throws {
            try await simulator.control(["account", "sign-out"] + (keepsAccess ? ["--keep-access"] : []))
        }

        /// Expires the provider's session now.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func expire() async throws { try await simulator.control(["account", "expire"]) }

        /// Returns the signed-in subscriber; nil if there is none.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func get() async throws -> SignedIn? {
            let account = try await simulator.member("account", ["account", "show"])
            guard let provider = account?["provider"]?.text, let subscriber = account?["subscriber"]?.text else { return nil }
            return SignedIn(provider: provider, subscriber: subscriber)
        }
    }

    /// Queued answers to prompts, used in order.
    public struct Answers: Sendable {
        /// The answer to a permission prompt.
        public enum Decision: String, Sendable, CaseIterable {
            /// The user grants access.
            case granted
            /// The user denies access.
            case denied
            /// The prompt closes without a decision.
            case dismiss
        }

        let simulator: Simulator

        /// Queues an answer to the permission prompt.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func access(_ decision: Decision, app: String? = nil, delay: Duration? = nil) async throws {
            try await queue("access", decision.rawValue, ["app": app, "delay": text(delay)])
        }

        /// Queues a selection in the list of providers: a provider, `other` or `cancel`.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func picker(_ provider: String, app: String? = nil, delay: Duration? = nil) async throws {
            try await queue("picker", provider, ["app": app, "delay": text(delay)])
        }

        /// Queues an answer to a provider's sign-in form: a subscriber, `wrong-password` or `cancel`.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func signIn(
            _ subscriber: String, provider: String? = nil, app: String? = nil, delay: Duration? = nil
        ) async throws {
            try await queue("sign-in", subscriber, ["provider": provider, "app": app, "delay": text(delay)])
        }

        /// Returns the number of queued answers.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func count() async throws -> Int {
            try await simulator.member("answers", ["answer", "list"])?.elements.count ?? 0
        }

        /// Removes the queued answers.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func clear() async throws { try await simulator.control(["answer", "clear"]) }

        private func queue(_ kind: String, _ value: String, _ given: KeyValuePairs<String, String?>) async throws {
            try await simulator.control(["answer", kind, value] + options(given))
        }
    }

    /// The region of the device.
    public struct Region: Sendable {
        let simulator: Simulator

        /// Sets the device's region, an ISO 3166-1 alpha-2 code such as `US`.
        ///
        /// - Throws: ``SimulatorFailure``.
        public func set(_ code: String) async throws { try await simulator.control(["region", "set", code]) }
    }

    /// The integrations of requestors and providers at the service.
    public struct Integrations: Sendable {
        let simulator: Simulator

        /// Changes an integration; nil leaves a value unchanged.
        ///
        /// - Parameters:
        ///   - sso: Single sign-on: `on`, `off`, or by platform, such as `ios=on,tvos=off`.
        ///   - degraded: `none`, `authn-all`, …, as accepted by `vsactl integration set`.
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

/// A complete test setup: device, providers and service, in the format of a scenario file. See docs/scenarios.md.
public struct Scenario: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The seed that makes identifiers and the jitter of faults reproducible; nil: they are random.
    public var seed: UInt64?
    /// The clock of the device and of the apps on it.
    public var deviceClock: ClockSetting = .real
    /// The clock of the service.
    public var serviceClock: ClockSetting = .real
    /// The apps that the device knows.
    public var apps: [App] = []
    /// Providers, subscribers, requestors, integrations, temporary passes, resources, regions.
    public var world: World
    /// The signed-in account; nil for none.
    public var account: Account?
    /// The queued answers to prompts, used in order, before any agent is asked.
    public var answers: [Answer] = []
    /// The policy for prompts without a queued answer.
    public var unanswered = UnansweredPolicy.agent
    /// The faults of the device and the service.
    public var faults: [Fault] = []
    /// Apple's developer settings for TV providers that differ from their defaults.
    public var developer: [DeveloperSetting: DeveloperSettingValue] = [:]
    /// The applications that are registered at the service.
    public var applications: [RegisteredApplication] = []
    /// The events that must have occurred at the end.
    public var expectations: [EventExpectation] = []

    /// Creates a scenario with a world, in its initial state.
    public init(name: String, world: World) {
        self.name = name
        self.world = world
    }

    /// The default scenario: the built-in world, no permission granted, no account signed in.
    public static let `default` = Scenario(name: "default", world: .builtIn)
}

extension Scenario {
    /// An app on the device.
    public struct App: Sendable, Equatable, Identifiable {
        /// The identifier, like `com.example.player`.
        public var id: String
        /// The display name.
        public var name: String?
        /// The user's decision.
        public var access: AccessStatus

        /// Creates an app.
        public init(id: String, name: String? = nil, access: AccessStatus = .notDetermined) {
            self.id = id
            self.name = name
            self.access = access
        }
    }

    /// The device's signed-in account.
    public struct Account: Sendable, Equatable {
        /// The provider's platform identifier.
        public var provider: String
        /// The subscriber's name; nil if the device only remembers the provider.
        public var subscriber: String?
        /// The lifetime of the authentication in seconds, counted from loading, up to ``maximumLifetime``; 0: it has already
        /// expired.
        public var lifetime: Int64

        /// The default lifetime of an authentication in seconds: 30 days.
        public static let defaultLifetime: Int64 = 30 * 86_400
        /// The longest lifetime in seconds: a hundred years.
        public static let maximumLifetime = Lifetime.accepted.upperBound

        /// Creates an account.
        public init(provider: String, subscriber: String?, lifetime: Int64 = Account.defaultLifetime) {
            self.provider = provider
            self.subscriber = subscriber
            self.lifetime = lifetime
        }
    }

    /// A queued answer.
    public struct Answer: Sendable, Equatable {
        /// The kind of prompt.
        public var prompt: PromptKind
        /// The app whose prompts it answers; nil: any.
        public var application: String?
        /// The provider whose sign-in forms it answers; nil: any.
        public var provider: String?
        /// Access and automatic sign-in: `granted`, `denied`, `dismiss`; picker: a provider's identifier, `other`, `cancel`;
        /// sign-in: a subscriber, `wrong-password`, `cancel`.
        public var answer: String
        /// The delay of the answer, in milliseconds.
        public var delay: Int64
        /// The number of prompts that it answers; 0: all.
        public var times: UInt32

        /// Creates an answer.
        public init(
            _ prompt: PromptKind, _ answer: String, application: String? = nil, provider: String? = nil, delay: Int64 = 0,
            times: UInt32 = 1
        ) {
            self.prompt = prompt
            self.answer = answer
            self.application = application
            self.provider = provider
            self.delay = delay
            self.times = times
        }
    }

    /// An application that is registered at the service, with its own software statement.
    public struct RegisteredApplication: Sendable, Equatable, Identifiable {
        /// The identifier.
        public var id: String
        /// The requestor that it belongs to.
        public var requestor: String
        /// The platforms that it runs on.
        public var platforms: [Platform]
        /// Whether its statement was revoked.
        public var isRevoked: Bool

        /// Creates an application.
        public init(id: String, requestor: String, platforms: [Platform] = Platform.allCases, isRevoked: Bool = false) {
            self.id = id
            self.requestor = requestor
            self.platforms = platforms
            self.isRevoked = isRevoked
        }
    }
}

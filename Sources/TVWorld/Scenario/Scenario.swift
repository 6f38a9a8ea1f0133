/// A whole test set-up: device, providers and service, as a scenario file describes it. docs/scenarios.md describes the file.
public struct Scenario: Sendable, Equatable {
    /// The name.
    public var name: String
    /// What makes the jitter of faults come out the same every time; nil: it is drawn.
    public var seed: UInt64?
    /// The clock of the device and of the apps on it.
    public var deviceClock: ClockSetting = .real
    /// The clock of the service.
    public var serviceClock: ClockSetting = .real
    /// The apps that the device knows.
    public var apps: [App] = []
    /// Providers, subscribers, requestors, integrations, temporary passes, resources, regions.
    public var world: World
    /// Who is signed in; nil: nobody.
    public var account: Account?
    /// What is answered to prompts, used up in order, before any agent is asked.
    public var answers: [Answer] = []
    /// What becomes of a prompt that no answer is there for.
    public var unanswered = UnansweredPolicy.agent
    /// What goes wrong, at the device and at the service.
    public var faults: [Fault] = []
    /// Apple's developer settings for TV providers that are not as usual.
    public var developer: [DeveloperSetting: DeveloperSettingValue] = [:]
    /// The applications that are registered at the service.
    public var applications: [RegisteredApplication] = []
    /// What must have happened in the end.
    public var expectations: [EventExpectation] = []

    /// A scenario with a world, in which nothing has happened yet.
    public init(name: String, world: World) {
        self.name = name
        self.world = world
    }

    /// The scenario that is there with no file at all: the built-in world, nothing granted, nobody signed in.
    public static let `default` = Scenario(name: "default", world: .builtIn)
}

extension Scenario {
    /// An app on the device.
    public struct App: Sendable, Equatable, Identifiable {
        /// The identifier, like `com.example.player`.
        public var id: String
        /// The display name.
        public var name: String?
        /// What the person has decided.
        public var access: AccessStatus

        /// An app.
        public init(id: String, name: String? = nil, access: AccessStatus = .notDetermined) {
            self.id = id
            self.name = name
            self.access = access
        }
    }

    /// Who is signed in to the device.
    public struct Account: Sendable, Equatable {
        /// The provider's platform identifier.
        public var provider: String
        /// The subscriber's name; nil where the device only remembers a provider that it cannot sign in to.
        public var subscriber: String?
        /// How long the authentication lives from the loading on, in seconds; 0: it has expired already.
        public var lifetime: Int64

        /// Seconds that an authentication lives unless something else is said: 30 days.
        public static let defaultLifetime: Int64 = 30 * 86_400

        /// An account.
        public init(provider: String, subscriber: String?, lifetime: Int64 = Account.defaultLifetime) {
            self.provider = provider
            self.subscriber = subscriber
            self.lifetime = lifetime
        }
    }

    /// An answer that waits for its prompt.
    public struct Answer: Sendable, Equatable {
        /// The kind of prompt.
        public var prompt: PromptKind
        /// Only prompts of this app; nil: of any.
        public var application: String?
        /// The provider whose sign-in forms it answers; nil: any.
        public var provider: String?
        /// Access and automatic sign-in: `granted`, `denied`, `dismiss`; picker: a provider's identifier, `other`, `cancel`; sign-in: a
        /// subscriber, `wrong-password`, `cancel`.
        public var answer: String
        /// The delay of the answer, in milliseconds.
        public var delay: Int64
        /// The number of prompts that it answers; 0: all.
        public var times: UInt32

        /// An answer.
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

    /// An application that is registered at the service, with a software statement of its own.
    public struct RegisteredApplication: Sendable, Equatable, Identifiable {
        /// The identifier.
        public var id: String
        /// The requestor that it works for.
        public var requestor: String
        /// The platforms that it runs on.
        public var platforms: [Platform]
        /// Whether its statement was taken back.
        public var isRevoked: Bool

        /// An application.
        public init(id: String, requestor: String, platforms: [Platform] = Platform.allCases, isRevoked: Bool = false) {
            self.id = id
            self.requestor = requestor
            self.platforms = platforms
            self.isRevoked = isRevoked
        }
    }
}

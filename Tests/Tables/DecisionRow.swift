/// One variant of a row of the decision tables, and what the app must receive.
///
/// The same rows drive the tests of the library's state machine (with a fake device and service) and runs of `entitle` against
/// the real daemons. Before the first phase: built-in world, the service trusts every provider, permission not determined,
/// nobody signed in, empty storage, a valid software statement for REF30, the machine's time, application `com.example.player`.
public struct DecisionRow: Sendable, Identifiable {
    /// The row's number in `decision-tables.md`: `1.8`.
    public let row: String
    /// The variant's name if the row has several: `restricted`; otherwise nil.
    public let variant: String?
    /// The situation, in the words of the table.
    public let title: String
    /// The platform of the app.
    public let platform: Platform
    /// Setup, calls and callbacks, in phases; the last phase is the row itself.
    public let phases: [Phase]

    /// The row's number and variant: `1.8 restricted`.
    public var id: String { variant.map { "\(row) \($0)" } ?? row }

    /// Whether it leaves daemons that can no longer be used.
    public var breaksDaemons: Bool { phases.contains { $0.arrangements.contains(where: \.breaksDaemons) } }

    /// A row.
    public init(_ row: String, _ title: String, variant: String? = nil, platform: Platform = .ios, phases: [Phase]) {
        self.row = row
        self.title = title
        self.variant = variant
        self.platform = platform
        self.phases = phases
    }

    /// The platforms that the library distinguishes.
    public enum Platform: String, Sendable, CaseIterable {
        /// iPhone and iPad; `entitle --platform ios`.
        case ios
        /// Apple TV; `entitle --platform tvos`.
        case tvos
    }
}

extension DecisionRow: CustomStringConvertible {
    /// `1.8 SSO on, permission denied or restricted (restricted)`: the name of the test case.
    public var description: String { "\(row) \(title)" + (variant.map { " (\($0))" } ?? "") }
}

/// A phase of a row: arrangements, the app's calls, and the callbacks.
public struct Phase: Sendable {
    /// The changes to device, service, storage and clock before the calls, in order.
    public let arrangements: [Arrangement]
    /// The app's calls, in order, without waiting in between.
    public let calls: [Call]
    /// Every callback that follows, in this order, and no other.
    public let callbacks: [ExpectedCallback]

    /// A phase.
    public init(_ arrangements: [Arrangement] = [], calls: [Call] = [], callbacks: [ExpectedCallback] = []) {
        self.arrangements = arrangements
        self.calls = calls
        self.callbacks = callbacks
    }
}

/// How an app was recognized. The raw value is the text on the bus and in the state file.
public enum Identification: String, Sendable, Hashable, CaseIterable {
    /// By the metadata that Flatpak put into its sandbox.
    case flatpak
    /// By the name of its systemd unit, as desktops and snapd give it.
    case systemdScope = "systemd-scope"
    /// By its own word, `Register`.
    case registered
    /// By the base name of the caller's executable.
    case executable

    /// Whether the system vouches for it, so that the caller cannot claim another identifier.
    public var isProvenBySystem: Bool {
        switch self {
        case .flatpak, .systemdScope: true
        case .registered, .executable: false
        }
    }
}

/// An app that has been in touch with the device, or whose access somebody has set.
public struct Application: Sendable, Equatable {
    /// How it was recognized last; nil when it never called.
    public var identification: Identification?
    /// Why it wants access, for the permission question: `NSVideoSubscriberAccountUsageDescription`. Nil when it has not said.
    public var usageDescription: String?

    /// How long a usage description may be, in bytes: so long that a user would not read it, and so short that the list of all
    /// apps fits into one message.
    public static let maximumUsageDescriptionLength = 2_048

    /// An app.
    public init(identification: Identification? = nil, usageDescription: String? = nil) {
        self.identification = identification
        self.usageDescription = usageDescription
    }
}

/// The apps that the device knows, in the order in which it came to know them. The order says only whom to forget first, so that
/// two lists of the same apps are equal whatever theirs is.
public struct Applications: Sendable, Equatable {
    private struct Entry: Sendable, Equatable {
        var application: Application
        var number: Int64

        static func == (left: Self, right: Self) -> Bool { left.application == right.application }
    }

    private var table = ShardedTable<Entry>()
    private var lastNumber: Int64 = 0

    /// How many apps the device remembers. Beyond that, the oldest app without a decision is forgotten.
    public static let maximumCount = 20_000

    /// No apps.
    public init() {}

    /// The app with an identifier. One that is new comes behind all others.
    public subscript(id: ApplicationID) -> Application? {
        get { table[id]?.application }
        set {
            let old = table[id]
            if old == nil, newValue != nil { lastNumber += 1 }
            table[id] = newValue.map { Entry(application: $0, number: old?.number ?? lastNumber) }
        }
    }

    /// The place of an app in the order: the older, the lower. Nil when it is not known.
    public func number(of id: ApplicationID) -> Int64? { table[id]?.number }

    /// Puts an app where it was in the order, for the store.
    public mutating func restore(_ application: Application, _ id: ApplicationID, number: Int64) {
        lastNumber = max(lastNumber, number)
        table[id] = Entry(application: application, number: number)
    }

    /// Whether the lists have the same apps.
    public static func == (left: Self, right: Self) -> Bool { left.table == right.table }

    /// The app that became known first, of those that a condition holds for.
    func oldest(where mayBe: (ApplicationID) -> Bool) -> ApplicationID? {
        var found: (id: ApplicationID, number: Int64)?
        table.visit { id, entry in
            // The condition costs more than the comparison, and holds for most.
            if entry.number < found?.number ?? .max, mayBe(id) { found = (id, entry.number) }
        }
        return found?.id
    }

    /// How many there are.
    public var count: Int { table.count }

    /// The identifiers, in alphabetical order.
    public var sortedIDs: [ApplicationID] { table.keys.sorted() }
}

import TVWorld

/// How an app was identified. The raw value is the string on the bus and in the state file.
public enum Identification: String, Sendable, Hashable, CaseIterable {
    /// By the metadata in its Flatpak sandbox.
    case flatpak
    /// By the name of its systemd unit, as assigned by desktops and snapd.
    case systemdScope = "systemd-scope"
    /// By its own claim, with `Register`.
    case registered
    /// By the base name of the caller's executable.
    case executable

    /// Whether the system verified it, so that the caller cannot claim another identifier.
    public var isProvenBySystem: Bool {
        switch self {
        case .flatpak, .systemdScope: true
        case .registered, .executable: false
        }
    }
}

/// An app that has called the device, or whose access has been set.
public struct Application: Sendable, Equatable {
    /// How it was last identified; nil if it has never called.
    public var identification: Identification?
    /// The reason for access, shown in the permission prompt: `NSVideoSubscriberAccountUsageDescription`. Nil if there is none.
    public var usageDescription: String?

    /// The display name, from the system or from the app itself; nil if there is none.
    public var name: String?

    /// The maximum length of a display name, in bytes.
    public static let maximumNameLength = 256
    /// The maximum length of a usage description, in bytes: longer than a user would read, and short enough for the list of all
    /// apps to fit into one message.
    public static let maximumUsageDescriptionLength = 2_048

    /// Creates an app.
    public init(identification: Identification? = nil, usageDescription: String? = nil, name: String? = nil) {
        self.identification = identification
        self.usageDescription = usageDescription
        self.name = name
    }
}

/// The apps that the device knows, in the order in which they became known. The order determines only which app is forgotten
/// first, so two lists of the same apps are equal regardless of it.
public struct Applications: Sendable, Equatable {
    private struct Entry: Sendable, Equatable {
        var application: Application
        var number: Int64

        static func == (left: Self, right: Self) -> Bool { left.application == right.application }
    }

    private var table = ShardedTable<Entry>()
    private var lastNumber: Int64 = 0

    /// The maximum number of apps. If one more would exceed it, the oldest app without a decision that is not in use is
    /// forgotten.
    public static let maximumCount = 20_000

    /// The app with an identifier. A new app is added at the end.
    public subscript(id: ApplicationID) -> Application? {
        get { table[id]?.application }
        set {
            let old = table[id]
            if old == nil, newValue != nil { lastNumber += 1 }
            table[id] = newValue.map { Entry(application: $0, number: old?.number ?? lastNumber) }
        }
    }

    /// Returns the position of an app in the order: older apps have lower numbers. Nil if it is not known.
    public func number(of id: ApplicationID) -> Int64? { table[id]?.number }

    /// Restores an app at its position in the order, for the store.
    public mutating func restore(_ application: Application, _ id: ApplicationID, number: Int64) {
        lastNumber = max(lastNumber, number)
        table[id] = Entry(application: application, number: number)
    }

    /// Returns whether the lists contain the same apps.
    public static func == (left: Self, right: Self) -> Bool { left.table == right.table }

    /// Returns the oldest app for which a condition holds.
    func oldest(where mayBe: (ApplicationID) -> Bool) -> ApplicationID? {
        var found: (id: ApplicationID, number: Int64)?
        table.visit { id, entry in
            // The condition is more expensive than the comparison, and holds for most apps.
            if entry.number < found?.number ?? .max, mayBe(id) { found = (id, entry.number) }
        }
        return found?.id
    }

    /// Returns the apps for which a condition holds, in no particular order.
    func filter(_ isIncluded: (ApplicationID) -> Bool) -> [ApplicationID] { table.keys.filter(isIncluded) }

    /// The number of apps.
    public var count: Int { table.count }

    /// The identifiers, in alphabetical order.
    public var sortedIDs: [ApplicationID] { table.keys.sorted() }
}

/// The user's decisions for apps. An app without an entry is `.notDetermined`.
public struct Permissions: Sendable, Equatable {
    private var table = ShardedTable<AccessStatus>()

    /// The decision for an app.
    public subscript(id: ApplicationID) -> AccessStatus {
        get { table[id] ?? .notDetermined }
        set { table[id] = newValue == .notDetermined ? nil : newValue }
    }

    /// The apps with a decision, in alphabetical order.
    public var decided: [ApplicationID] { table.keys.sorted() }
}

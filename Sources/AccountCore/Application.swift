/// How an app was recognised. The raw value is the text on the bus and in the state file.
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
    /// How it was recognised last; nil when it never called.
    public var identification: Identification?
    /// Why it wants access, for the permission question: `NSVideoSubscriberAccountUsageDescription`. Nil when it has not said.
    public var usageDescription: String?

    /// How long a usage description may be, in bytes: so long that a person would not read it, and so short that the list of all
    /// apps fits into one message.
    public static let maximumUsageDescriptionLength = 2_048

    /// An app.
    public init(identification: Identification? = nil, usageDescription: String? = nil) {
        self.identification = identification
        self.usageDescription = usageDescription
    }
}

/// The apps that the device knows.
public struct Applications: Sendable, Equatable {
    private var table = ShardedTable<Application>()

    /// How many apps the device remembers; more are refused.
    public static let maximumCount = 20_000

    /// No apps.
    public init() {}

    /// The app with an identifier.
    public subscript(id: ApplicationID) -> Application? {
        get { table[id] }
        set { table[id] = newValue }
    }

    /// How many there are.
    public var count: Int { table.count }

    /// The identifiers, in alphabetical order.
    public var sortedIDs: [ApplicationID] { table.keys.sorted() }

    /// Every app, in no order.
    public func forEach(_ body: (ApplicationID, Application) -> Void) { table.forEach(body) }
}

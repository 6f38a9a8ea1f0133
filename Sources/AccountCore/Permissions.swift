import TVWorld

/// What the person has decided for each app. An app without an entry is `.notDetermined`.
public struct Permissions: Sendable, Equatable {
    private var table = ShardedTable<AccessStatus>()

    /// Nothing decided.
    public init() {}

    /// The decision for an app.
    public subscript(id: ApplicationID) -> AccessStatus {
        get { table[id] ?? .notDetermined }
        set { table[id] = newValue == .notDetermined ? nil : newValue }
    }

    /// The apps for which something is decided, in alphabetical order.
    public var decided: [ApplicationID] { table.keys.sorted() }
}

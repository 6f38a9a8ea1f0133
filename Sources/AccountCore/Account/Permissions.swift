import TVWorld

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

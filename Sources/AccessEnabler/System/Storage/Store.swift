import Dispatch

/// The storage, as used by the engine.
protocol Store: Sendable {
    /// Reads everything that a call needs, after the changes requested so far have been applied.
    ///
    /// - Parameters:
    ///   - reading: The part of the storage to read.
    ///   - receive: Is passed what was read.
    func load(requestor: String?, _ reading: StoreReading, _ receive: @escaping @Sendable (StorageSnapshot) -> Void)
    /// Applies a change.
    func save(_ change: StoreChange)
    /// Runs a closure after the changes requested so far have been applied, in order.
    func afterChanges(_ body: @escaping @Sendable () -> Void)
}

/// A store whose files are read and written sequentially, not on the app's threads.
struct QueuedStore: Store {
    private let files: FileStore
    private let queue = DispatchQueue(label: "AccessEnabler.storage")

    /// Creates a store that is checked before it is used.
    init(files: FileStore, check: IntegrityCheckType) {
        self.files = files
        queue.async { files.check(check) }
    }

    func load(requestor: String?, _ reading: StoreReading, _ receive: @escaping @Sendable (StorageSnapshot) -> Void) {
        queue.async { receive(files.load(requestor: requestor, reading)) }
    }

    func save(_ change: StoreChange) {
        queue.async { files.save(change) }
    }

    func afterChanges(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }
}

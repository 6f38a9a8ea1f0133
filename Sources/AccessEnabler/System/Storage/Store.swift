import Dispatch

/// The storage, as used by the engine.
protocol Store: Sendable {
    /// Returns everything that a call needs.
    ///
    /// - Parameter reading: The part of the storage to read.
    func load(requestor: String?, _ reading: StoreReading) async -> StorageSnapshot
    /// Applies a change, which is visible to later reads.
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

    func load(requestor: String?, _ reading: StoreReading) async -> StorageSnapshot {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: files.load(requestor: requestor, reading)) }
        }
    }

    func save(_ change: StoreChange) {
        queue.async { files.save(change) }
    }

    func afterChanges(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }
}

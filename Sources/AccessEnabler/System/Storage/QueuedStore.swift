import Dispatch

/// A store whose files are read and written one after the other, off the app's threads.
struct QueuedStore: Store {
    private let files: FileStore
    private let queue = DispatchQueue(label: "AccessEnabler.storage")

    /// A store that is checked before anything else happens to it.
    init(files: FileStore, check: IntegrityCheckType) {
        self.files = files
        queue.async { files.check(check) }
    }

    func load(requestor: String?, _ reading: StoreReading) async -> Situation {
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

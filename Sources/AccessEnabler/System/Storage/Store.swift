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

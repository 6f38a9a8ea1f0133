/// A dictionary in 64 shards: a change copies one shard, however many snapshots still hold the old table.
///
/// A plain dictionary of 10,000 apps would be copied as a whole on every write, because readers share the snapshot.
struct ShardedTable<Value: Sendable & Equatable>: Sendable, Equatable {
    private var shards: [[ApplicationID: Value]] = Array(repeating: [:], count: 64)
    private(set) var count = 0

    subscript(id: ApplicationID) -> Value? {
        get { shards[Self.shard(of: id)][id] }
        set {
            let shard = Self.shard(of: id)
            let before = shards[shard].count
            shards[shard][id] = newValue
            count += shards[shard].count - before
        }
    }

    var keys: [ApplicationID] { shards.flatMap(\.keys) }

    func visit(_ body: (ApplicationID, Value) -> Void) {
        for shard in shards { for (id, value) in shard { body(id, value) } }
    }

    /// Returns the shard by FNV-1a, because the standard hash would be computed a second time by the shard itself.
    private static func shard(of id: ApplicationID) -> Int {
        var hash: UInt32 = 2_166_136_261
        for byte in id.text.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int(hash >> 16 & 63)
    }
}

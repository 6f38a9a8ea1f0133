import Synchronization

/// Results by the keys from which they were computed. If there are too many, all are discarded.
final class RememberedResults<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let results = Mutex<[Key: Value]>([:])
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var count: Int { results.withLock { $0.count } }

    /// The result for a key; nil if there is none.
    subscript(key: Key) -> Value? {
        get { results.withLock { $0[key] } }
        set {
            results.withLock { results in
                if results.count >= limit { results = [:] }
                results[key] = newValue
            }
        }
    }

    /// Returns the result for a key, which is computed if there is none.
    func result<Failure: Error>(for key: Key, _ compute: (Key) throws(Failure) -> Value) throws(Failure) -> Value {
        if let known = self[key] { return known }
        let result = try compute(key)
        self[key] = result
        return result
    }
}

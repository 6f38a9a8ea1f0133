import Synchronization

/// Slows down who guesses passwords at providers' pages: per user name and per address. Kept in memory.
final class LoginThrottle: Sendable {
    /// How many wrong passwords …
    static let userLimit = 5
    /// … of one user name, or of one address, …
    static let addressLimit = 50
    /// … are accepted in this many milliseconds.
    static let period: Int64 = 300_000
    /// How many names and addresses are remembered; beyond it the oldest are forgotten.
    static let capacity = 8_192

    /// The origin of guesses.
    struct Subject: Hashable, Sendable {
        /// The provider whose page it is.
        let provider: String
        /// The user name in the form.
        let username: String
        /// The browser's address.
        let address: String
    }

    private enum Key: Hashable {
        case user(provider: String, name: String)
        case address(String)

        var limit: Int {
            switch self {
            case .user: LoginThrottle.userLimit
            case .address: LoginThrottle.addressLimit
            }
        }
    }

    /// The times of wrong passwords, in Unix milliseconds.
    private let failures = Mutex<[Key: [Int64]]>([:])

    /// The time to wait before the next attempt, in seconds; nil: none.
    func wait(for subject: Subject, now: Int64) -> Int64? {
        failures.withLock { failures in
            let waits = Self.keys(of: subject).compactMap { key -> Int64? in
                let recent = (failures[key] ?? []).filter { $0 > now - Self.period && $0 <= now }
                guard recent.count >= key.limit else { return nil }
                // The oldest attempt within the limit must expire first.
                return recent[recent.count - key.limit] + Self.period - now
            }
            return waits.max().map { max(1, ($0 + 999) / 1_000) }
        }
    }

    /// Notes a wrong password.
    func noteFailure(of subject: Subject, now: Int64) {
        failures.withLock { failures in
            if failures.count >= Self.capacity {
                failures = failures.filter { ($0.value.last ?? 0) > now - Self.period }
                // A caller that sends that many names is slowed down by address.
                if failures.count >= Self.capacity {
                    failures = failures.filter { if case .address = $0.key { true } else { false } }
                }
                if failures.count >= Self.capacity { failures = [:] }
            }
            for key in Self.keys(of: subject) {
                failures[key] = (failures[key] ?? []).filter { $0 > now - Self.period }.suffix(key.limit - 1) + [now]
            }
        }
    }

    /// Forgets the wrong passwords of a user name after the right one.
    func noteSuccess(of subject: Subject) {
        failures.withLock { $0[.user(provider: subject.provider, name: subject.username)] = nil }
    }

    /// How many names and addresses are remembered.
    var count: Int { failures.withLock(\.count) }

    /// Forgets everything.
    func reset() { failures.withLock { $0 = [:] } }

    private static func keys(of subject: Subject) -> [Key] {
        [.user(provider: subject.provider, name: subject.username), .address(subject.address)]
    }
}

/// Reports operations that have exceeded their time limits. One pause of a second serves all limits: a sleep for each limit would
/// remain among the runtime's timers until it expires, long after the operation has ended.
actor TimeLimits {
    private struct Watched {
        var seconds: Int64
        var expire: @Sendable () -> Void
    }

    private var watched: [UInt64: Watched] = [:]
    private var lastNumber: UInt64 = 0
    private var isCounting = false
    private let wait: @Sendable (Pause) async -> Void

    init(wait: @escaping @Sendable (Pause) async -> Void) {
        self.wait = wait
    }

    /// Starts a time limit.
    ///
    /// - Parameters:
    ///   - seconds: The time limit; it may be exceeded by up to a second.
    ///   - expire: Called when the limit is exceeded, unless `end` was called before.
    /// - Returns: The number of the limit.
    func start(_ seconds: Int64, expire: @escaping @Sendable () -> Void) -> UInt64 {
        lastNumber += 1
        // The current second has already begun.
        watched[lastNumber] = Watched(seconds: seconds + 1, expire: expire)
        if !isCounting {
            isCounting = true
            Task { await count() }
        }
        return lastNumber
    }

    /// Ends a time limit.
    func end(_ number: UInt64) { watched[number] = nil }

    private func count() async {
        while !watched.isEmpty {
            await wait(.second)
            for number in watched.keys { watched[number]?.seconds -= 1 }
            for (number, entry) in watched where entry.seconds <= 0 {
                watched[number] = nil
                entry.expire()
            }
        }
        isCounting = false
    }
}

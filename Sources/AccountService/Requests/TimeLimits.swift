/// Tells what has taken too long. One pause of a second serves all that wait: a sleep of its own for each would stay among the
/// runtime's timers until its time has come, long after what it watched has ended.
actor TimeLimits {
    private struct Watched {
        var seconds: Int64
        var expire: @Sendable () -> Void
    }

    private var watched: [UInt64: Watched] = [:]
    private var lastNumber: UInt64 = 0
    private var isCounting = false
    private let wait: @Sendable (Pause) async -> Void

    /// - Parameter wait: Lets time pass.
    init(wait: @escaping @Sendable (Pause) async -> Void) {
        self.wait = wait
    }

    /// Watches something.
    ///
    /// - Parameters:
    ///   - seconds: How long it may take at least; up to a second more is not noticed.
    ///   - expire: Called when it has taken longer, unless `end` was called before.
    /// - Returns: Its number.
    func start(_ seconds: Int64, expire: @escaping @Sendable () -> Void) -> UInt64 {
        lastNumber += 1
        // The second that is being counted has begun already.
        watched[lastNumber] = Watched(seconds: seconds + 1, expire: expire)
        if !isCounting {
            isCounting = true
            Task { await count() }
        }
        return lastNumber
    }

    /// Stops watching.
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

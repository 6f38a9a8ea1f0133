import Testing

@testable import EntitlementService

@Suite("Password guessing is throttled")
struct GuessThrottleTests {
    private func subject(_ name: String = "alice", _ address: String = "192.0.2.1") -> [GuessThrottle.Origin] {
        [.user(provider: "alpha.example", name: name), .browser(address)]
    }

    @Test("five wrong passwords of a user name, from any address; the right one resets the count")
    func byName() async throws {
        let throttle = GuessThrottle("test")
        for index in 0..<5 {
            #expect(try await throttle.wait(for: subject(), now: 1_000) == nil)
            try await throttle.note(subject("alice", "192.0.2.\(index)"), now: 1_000)
        }
        #expect(try await throttle.wait(for: subject("alice", "198.51.100.1"), now: 1_000) == 300)
        #expect(try await throttle.wait(for: subject("bob"), now: 1_000) == nil)
        #expect(try await throttle.wait(for: subject(), now: 300_999) == 1)
        #expect(try await throttle.wait(for: subject(), now: 301_000) == nil)
        try await throttle.forget(subject()[0])
        #expect(try await throttle.wait(for: subject(), now: 1_000) == nil)
    }

    @Test("guesses at the same time are within the limit only as long as others were not counted first")
    func atTheSameTime() async throws {
        let throttle = GuessThrottle("test")
        for _ in 1...20 { #expect(try await throttle.wait(for: subject(), now: 1_000) == nil) }
        var within: [Bool] = []
        // The times of nodes differ a little.
        for guess in 1...20 { within.append(try await throttle.note(subject(), now: guess.isMultiple(of: 2) ? 1_000 : 1_040)) }
        #expect(within == Array(repeating: true, count: 5) + Array(repeating: false, count: 15))
    }

    @Test("fifty wrong passwords of an address, for any user names")
    func byAddress() async throws {
        let throttle = GuessThrottle("test")
        for index in 0..<50 { try await throttle.note(subject("name-\(index)"), now: Int64(index)) }
        #expect(try await throttle.wait(for: subject("another"), now: 50) == 300)
        #expect(try await throttle.wait(for: subject("another", "198.51.100.1"), now: 50) == nil)
        // The first of the fifty no longer counts.
        #expect(try await throttle.wait(for: subject("another"), now: 300_000) == nil)
    }

    @Test("the same wrong code within the period does not count again for an address; another one does")
    func same() async throws {
        let throttle = GuessThrottle("test")
        let origin = [GuessThrottle.Origin.client("192.0.2.1", peer: "192.0.2.1")]
        for _ in 1...20 { #expect(try await throttle.note(origin, of: "code-1", now: 1_000)) }
        for index in 2...9 { try await throttle.note(origin, of: "code-\(index)", now: 2_000) }
        #expect(try await throttle.wait(for: origin, now: 2_000) == nil)
        // The first is no longer remembered, and counts again.
        try await throttle.note(origin, of: "code-1", now: 301_000)
        #expect(try await throttle.wait(for: origin, now: 301_000) == nil)
        try await throttle.note(origin, of: "code-10", now: 301_000)
        #expect(try await throttle.wait(for: origin, now: 301_000) == 1)
    }

    @Test("a client that invents another's address locks out only the requests of its own connection")
    func invented() async throws {
        let throttle = GuessThrottle("test")
        let attacker = GuessThrottle.Origin.client("192.0.2.1", peer: "198.51.100.1")
        for _ in 1...10 { try await throttle.note([attacker, .peer("198.51.100.1")], now: 1_000) }
        #expect(try await throttle.wait(for: [attacker], now: 1_000) == 300)
        let victim = GuessThrottle.Origin.client("192.0.2.1", peer: "192.0.2.1")
        #expect(try await throttle.wait(for: [victim, .peer("192.0.2.1")], now: 1_000) == nil)
    }

    @Test("the number of remembered names is limited, and an address that tries many of them is remembered")
    func capacity() async throws {
        let throttle = GuessThrottle("test")
        for _ in 1...5 { try await throttle.note(subject("alice", "198.51.100.1"), now: 1_000) }
        // Until none of the values that were used is skipped any more.
        for index in 0..<(4 * SharedValues<Bool>.limit) {
            try await throttle.note(subject("name-\(index)"), now: 1_000)
        }
        #expect(try await throttle.wait(for: subject("another"), now: 1_000) == 300)
        #expect(try await throttle.wait(for: subject("alice", "203.0.113.1"), now: 1_000) == nil)
    }

    @Test("an address that tries many is remembered, even if many others are invented over other connections")
    func displacement() async throws {
        let throttle = GuessThrottle("test")
        for _ in 1...200 { try await throttle.note([.peer("192.0.2.1")], now: 1_000) }
        for index in 0..<(2 * SharedValues<Bool>.limit) {
            try await throttle.note([.client("invented-\(index)", peer: "198.51.100.1")], now: 1_000)
        }
        #expect(try await throttle.wait(for: [.peer("192.0.2.1")], now: 1_000) == 300)
    }

    @Test("the time to wait is in seconds or minutes", arguments: [(1, "1 second"), (90, "90 seconds"), (91, "2 minutes")])
    func duration(seconds: Int64, text: String) { #expect(GuessThrottle.duration(seconds) == text) }

    @Test("the number of values in memory is limited")
    func limit() async throws {
        let values = SharedValues<Int>("test", lifetime: 1_000, store: nil)
        for index in 0..<(2 * SharedValues<Int>.limit) { try await values.change(["\(index)"]) { $0 = index } }
        #expect(values.count == SharedValues<Int>.limit)
        #expect(try await values.value(["\(2 * SharedValues<Int>.limit - 1)"]) != nil)
        try await values.removeAll()
        #expect(values.count == 0)
    }

    @Test("what does not exist does not evict a value")
    func missing() async throws {
        let values = SharedValues<Int>("test", lifetime: 1_000, store: nil)
        for index in 0..<SharedValues<Int>.limit { try await values.change(["\(index)"]) { $0 = index } }
        try await values.change(["missing"]) { $0 = nil }
        #expect(try await values.value(["0"]) == 0)
        #expect(values.count == SharedValues<Int>.limit)
    }
}

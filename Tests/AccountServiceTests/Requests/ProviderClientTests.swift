import AccountCore
import Synchronization
import TVWorld
import Testing

@testable import AccountService

@Suite("Requests to a provider", .timeLimit(.minutes(5)))
struct ProviderClientTests {
    private static let answer = ProviderResponse(authenticationScheme: .api, status: "success", body: nil)

    /// A request to the provider as the core makes it.
    private func contact() throws -> ProviderRequest {
        var state = DeviceState(world: .builtIn)
        let app = try ApplicationID("com.example.player")
        let reducer = DeviceReducer(baseline: .builtIn)
        _ = try reducer.reduce(&state, .accessSet(app, .granted))
        _ = try reducer.reduce(
            &state, .signedIn(provider: "alpha.example", subscriber: "alice", now: 1, seed: [1]))
        var request = MetadataRequest()
        request.attributeNames = ["userID"]
        guard case .contactProvider(let contact) = try MetadataQuery.decide(request, by: app, in: state, now: 1) else {
            throw StaleVerificationToken()
        }
        return contact
    }

    @Test("P10 a provider that never answers: code 3, underlying -7, when its time is over")
    func tooSlow() async throws {
        let seconds = Mutex(0)
        let line = ProviderClient(
            wait: { if case .second = $0 { seconds.withLock { $0 += 1 } } },
            answer: { _, _ in
                // Like a provider that hangs: cancellation has no effect on it.
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                return Self.answer
            })
        let contact = try contact()
        let error = await #expect(throws: VSError.self) { try await line.response(to: contact, within: 60) }
        #expect(error?.code == .serviceTemporarilyUnavailable)
        #expect(error?.underlyingCode == .providerTooSlow)
        #expect(seconds.withLock { $0 } == 61)
    }

    @Test("A request that has ended in time is no longer watched")
    func inTime() async throws {
        let ticks = AsyncStream.makeStream(of: Void.self)
        let limits = TimeLimits(wait: { _ in
            var second = ticks.stream.makeAsyncIterator()
            await second.next()
        })
        let expired = AsyncStream.makeStream(of: String.self)
        let early = await limits.start(1) { expired.continuation.yield("early") }
        _ = await limits.start(2) { expired.continuation.yield("late") }
        await limits.end(early)
        for _ in 0..<3 { ticks.continuation.yield() }
        var names = expired.stream.makeAsyncIterator()
        #expect(await names.next() == "late")
    }

    @Test("P10 without request timeouts nothing is measured")
    func unlimited() async throws {
        let line = ProviderClient(wait: { _ in Issue.record("nobody waits") }, answer: { _, _ in Self.answer })
        let answer = try await line.response(to: try contact(), within: nil)
        #expect(answer == Self.answer)
        var state = DeviceState(world: .builtIn)
        #expect(state.providerTimeLimit == 60)
        try state.developer.settings.set(.requestTimeoutsDisabled, to: .flag(true))
        #expect(state.providerTimeLimit == nil)
    }

    @Test("P12 the provider requests the token again: verification is reset and it is called once more", arguments: [1, 2])
    func regeneration(demands: Int) async throws {
        let log = Mutex<[String]>([])
        let line = ProviderClient(
            resetVerification: { log.withLock { $0.append("reset") } },
            answer: { _, _ in
                let count = log.withLock { log in
                    log.append("ask")
                    return log.filter { $0 == "ask" }.count
                }
                if count <= demands { throw StaleVerificationToken() }
                return Self.answer
            })
        let contact = try contact()
        if demands == 1 {
            #expect(try await line.response(to: contact, within: nil) == Self.answer)
        } else {
            let error = await #expect(throws: VSError.self) { try await line.response(to: contact, within: nil) }
            #expect(error?.code == .serviceTemporarilyUnavailable)
            #expect(error?.underlyingCode == .tokenRegenerationNeeded)
        }
        #expect(log.withLock { $0 } == ["ask", "reset", "ask"])
    }

    @Test("P13 an empty answer: code 3; a status alone is an answer")
    func empty() async throws {
        let contact = try contact()
        let silent = ProviderClient(answer: { _, _ in ProviderResponse(authenticationScheme: .saml, status: nil, body: nil) })
        let error = await #expect(throws: VSError.self) { try await silent.response(to: contact, within: nil) }
        #expect(error?.code == .serviceTemporarilyUnavailable)
        let terse = ProviderClient(answer: { _, _ in Self.answer })
        #expect(try await terse.response(to: contact, within: nil).body == nil)
    }
}

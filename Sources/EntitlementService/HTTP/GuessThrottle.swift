import Encodings
import EntitlementCore
import HTTPTypes
import TVWorld

/// A limit on wrong guesses of passwords or codes, by user name and by address.
final class GuessThrottle: Sendable {
    /// The period in which the wrong guesses of an origin are limited, in milliseconds.
    static let period: Int64 = 300_000

    /// The origin of guesses.
    struct Origin: Sendable {
        /// The identifiers of its guesses.
        fileprivate let parts: [String]
        /// The number of wrong guesses that are accepted in a period.
        fileprivate let limit: Int
        /// Whether it is the address of a connection, which a caller cannot invent.
        fileprivate let isConnection: Bool

        /// Returns the origin of a user name on a provider's page.
        static func user(provider: String, name: String) -> Origin {
            Origin(parts: ["user", provider, name], limit: 5, isConnection: false)
        }

        /// Returns the origin of a browser's address on providers' pages.
        static func browser(_ address: String) -> Origin {
            Origin(parts: ["browser", address], limit: 50, isConnection: true)
        }

        /// Returns the origin of the address in a call with a code (`X-Forwarded-For`) and that of its connection, which are the
        /// same without a proxy: a caller who forges the former does not lock out others.
        static func client(_ address: String, peer: String) -> Origin {
            Origin(parts: ["client", address, peer], limit: 10, isConnection: false)
        }

        /// Returns the origin of the connection's address, which detects callers that send a different address with each call. It
        /// may be that of a proxy for many clients.
        static func peer(_ address: String) -> Origin { Origin(parts: ["peer", address], limit: 200, isConnection: true) }
    }

    /// A wrong guess.
    private struct Guess: Codable {
        /// The time of the guess, in Unix milliseconds.
        let time: Int64
        /// The digest of the guessed value; nil if each attempt counts, even a repeated one.
        let digest: String?
    }

    /// The wrong guesses by user name, or by the address that a call contains.
    private let claims: SharedValues<[Guess]>
    /// The same by the address of the connection. In memory they are apart, so that callers who invent names and addresses
    /// cannot displace the guesses by which they are limited themselves.
    private let connections: SharedValues<[Guess]>

    /// - Parameters:
    ///   - kind: The kind of guesses.
    ///   - shared: The store whose nodes count together; nil if this process is the only one.
    init(_ kind: String, shared: PostgreSQLTokenStore? = nil) {
        claims = SharedValues(kind, lifetime: Self.period, store: shared)
        connections = SharedValues(kind, lifetime: Self.period, store: shared)
    }

    private func guesses(of origin: Origin) -> SharedValues<[Guess]> {
        origin.isConnection ? connections : claims
    }

    /// Returns the time to wait before the next attempt, in seconds; nil if there is none.
    ///
    /// - Throws: The store's error.
    func wait(for origins: [Origin], now: Int64) async throws -> Int64? {
        var waits: [Int64] = []
        for origin in origins {
            let known = try await guesses(of: origin).value(origin.parts) ?? []
            let recent = known.map(\.time).filter { Self.isRecent($0, now: now) }
            guard recent.count >= origin.limit else { continue }
            // The oldest attempt within the limit must expire first.
            waits.append(max(1, (recent[recent.count - origin.limit] + Self.period - now + 999) / 1_000))
        }
        return waits.max()
    }

    /// Records a wrong guess.
    ///
    /// - Parameter guess: The guessed value, which counts once within the period. Nil if each attempt counts.
    /// - Returns: Whether it was within the limits: others may have been recorded since it was permitted.
    /// - Throws: The store's error.
    @discardableResult
    func note(_ origins: [Origin], of guess: String? = nil, now: Int64) async throws -> Bool {
        // Short enough to be stored within the string itself: there may be millions of guesses.
        let digest = guess.map { hexadecimal(sha256($0).prefix(7)) }
        var isWithinLimits = true
        for origin in origins {
            let isWithinLimit = try await guesses(of: origin).change(origin.parts) { known in
                let earlier = known ?? []
                let kept = earlier.filter { $0.time > now - Self.period }
                if digest == nil || !kept.contains(where: { $0.digest == digest }) {
                    known = Array(kept.suffix(origin.limit - 1)) + [Guess(time: now, digest: digest)]
                }
                return earlier.count { Self.isRecent($0.time, now: now) } < origin.limit
            }
            isWithinLimits = isWithinLimits && isWithinLimit
        }
        return isWithinLimits
    }

    /// Returns whether a guess counts. Those of another node, whose clock may be ahead, count at once.
    private static func isRecent(_ guess: Int64, now: Int64) -> Bool { guess > now - period && guess <= now + 5_000 }

    /// Removes the wrong guesses of an origin.
    ///
    /// - Throws: The store's error.
    func forget(_ origin: Origin) async throws { try await guesses(of: origin).change(origin.parts) { $0 = nil } }

    /// Removes all guesses.
    ///
    /// - Throws: The store's error.
    func reset() async throws { for guesses in [claims, connections] { try await guesses.removeAll() } }
}

extension GuessThrottle {
    /// Rejects a call with a code if too many wrong ones were sent from its address.
    ///
    /// - Throws: ``ServiceError`` with 429, or the store's error.
    func check(_ call: APICall, now: Int64) async throws {
        guard let seconds = try await wait(for: Self.origins(of: call), now: now) else { return }
        var refusal = ServiceError.page(
            .tooManyRequests, "Too many wrong codes",
            "Too many wrong codes were sent from your address. Further codes are rejected for a while.",
            "Try again in \(Self.duration(seconds)).")
        refusal.headers[.retryAfter] = "\(seconds)"
        throw refusal
    }

    /// Counts a wrong code. The same one again is not another guess: apps poll a code that has expired, and browsers reload its
    /// page. A call without a code is not a guess, either.
    ///
    /// - Throws: ``ServiceError`` with 429 if too many others have been counted since ``check(_:now:)``, or the store's error.
    func note(_ code: String, in call: APICall, now: Int64) async throws {
        guard !code.isEmpty else { return }
        let guess = RegistrationCode.normalized(code) ?? code
        if try await !note(Self.origins(of: call), of: guess, now: now) { try await check(call, now: now) }
    }

    /// Sends the event of a call with a code, and counts wrong codes. After too many from an address, no more are sent for it.
    ///
    /// - Parameters:
    ///   - code: The code as it was sent; empty if there was none.
    ///   - access: The access granted by the caller's token; a call without one is rejected before the code is read. Nil for a
    ///     browser, which has no token, and for a call whose token has been checked.
    func send<Answer>(
        _ event: EntitlementEvent<Answer>, code: String, _ call: APICall, with access: ClientAccess? = nil,
        to engine: EntitlementEngine
    ) async throws -> Answer {
        let clock = engine.clock
        let isGuarded = access != ClientAccess.none
        if isGuarded { try await check(call, now: clock.milliseconds()) }
        do {
            let answer = try await engine.send(event, requestID: call.requestID)
            // Of many guesses at the same time, the right one gets an answer only if it is among the first.
            if isGuarded { try await check(call, now: clock.milliseconds()) }
            return answer
        } catch let refusal as Refusal {
            if refusal.isWrongCode || refusal.code == .invalidCode || refusal.code == .invalidAuthenticationSession {
                try await note(code, in: call, now: clock.milliseconds())
            }
            throw refusal
        }
    }

    /// Returns a duration in words, such as `90 seconds` or `5 minutes`.
    static func duration(_ seconds: Int64) -> String {
        if seconds <= 90 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
        return "\((seconds + 59) / 60) minutes"
    }

    private static func origins(of call: APICall) -> [Origin] {
        var origins = [Origin.client(call.clientAddress.text ?? "", peer: call.peerAddress ?? "")]
        if let peer = call.peerAddress { origins.append(.peer(peer)) }
        return origins
    }
}

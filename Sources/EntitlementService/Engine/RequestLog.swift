import HTTPTypes
import Hummingbird
import Synchronization
import TVWorld

/// The requests of apps and browsers that were answered last, for who wants to see the traffic; kept in memory, without secrets.
final class RequestLog: Sendable {
    /// One request.
    struct Entry: Sendable, Equatable {
        /// Counts from 1.
        var sequence: Int64 = 0
        /// When it was answered, in Unix milliseconds of the service's clock.
        var time: Int64
        /// When it began, in Unix microseconds of the machine.
        var machineTime: Int64
        /// The status of the answer.
        var status: Int
        /// How long the answer took.
        var microseconds: Int64
        /// How many bytes the request's body has; nil if its head does not say.
        var requestSize: Int?
        /// How many bytes the answer's body has; nil if nobody knew before it was sent.
        var responseSize: Int?
        /// GET, POST, …
        var method: String
        /// Path and query; what is secret is `***`.
        var path: String
        /// The answer's `Content-Type`.
        var contentType: String
        /// The answer's `Adobe-Request-Id`.
        var requestID: String
        /// The trace that the caller counts the request to; empty when it said none.
        var correlation: String
    }

    private struct Slot {
        var entry: Entry
        var texts = PackedTexts()
    }

    private struct State {
        var ring: [Slot] = []
        var next: Int64 = 1
    }

    private let state = Mutex(State())

    /// How many requests are kept.
    static let limit = 2_048

    /// Takes a request in, in the place of the oldest when there is no room.
    func append(_ entry: consuming Entry) {
        let texts = [entry.requestID, entry.method, entry.path, entry.contentType, entry.correlation]
        (entry.method, entry.path, entry.contentType, entry.requestID, entry.correlation) = ("", "", "", "", "")
        state.withLock { [entry] state in
            let place = Int((state.next - 1) % Int64(Self.limit))
            if state.ring.count < Self.limit { state.ring.append(Slot(entry: entry)) }
            state.ring[place].entry = entry
            state.ring[place].entry.sequence = state.next
            state.ring[place].texts.removeAll()
            for text in texts { state.ring[place].texts.append(text, limit: LoggedPath.limit) }
            state.next += 1
        }
    }

    /// The requests after a number, the first ones up to a limit.
    func entries(after sequence: Int64, limit: Int) -> [Entry] {
        state.withLock { state in
            let start = max(state.next - Int64(state.ring.count), sequence < .max ? sequence + 1 : .max)
            guard start < state.next else { return [] }
            return (start..<state.next).prefix(limit).map { number in
                let slot = state.ring[Int((number - 1) % Int64(Self.limit))]
                let texts = slot.texts.texts
                var entry = slot.entry
                guard texts.count == 5 else { return entry }
                (entry.requestID, entry.method, entry.path) = (texts[0], texts[1], texts[2])
                (entry.contentType, entry.correlation) = (texts[3], texts[4])
                return entry
            }
        }
    }
}

/// A request's address as the log shows it.
enum LoggedPath {
    /// How many bytes of an address are kept.
    static let limit = 2_048

    /// The parameters whose values are no secrets; all others are masked.
    private static let open: Set<Substring> = [
        "requestor", "requestor_id", "mvpd", "mvpd_id", "mso_id", "deviceType", "resource", "format", "appId", "cache", "ttl",
        "domain_name", "redirect_url", "noflash", "no_iframe", "is_passive", "force_authn", "sharedRequestor",
    ]

    /// Whether requests of a path are logged: not those of who administers, watches or measures.
    static func isLogged(_ path: String) -> Bool {
        ["api", "o", "reggie", "sp", "mvpd", "adobe-services", "activate", "reset-tempass"]
            .contains(path.split(separator: "/", maxSplits: 1).first ?? "")
    }

    /// Path and query with secrets masked: registration codes, and the values of parameters that are not known to be none.
    ///
    /// - Parameter template: The path of the route.
    static func masked(_ path: String, query: String?, template: String) -> String {
        let names = template.split(separator: "/", omittingEmptySubsequences: false)
        let path = path.split(separator: "/", omittingEmptySubsequences: false).enumerated().map { index, part -> Substring in
            index < names.count && names[index].hasPrefix("{code}") ? "***" : part
        }.joined(separator: "/")
        guard let query, !query.isEmpty else { return path }
        let pairs = query.split(separator: "&").prefix(FormParameters.limit).map { pair -> Substring in
            let name = pair.prefix { $0 != "=" }
            return open.contains(name) ? pair : name + "=***"
        }
        return path + "?" + pairs.joined(separator: "&")
    }
}

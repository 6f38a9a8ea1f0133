import EntitlementREST
import Foundation
import ServiceAccess
import Synchronization

/// A service that answers as a test specifies, and records the requests.
final class FakeService: EntitlementTransport {
    indirect enum Reply: Sendable {
        case json(Int, String)
        /// No answer.
        case lost
        /// A reply after other work.
        case late(@Sendable () async -> Void, Reply)
    }

    private struct State {
        var requests: [TransportRequest] = []
        /// By method and path without the query; the last reply of a list stays.
        var replies: [String: [Reply]] = [:]
        var registrations = 0
        var tokens = 0
    }

    private let state = Mutex(State())

    static let url = "http://service.example"
    static let registration = "POST /o/client/register"
    static let token = "POST /o/client/token"

    /// Sets the answers to a request, one after the other.
    func answer(_ request: String, _ replies: Reply...) { state.withLock { $0.replies[request] = replies } }

    /// The requests so far, except those for credentials.
    var requests: [TransportRequest] { state.withLock { $0.requests.filter { !$0.path.hasPrefix("/o/client/") } } }
    /// The requests so far, with their method.
    var lines: [String] { requests.map { "\($0.method) \($0.path)" } }
    /// How often an app was registered.
    var registrations: Int { count(Self.registration) }
    /// How often an access token was requested.
    var tokens: Int { count(Self.token) }

    func count(_ line: String) -> Int { state.withLock { $0.requests.count { "\($0.method) \($0.path)" == line } } }

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportAnswer {
        // Overlapping calls all reach this point before the first is answered.
        for _ in 0..<50 { await Task.yield() }
        return try await answer(state.withLock { Self.reply(to: request, &$0) })
    }

    private func answer(_ reply: Reply) async throws(TransportFailure) -> TransportAnswer {
        switch reply {
        case .json(let status, let text): return TransportAnswer(status: status, body: Array(text.utf8))
        case .lost: throw TransportFailure(reason: "The connection was lost.")
        case .late(let first, let reply):
            await first()
            return try await answer(reply)
        }
    }

    private static func reply(to request: TransportRequest, _ state: inout State) -> Reply {
        state.requests.append(request)
        let line = "\(request.method) \(request.path.prefix { $0 != "?" })"
        if var replies = state.replies[line], let reply = replies.first {
            if replies.count > 1 {
                replies.removeFirst()
                state.replies[line] = replies
            }
            return reply
        }
        switch line {
        case registration:
            state.registrations += 1
            return .json(201, #"{"client_id":"client-\#(state.registrations)","client_secret":"secret"}"#)
        case token:
            state.tokens += 1
            return .json(201, #"{"access_token":"token-\#(state.tokens)","expires_in":3600,"token_type":"bearer"}"#)
        default: return .json(404, "")
        }
    }
}

/// A clock that pauses only advance; it records them.
final class FakeClock: EntitlementClock {
    private struct State {
        var now = Date(timeIntervalSince1970: 1_700_000_000)
        var pauses: [Duration] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    /// Ends the pauses of a stopped clock.
    private let (ends, end) = AsyncStream.makeStream(of: Void.self)
    /// Receives every pause.
    private let (begun, signal) = AsyncStream.makeStream(of: Duration.self)

    var now: Date { state.withLock { $0.now } }
    var pauses: [Duration] { state.withLock { $0.pauses } }

    func advance(_ seconds: Double) { state.withLock { $0.now += seconds } }

    /// From now on a pause ends only with its task, or with ``resume()``.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Ends the pause of a stopped clock.
    func resume() { end.yield() }

    /// Waits for the next pause.
    func awaitPause() async { for await _ in begun { return } }

    func pause(for duration: Duration) async throws(CancellationError) {
        let isStopped = state.withLock { state in
            state.pauses.append(duration)
            if !state.isStopped { state.now += Double(duration.components.seconds) }
            return state.isStopped
        }
        signal.yield(duration)
        if isStopped { for await _ in ends { return } }
        guard !Task.isCancelled else { throw CancellationError() }
        await Task.yield()
    }
}

/// A store in memory, which several clients may share.
final class FakeStore: EntitlementStore {
    private let values = Mutex<[String: [UInt8]]>([:])

    var keys: [String] { values.withLock { $0.keys.sorted() } }

    func value(for key: String) async -> [UInt8]? { values.withLock { $0[key] } }
    func set(_ value: [UInt8]?, for key: String) async { values.withLock { $0[key] = value } }
}

/// A device's account that answers as a test specifies.
final class FakeAccount: PartnerAccount {
    struct State: Sendable {
        var status = PartnerFrameworkStatus(access: .granted)
        var selection = PartnerSelection.cancelled
        var response: PartnerResponse?
        var supported: [String]?
        var featured: [String] = []
        var request: PartnerRequest?
        var statusCalls = 0
        /// Whether the calling task is cancelled while the dialog is shown.
        var isCancelledInDialog = false
    }

    private let state = Mutex(State())

    /// The requests, and the answers to return.
    var now: State { state.withLock { $0 } }

    /// Changes the answers.
    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func status() async -> PartnerFrameworkStatus {
        state.withLock { state in
            state.statusCalls += 1
            return state.status
        }
    }

    func signIn(supported: [String], featured: [String]) async -> PartnerSelection {
        state.withLock { state in
            (state.supported, state.featured) = (supported, featured)
            if state.isCancelledInDialog { withUnsafeCurrentTask { $0?.cancel() } }
            return state.selection
        }
    }

    func response(to request: PartnerRequest) async -> PartnerResponse? {
        state.withLock { state in
            state.request = request
            return state.response
        }
    }
}

/// A client and its surroundings.
struct Fixture {
    let service = FakeService()
    let clock = FakeClock()
    var store = FakeStore()
    var account = FakeAccount()

    /// Creates a client, as when the app starts.
    func client(
        statement: String = "statement", _ change: (inout EntitlementClient.Settings) -> Void = { _ in }
    ) -> EntitlementClient {
        var settings = EntitlementClient.Settings()
        settings.serviceURL = URL(string: FakeService.url)
        settings.environment = [:]
        settings.applicationIdentifier = "com.example.player"
        settings.transport = service
        settings.clock = clock
        settings.store = store
        change(&settings)
        return EntitlementClient(
            serviceProvider: "REF30", softwareStatement: statement, settings: settings, account: account)
    }
}

/// Answers of the service.
enum Sample {
    static let begin = 1_700_000_000_000
    static let hour = 3_600_000

    static func profile(
        _ mvpd: String = "Cable", type: String = "regular", user: String = "user", from: Int = begin, to: Int = begin + hour
    ) -> String {
        let attribute = #"{"userID":{"value":"\#(user)","state":"plain"}}"#
        return
            #""\#(mvpd)":{"notBefore":\#(from),"notAfter":\#(to),"issuer":"\#(mvpd)","type":"\#(type)","attributes":\#(attribute)}"#
    }

    static func profiles(_ profiles: String...) -> String { #"{"profiles":{\#(profiles.joined(separator: ","))}}"# }

    static func error(_ code: String, status: Int, action: String = "none") -> String {
        #"{"action":"\#(action)","status":\#(status),"code":"\#(code)","message":"m","details":"d","helpUrl":"h","trace":"t"}"#
    }

    static func permit(_ resource: String, token: Bool = true) -> String {
        let times = #""notBefore":\#(begin),"notAfter":\#(begin + hour)"#
        let token = token ? #","token":{\#(times),"serializedToken":"dG9rZW4="},\#(times)"# : ""
        return
            #"{"resource":"\#(resource)","serviceProvider":"REF30","mvpd":"Cable","source":"mvpd","authorized":true\#(token)}"#
    }

    static func denial(_ resource: String, _ code: String, action: String = "none", status: Int = 403) -> String {
        let error = error(code, status: status, action: action)
        return
            #"{"resource":"\#(resource)","serviceProvider":"REF30","mvpd":"Cable","source":"mvpd","authorized":false,"error":\#(error)}"#
    }

    static func decisions(_ decisions: String...) -> String { #"{"decisions":[\#(decisions.joined(separator: ","))]}"# }

    /// A session with a code, of 30 minutes.
    static func session(
        _ action: String = "authenticate", url: String = "/api/v2/authenticate/REF30/ABCDEFG", further: String = ""
    ) -> String {
        let type = action == "authenticate" ? "interactive" : "direct"
        return """
            {"actionName":"\(action)","actionType":"\(type)","reasonType":"none","url":"\(url)","code":"ABCDEFG",
             "sessionId":"1b614390-6610-4d14-9421-6565f6e75958","mvpd":"Cable","serviceProvider":"REF30",
             "notBefore":"\(begin)","notAfter":"\(begin + hour / 2)"\(further)}
            """
    }
}

extension TransportRequest {
    var text: String { String(decoding: body ?? [], as: UTF8.self) }

    /// A header whose value is Base64 of a JSON object.
    func object(_ header: String) -> JSONValue? {
        headers[header].flatMap { Data(base64Encoded: $0) }.flatMap { JSONValue(parsing: Array($0)) }
    }
}

extension PartnerSignIn {
    /// The profile of a user who is signed in.
    var profile: Profile? { if case .signedIn(let profile) = self { profile } else { nil } }
}

extension EntitlementClientError {
    /// The name of the case.
    var kind: String {
        switch self {
        case .registration: "registration"
        case .service: "service"
        case .throttled: "throttled"
        case .http: "http"
        case .connection: "connection"
        case .unreadable: "unreadable"
        case .sessionEnded: "sessionEnded"
        case .cancelled: "cancelled"
        }
    }

    /// The code of the service's error.
    var code: ErrorCode? { if case .service(let error) = self { error.code } else { nil } }
}

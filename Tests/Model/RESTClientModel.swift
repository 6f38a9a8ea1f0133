/// What a client of REST v2 does, predicted from the rules of REST v2 for clients: steps in; the requests, pauses, calls of
/// the account and results out, as lines.
///
/// It is the client's counterpart in random walks and shares no code with it.
public struct RESTClientModel: Sendable {
    typealias Answer = RESTClientAnswer
    typealias Request = RESTClientRequest

    /// Why a call has no result.
    enum Problem: Error {
        case registration(String)
        case failure(Answer.Failure)
        case throttled
        case http(Int)
        case connection, unreadable, sessionEnded, cancelled
        /// A connection that was lost in a request for credentials.
        case credentialsLost

        var line: String {
            switch self {
            case .registration(let reason): "registration \(reason)"
            case .failure(let failure): "service \(failure.status) \(failure.code) \(failure.action)"
            case .http(let status): "http \(status)"
            case .credentialsLost: "connection"
            default: "\(self)"
            }
        }
    }

    struct Registration {
        let client: String
        var token: (text: String, end: Int64)?
    }

    struct SignIn {
        var mvpd: String
        /// The number of the MVPD's name.
        var name: Int?
        var profile: Answer.Profile?
    }

    /// What is lost when the app ends.
    struct Memory {
        var configuration: (names: Int, date: Int64)?
        var status: RESTClientStatus?
        var pass: String?
        /// The profile was requested from the service.
        var isCurrent = false
        var permits: [String: [String: Answer.Decision]] = [:]
        /// How often permits became void.
        var changes = 0
        /// The number of codes that the device has received.
        var codes = 0

        mutating func endPermits(at mvpd: String? = nil) {
            if let mvpd { permits[mvpd] = nil } else { permits = [:] }
            changes += 1
        }
    }

    /// The call that is being made.
    struct Running {
        var interruption: RESTClientInterruption?
        var count = 0
        var isCancelled = false
    }

    public internal(set) var world = RESTClientWorld()
    var lines: [String] = []
    var registration: Registration?
    var signIn: SignIn?
    var memory = Memory()
    var running = Running()

    public init() {}

    /// What can be observed of a step.
    public mutating func perform(_ step: RESTClientStep) -> [String] {
        lines = []
        switch step {
        case .happening(let happening): happen(happening)
        case .call(let call, let interruption): run(call, interruption)
        case .together(let count):
            for happening in RESTClientStep.undisturbed { happen(happening) }
            // One more call settles what they find out about each other.
            for _ in 0...count { run(.profiles, nil) }
        }
        return lines
    }

    mutating func happen(_ happening: RESTClientHappening) {
        if case .relaunch = happening { memory = Memory() }
        world.apply(happening)
    }

    private mutating func run(_ call: RESTClientCall, _ interruption: RESTClientInterruption?) {
        let outer = running
        running = Running(interruption: interruption)
        do throws(Problem) { lines.append("→ " + (try result(of: call))) } catch { lines.append("→ error \(error.line)") }
        running = outer
    }

    /// Something that can be observed of the client. Another event may happen meanwhile.
    mutating func show(_ line: String, isForCredentials: Bool = false) {
        lines.append(line)
        running.count += 1
        guard let interruption = running.interruption, running.count >= interruption.count else { return }
        if case .call = interruption.event, isForCredentials { return }
        running.interruption = nil
        switch interruption.event {
        case .cancellation: running.isCancelled = true
        case .call(let call): run(call, nil)
        // After its restart the app has no call in progress.
        case .happening(let happening): world.apply(happening)
        }
    }
}

// Requests: credentials, and what is repeated.
extension RESTClientModel {
    private mutating func ask(_ request: Request) -> Answer {
        let answer = world.answer(request)
        show("\(request)", isForCredentials: request.isForCredentials)
        return answer
    }

    /// A token is used until the last minute of its lifetime.
    private mutating func accessToken(insteadOf rejected: String? = nil) throws(Problem) -> String {
        if let token = registration?.token, token.text != rejected, token.end - world.deviceNow > 60_000 { return token.text }
        // What several calls wait for does not end with one of them.
        let problem = renew()
        if running.isCancelled { throw .cancelled }
        guard problem == nil, let token = registration?.token else { throw problem ?? .unreadable }
        return token.text
    }

    private mutating func renew() -> Problem? {
        do throws(Problem) {
            if registration == nil { try register() }
            if try issue() { return nil }
            try register()
            return try issue() ? nil : .registration("invalid_client")
        } catch { return error }
    }

    private mutating func register() throws(Problem) {
        guard case .registered(let client) = try credentials(.register) else { throw .unreadable }
        registration = Registration(client: client)
    }

    /// Whether there is a token; not if the service does not know the client.
    private mutating func issue() throws(Problem) -> Bool {
        let answer = try credentials(.token(client: registration?.client ?? ""))
        if case .refused("invalid_client") = answer { return false }
        guard case .issued(let token) = answer else { throw .unreadable }
        registration?.token = (token, world.deviceNow + RESTClientWorld.tokenLife)
        return true
    }

    private mutating func credentials(_ call: Request.Call) throws(Problem) -> Answer {
        let answer = ask(Request(call))
        switch answer {
        case .refused("invalid_client"): return answer
        case .refused(let reason): throw .registration(reason)
        // The service may have received it, and an app registers once.
        case .lost: throw .credentialsLost
        case .failure(let failure): throw failure.status < 500 ? .registration(failure.code) : .http(failure.status)
        default: return try Self.content(of: answer)
        }
    }

    private static func content(of answer: Answer) throws(Problem) -> Answer {
        switch answer {
        case .lost: throw .connection
        case .throttled: throw .throttled
        case .unavailable: throw .http(503)
        case .garbage: throw .unreadable
        case .failure(let failure): throw .failure(failure)
        default: return answer
        }
    }

    /// Makes a call, up to three times more if that may help.
    mutating func send(
        _ call: Request.Call, mayRepeat: Bool = true, status: RESTClientStatus? = nil
    ) throws(Problem) -> Answer {
        var pause = 1
        for _ in 0..<3 {
            do throws(Problem) { return try attempt(call, status) } catch {
                guard mayRepeat, Self.mayHelp(after: error, call) else { throw error }
                try wait(pause)
                pause *= 2
            }
        }
        return try attempt(call, status)
    }

    /// The answer, after a new token if the first was rejected.
    private mutating func attempt(_ call: Request.Call, _ status: RESTClientStatus?) throws(Problem) -> Answer {
        let token = try accessToken()
        let answer = try post(call, status, token)
        guard case .failure(let failure) = answer, failure.status == 401 else { return try Self.content(of: answer) }
        return try Self.content(of: try post(call, status, try accessToken(insteadOf: token)))
    }

    private mutating func post(
        _ call: Request.Call, _ status: RESTClientStatus?, _ token: String
    ) throws(Problem) -> Answer {
        if running.isCancelled { throw .cancelled }
        let answer = ask(Request(call, token: token, headers: headers(of: call, status)))
        if running.isCancelled { throw .cancelled }
        return answer
    }

    /// The headers of the table of calls.
    private func headers(of call: Request.Call, _ status: RESTClientStatus?) -> Request.Headers {
        var headers = Request.Headers()
        switch call {
        case .register, .token, .resumeSession, .session: return headers
        case .profileByCode:
            headers.pass = memory.pass
            return headers
        default: headers.device = true
        }
        switch call {
        case .createSession, .logout: headers.identity = world.identity
        case .profiles, .profile, .decide:
            headers.identity = world.identity
            headers.status = status ?? memory.status
            if case .profiles = call { break }
            headers.pass = memory.pass
        case .partnerSession, .partnerProfile: headers.status = status
        default: break
        }
        return headers
    }

    static func mayHelp(after problem: Problem, _ call: Request.Call) -> Bool {
        switch problem {
        case .throttled, .http: return true
        case .failure(let failure):
            return failure.action == "retry" || failure.status >= 500 && failure.action != "configuration"
        case .connection:
            switch call {
            case .configuration, .session, .profiles, .profile, .profileByCode, .logout: return true
            default: return false
            }
        default: return false
        }
    }

    mutating func wait(_ seconds: Int) throws(Problem) {
        world.pause(seconds: Int64(seconds))
        show("pause \(seconds)")
        if running.isCancelled { throw .cancelled }
    }
}

// The memory of the sign-in.
extension RESTClientModel {
    /// With another sign-in the permits are void.
    private mutating func keep(_ new: SignIn?) {
        if new?.profile != signIn?.profile { memory.endPermits() }
        signIn = new
    }

    mutating func remember(_ profile: Answer.Profile) {
        let name = signIn?.mvpd == profile.mvpd ? signIn?.name : nil
        keep(SignIn(mvpd: profile.mvpd, name: memory.configuration?.names ?? name, profile: profile))
    }

    /// The service no longer has a profile; the choice of the MVPD remains.
    mutating func lose(_ mvpd: String) {
        memory.endPermits(at: mvpd)
        guard var known = signIn, known.mvpd == mvpd else { return }
        known.profile = nil
        keep(known)
    }

    mutating func forget(_ mvpd: String) {
        memory.endPermits(at: mvpd)
        guard signIn?.mvpd == mvpd else { return }
        keep(nil)
        memory.isCurrent = false
    }
}

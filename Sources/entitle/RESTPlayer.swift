import DesktopBrowsing
import EntitlementREST
import Foundation
import LoginPages
import ServiceAccess
import Synchronization

/// The player of an app that uses REST API v2. Each command is answered before the next begins, except `waitForProfile`, which
/// continues in the background.
struct RESTPlayer {
    /// The tokens that the app sends for single sign-on, by the commands that set them.
    final class Tokens: Sendable {
        private let values = Mutex<[String: String]>([:])

        subscript(_ name: String) -> String? {
            get { values.withLock { $0[name] } }
            set { values.withLock { $0[name] = newValue } }
        }
    }

    let client: EntitlementClient
    let tokens: Tokens
    let answers: UnreadLines
    let output: Output
    private var polls: [Task<Void, Never>] = []
    /// The last login in progress, and the address at which its pages end.
    private var session: PendingSession?
    private var page: (url: URL, end: URL?)?

    init(client: EntitlementClient, tokens: Tokens, output: Output) {
        self.client = client
        self.tokens = tokens
        self.output = output
        answers = UnreadLines(output: output)
    }

    /// Executes lines, or standard input, until `quit` or the end; then waits for logins in progress, unless the app quits.
    mutating func play(_ lines: CommandLines) {
        execute(lines)
        let polls = polls
        Blocking.value { for poll in polls { await poll.value } }
    }

    func begin(_ name: String) {
        if name == "quit" { for poll in polls { poll.cancel() } }
    }

    mutating func beginSession(_ name: String, code: String?, _ given: SessionArguments) {
        let answer = answer(name, \.json) {
            try await $0.sessionAnswer(
                code: code, mvpd: given.mvpd, domainName: given.domainName, redirectURL: given.redirectURL)
        }
        note(answer?.step, endingAt: given.redirectURL ?? (code == nil ? nil : page?.end))
    }

    mutating func logOut(from mvpd: String, _ redirectURL: URL?) {
        let answer = answer("logout", \.json) { try await $0.logoutAnswer(from: mvpd, redirectURL: redirectURL) }
        if case .browser(let url) = answer?.step { page = (url, redirectURL) }
    }

    mutating func partnerSignIn(_ given: SessionArguments) {
        let answer = answer("partnerSignIn", Self.json) {
            try await $0.partnerSignIn(
                domainName: given.domainName, redirectURL: given.redirectURL, featured: given.featured)
        }
        if case .basic(let session?, _, _) = answer { note(.authenticate(session), endingAt: given.redirectURL) }
    }

    /// Sends a request; prints the status, and the body as JSON or as text.
    mutating func send(_ request: RawRequest) {
        let result = answer("request", Self.json) {
            try await $0.request(request.method, request.target, request.headers, body: request.body)
        }
        note(result?.session?.step, endingAt: request.redirectURL ?? page?.end)
    }

    private static func json(_ result: (answer: HTTPAnswer, session: SessionAnswer?)) -> JSONValue {
        let answer = result.answer
        let body = answer.json ?? .text(String(decoding: answer.body, as: UTF8.self))
        return .object(["status": .integer(Int64(answer.status)), "body": body])
    }

    private mutating func note(_ step: SessionStep?, endingAt end: URL?) {
        switch step {
        case .authenticate(let session), .resume(let session):
            self.session = session
            page = session.url.map { ($0, end) }
        default: break
        }
    }

    mutating func waitForProfile() {
        guard let session else { return output.error("waitForProfile: no session yet; create one first.") }
        let (client, answers) = (client, answers)
        polls.append(
            Task {
                do throws(EntitlementClientError) {
                    answers.add("waitForProfile", Self.json(try await client.waitForProfile(session)))
                } catch {
                    answers.add(error, of: "waitForProfile")
                }
            })
    }
}

// Answers.
extension RESTPlayer {
    /// Makes a call, prints its answer, and returns it.
    func answer<Value: Sendable>(
        _ name: String, _ json: (Value) -> JSONValue, _ call: @escaping @Sendable (EntitlementClient) async throws -> Value
    ) -> Value? {
        let client = client
        let result: Result<Value, EntitlementClientError> = Blocking.value {
            do {
                return .success(try await call(client))
            } catch {
                // The client throws no others, but a closure does not infer that.
                return .failure(error as? EntitlementClientError ?? .unreadable("\(error)"))
            }
        }
        switch result {
        case .success(let value):
            answers.add(name, json(value))
            return value
        case .failure(let error):
            answers.add(error, of: name)
            return nil
        }
    }

    static func json(_ profile: Profile?) -> JSONValue { json(profile.map { [$0] } ?? []) }

    static func json(_ profiles: [Profile]) -> JSONValue {
        .object(["profiles": .object(Dictionary(uniqueKeysWithValues: profiles.map { ($0.mvpd, $0.json) }))])
    }

    static func json(_ decisions: [Decision]) -> JSONValue { .object(["decisions": .list(decisions.map(\.json))]) }

    private static func json(_ outcome: PartnerSignIn) -> JSONValue {
        switch outcome {
        case .signedIn(let profile): return json(profile)
        case .basic(let session, let mvpd, let fallback):
            var members = session?.json.object ?? [:]
            if let mvpd { members["mvpd"] = .text(mvpd) }
            // The name of the case.
            members["fallback"] = .text(String("\(fallback)".prefix { $0 != "(" }))
            if case .refused(let error) = fallback { members["reason"] = error.json }
            return .object(members)
        }
    }
}

// What a user does with a browser.
extension RESTPlayer {
    /// The error for a missing page: the reason, and the command that requests a page.
    private var absence: String {
        guard let session, !session.missingParameters.isEmpty else {
            return "no page yet; create a session or log out first."
        }
        let names = session.missingParameters.map(\.word)
        let arguments = names.map { "\($0)=…" }.joined(separator: " ")
        return "no page yet; the session lacks \(names.joined(separator: ", ")): resumeSession \(session.code) \(arguments)"
    }

    func browse() {
        guard let page else { return output.error("browse: \(absence)") }
        let address = page.url.absoluteString
        var opened: String?
        if let browser = DesktopBrowser(for: address, environment: ProcessInfo.processInfo.environment) {
            do { try browser.open() } catch { return output.error("browse: \(error)") }
            opened = browser.name
        }
        answers.add("browse", .object(["url": .text(address), "opened": opened.map(JSONValue.text) ?? .null]))
    }

    func logIn(_ user: String, _ password: String) {
        guard let page else { return output.error("login: \(absence)") }
        switch FormWalk.result(from: page.url.absoluteString, user, password, endingAt: page.end?.absoluteString) {
        case .failure(let failure): output.error("login: \(failure.text)")
        case .success(let end): answers.add("login", .object(["url": end.map(JSONValue.text) ?? .null]))
        }
    }
}

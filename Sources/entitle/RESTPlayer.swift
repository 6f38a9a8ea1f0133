import DesktopBrowsing
import EntitlementREST
import Foundation
import LoginPages
import ServiceAccess
import Synchronization

/// Executes the commands of `--api v2` sequentially: each is answered before the next begins, except `waitForProfile`, which
/// continues in the background.
struct RESTPlayer {
    /// The tokens that the app sends for single sign-on.
    final class Tokens: Sendable {
        let subject = Mutex<String?>(nil)
        let service = Mutex<String?>(nil)
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
        var lines = lines
        while let line = lines.next() {
            do {
                guard let command = try RESTCommand(line: line), let (name, _) = Command.parts(of: line) else { continue }
                if command == .quit {
                    for poll in polls { poll.cancel() }
                    break
                }
                perform(command, name)
            } catch {
                output.error(error.text)
            }
        }
        let polls = polls
        Blocking.value { for poll in polls { await poll.value } }
    }

    private mutating func perform(_ command: RESTCommand, _ name: String) {
        let client = client
        switch command {
        case .beginSession(let code, let given):
            let answer = answer(name, \.json) { () async throws(EntitlementClientError) in
                try await client.sessionAnswer(
                    code: code, mvpd: given.mvpd, domainName: given.domainName, redirectURL: given.redirectURL)
            }
            note(answer?.step, endingAt: given.redirectURL ?? (code == nil ? nil : page?.end))
        case .logout(let mvpd, let redirectURL):
            let answer = answer(name, \.json) { () async throws(EntitlementClientError) in
                try await client.logoutAnswer(from: mvpd, redirectURL: redirectURL)
            }
            if case .browser(let url) = answer?.step { page = (url, redirectURL) }
        case .partnerSignIn(let given):
            let answer = answer(name, Self.json) { () async throws(EntitlementClientError) in
                try await client.partnerSignIn(
                    domainName: given.domainName, redirectURL: given.redirectURL, featured: given.featured)
            }
            if case .basic(let session?, _, _) = answer { note(.authenticate(session), endingAt: given.redirectURL) }
        case .request(let request): send(request)
        case .waitForProfile: waitForProfile()
        case .subjectToken(let token):
            tokens.subject.withLock { $0 = token }
            answers.add(name)
        case .serviceToken(let token):
            tokens.service.withLock { $0 = token }
            answers.add(name)
        case .browse: browse()
        case .login(let user, let password): logIn(user, password)
        case .wait(let answer, let conditions, let seconds):
            if !answers.wait(for: answer, conditions, seconds: seconds) { output.error("timeout") }
        case .help: StandardError.say(RESTCommand.overview)
        case .quit: break
        default:
            _ = answer(name, \.self) { () async throws(EntitlementClientError) -> JSONValue in
                try await Self.answer(to: command, of: client)
            }
        }
    }

    /// Makes a call whose answer is only printed.
    private static func answer(
        to command: RESTCommand, of client: EntitlementClient
    ) async throws(EntitlementClientError) -> JSONValue {
        switch command {
        case .configuration: return try await client.configuration().json
        case .session(let code): return try await client.session(code: code).json
        case .profiles: return json(Array(try await client.profiles().values))
        case .profile(let mvpd): return json(try await client.profile(for: mvpd))
        case .profileOfCode(let code): return json(try await client.profile(code: code))
        case .currentProfile: return json(try await client.currentProfile())
        case .rememberedSignIn: return await client.rememberedSignIn()?.json ?? .object(["mvpd": .null])
        case .authorize(let mvpd, let resources): return json(try await client.authorize(resources, at: mvpd))
        case .preauthorize(let mvpd, let resources): return json(try await client.preauthorize(resources, at: mvpd))
        case .refreshPartnerStatus: return await client.refreshPartnerStatus().json
        case .identify(let identity): await client.identify(identity)
        default: break
        }
        return .object([:])
    }

    /// Sends a request; prints the status, and the body as JSON or as text.
    private mutating func send(_ request: RawRequest) {
        let client = client
        let result = answer("request", Self.json) { () async throws(EntitlementClientError) in
            try await client.request(request.method, request.target, request.headers, body: request.body)
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

    private mutating func waitForProfile() {
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
    private func answer<Value: Sendable>(
        _ name: String, _ json: (Value) -> JSONValue,
        _ call: @escaping @Sendable () async throws(EntitlementClientError) -> Value
    ) -> Value? {
        let result: Result<Value, EntitlementClientError> = Blocking.value {
            do throws(EntitlementClientError) { return .success(try await call()) } catch { return .failure(error) }
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

    private static func json(_ profile: Profile?) -> JSONValue { json(profile.map { [$0] } ?? []) }

    private static func json(_ profiles: [Profile]) -> JSONValue {
        .object(["profiles": .object(Dictionary(uniqueKeysWithValues: profiles.map { ($0.mvpd, $0.json) }))])
    }

    private static func json(_ decisions: [Decision]) -> JSONValue { .object(["decisions": .list(decisions.map(\.json))]) }

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

    private func browse() {
        guard let page else { return output.error("browse: \(absence)") }
        let address = page.url.absoluteString
        var opened: String?
        if let browser = DesktopBrowser(for: address, environment: ProcessInfo.processInfo.environment) {
            do { try browser.open() } catch { return output.error("browse: \(error)") }
            opened = browser.name
        }
        answers.add("browse", .object(["url": .text(address), "opened": opened.map(JSONValue.text) ?? .null]))
    }

    private func logIn(_ user: String, _ password: String) {
        guard let page else { return output.error("login: \(absence)") }
        switch FormWalk.result(from: page.url.absoluteString, user, password, endingAt: page.end?.absoluteString) {
        case .failure(let failure): output.error("login: \(failure.text)")
        case .success(let end): answers.add("login", .object(["url": end.map(JSONValue.text) ?? .null]))
        }
    }
}

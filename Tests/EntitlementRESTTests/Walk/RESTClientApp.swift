import EntitlementModel
import EntitlementREST
import Foundation
import ServiceAccess
import Synchronization

/// The app of a walk: makes the calls of a real client, and reports their outcomes in the model's lines.
final class RESTClientApp: Sendable {
    private let surroundings = WalkSurroundings()
    private let store = FakeStore()
    private let state: Mutex<(client: EntitlementClient, sessions: [String: PendingSession])>

    init() {
        state = Mutex((Self.client(surroundings, store), [:]))
        surroundings.interrupt { [weak self] call in await self?.run(call, nil) }
    }

    private static func client(_ surroundings: WalkSurroundings, _ store: FakeStore) -> EntitlementClient {
        var settings = EntitlementClient.Settings()
        settings.serviceURL = URL(string: FakeService.url)
        settings.environment = [:]
        settings.applicationIdentifier = "com.example.player"
        settings.subjectToken = { surroundings.world.identity }
        settings.transport = surroundings
        settings.clock = surroundings
        settings.store = store
        return EntitlementClient(
            serviceProvider: "REF30", softwareStatement: "statement", settings: settings, account: surroundings)
    }

    private var client: EntitlementClient { state.withLock { $0.client } }

    /// The visible outcome of a step.
    func perform(_ step: RESTClientStep) async -> [String] {
        switch step {
        case .happening(let happening):
            if case .relaunch = happening { state.withLock { $0.client = Self.client(surroundings, store) } }
            surroundings.happen(happening)
        case .call(let call, let interruption): await run(call, interruption)
        case .together(let count):
            for happening in RESTClientStep.undisturbed { surroundings.happen(happening) }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<count { group.addTask { await self.run(.profiles, nil) } }
            }
            await run(.profiles, nil)
        }
        return surroundings.takeLines()
    }

    private func run(_ call: RESTClientCall, _ interruption: RESTClientInterruption?) async {
        // It starts when it can be cancelled.
        let (beginnings, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in beginnings { break }
            return await self.line(of: call)
        }
        let outer = surroundings.exchange(.init(interruption: interruption, cancel: { task.cancel() }))
        begin.yield()
        surroundings.append("→ " + (await task.value))
        _ = surroundings.exchange(outer)
    }

    private func line(of call: RESTClientCall) async -> String {
        do throws(EntitlementClientError) { return try await result(of: call) } catch { return "error \(error.line)" }
    }
}

// The calls.
extension RESTClientApp {
    private func result(of call: RESTClientCall) async throws(EntitlementClientError) -> String {
        let world = surroundings.world
        switch call {
        case .configuration: return "configuration \(Self.names(try await client.configuration().providers[0].displayName))"
        case .createSession(let fields):
            return note(
                try await client.createSession(
                    mvpd: fields.mvpd, domainName: fields.domainText, redirectURL: fields.redirectAddress))
        case .resumeSession(let code, let fields):
            return note(
                try await client.resumeSession(
                    code: world.code(code), mvpd: fields.mvpd, domainName: fields.domainText, redirectURL: fields.redirectAddress)
            )
        case .session(let code):
            let information = try await client.session(code: world.code(code))
            return "\(information.mvpd ?? "-") \(information.missingParameters.map(\.word).joined(separator: ","))"
        case .waitForProfile(let code, let seconds):
            guard let session = state.withLock({ $0.sessions[world.code(code)] }) else { return "nothing to wait for" }
            return try await client.waitForProfile(session, interval: .seconds(seconds)).line
        case .profiles:
            let profiles = try await client.profiles().sorted { $0.key < $1.key }.map(\.value.line)
            return profiles.isEmpty ? "none" : profiles.joined(separator: "; ")
        case .profile(let mvpd): return try await client.profile(for: mvpd)?.line ?? "none"
        case .profileByCode(let code): return try await client.profile(code: world.code(code))?.line ?? "none"
        case .currentProfile: return try await client.currentProfile()?.line ?? "none"
        default: return try await furtherResult(of: call)
        }
    }

    private func furtherResult(of call: RESTClientCall) async throws(EntitlementClientError) -> String {
        switch call {
        case .rememberedSignIn:
            guard let signIn = await client.rememberedSignIn() else { return "nobody" }
            return "\(signIn.mvpd) \(signIn.displayName.map(Self.names) ?? "-") \(signIn.profile?.line ?? "-")"
        case .authorize(let resources, let mvpd): return Self.line(try await client.authorize(resources, at: mvpd))
        case .preauthorize(let resources, let mvpd): return Self.line(try await client.preauthorize(resources, at: mvpd))
        case .logout(let mvpd, let redirect):
            let address = RESTFields(redirect: redirect).redirectAddress
            switch try await client.logout(from: mvpd, redirectURL: address) {
            case .browser: return "browser"
            case .partner: return "partner"
            case .complete: return "complete"
            case .invalid: return "invalid"
            case .unknown(let word): return word
            }
        case .refreshPartnerStatus:
            let status = await client.refreshPartnerStatus()
            return "\(status.access) \(status.provider ?? "-")"
        case .partnerSignIn(let fields):
            return note(
                try await client.partnerSignIn(domainName: fields.domainText, redirectURL: fields.redirectAddress))
        case .identify(let pass): await client.identify(pass.map { ["email": $0] })
        default: break
        }
        return "done"
    }

    /// The number in an MVPD's name.
    private static func names(_ name: String) -> String { name.split(separator: " ").last.map(String.init) ?? name }

    private static func line(_ decisions: [Decision]) -> String {
        decisions.map { decision in
            let answer = decision.isAuthorized ? "yes" : "no \(decision.error?.code.word ?? "-")"
            return "\(decision.resource) \(decision.source.word) \(answer)"
                + (decision.mediaToken.map { " \($0.serialized)" } ?? "")
        }.joined(separator: "; ")
    }

    /// Keeps a session whose code the app has received.
    private func keep(_ session: PendingSession) {
        surroundings.know(session.code)
        state.withLock { $0.sessions[session.code] = session }
    }

    private func note(_ step: SessionStep) -> String {
        func line(_ action: String, _ session: PendingSession) -> String {
            keep(session)
            let missing = session.missingParameters.map(\.word).joined(separator: ",")
            return "\(action) \(session.code) \(session.reason.word) \(session.mvpd ?? "-") \(missing)"
        }
        return switch step {
        case .authenticate(let session): line("authenticate", session)
        case .resume(let session): line("resume", session)
        case .authorize(let mvpd, let reason): "authorize - \(reason.word) \(mvpd) "
        case .partnerProfile(let request): "partner_profile \(request)"
        case .unknown(let word): word
        }
    }

    private func note(_ signIn: PartnerSignIn) -> String {
        switch signIn {
        case .signedIn(let profile): return "signed in \(profile.line)"
        case .basic(let session, let preselected, let fallback):
            if let session { keep(session) }
            let reason =
                switch fallback {
                case .notPermitted(let access): "notPermitted \(access)"
                case .session(let reason): "session \(reason.word)"
                case .refused(let error): "refused \(error.code.word)"
                case .accountFailed: "accountFailed"
                default: "\(fallback)"
                }
            return "basic \(session?.code ?? "-") \(preselected ?? "-") \(reason)"
        }
    }
}

extension RESTFields {
    fileprivate var domainText: String? { domain.map { $0 ? Self.domainName : "other.example" } }
    fileprivate var redirectAddress: URL? { redirect.flatMap { URL(string: $0 ? Self.redirectURL : "other://done") } }
}

extension Profile {
    fileprivate var line: String {
        let user = if case .text(let text) = attributes["userID"]?.value { text } else { "?" }
        return "\(mvpd) \(type.word) \(user) \(validity.notBefore.milliseconds)-\(validity.notAfter.milliseconds)"
    }
}

extension EntitlementClientError {
    fileprivate var line: String {
        switch self {
        case .registration(let reason): "registration " + (reason.hasPrefix("It does not know") ? "invalid_client" : reason)
        case .service(let error): "service \(error.status) \(error.code.word) \(error.action.word)"
        case .http(let status): "http \(status)"
        default: kind
        }
    }
}

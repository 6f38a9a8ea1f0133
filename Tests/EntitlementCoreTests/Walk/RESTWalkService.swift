import EntitlementModel

@testable import EntitlementCore
@testable import TVWorld

/// The service in a walk: it receives the steps as events, and reports its answers in the model's lines.
struct RESTWalkService {
    private var service = Fixture { world in
        let (mvpd, assets) = RESTModel.promotionalPass
        world.providers.append(
            Provider(id: "promo-pass", name: "Promo Pass", mvpd: mvpd, isTemporaryPass: true, authenticatesPerRequestor: true))
        world.integrations.append(Integration(requestor: "REF30", mvpd: mvpd, singleSignOn: []))
        world.temporaryPasses.append(TemporaryPass(requestor: "REF30", mvpd: mvpd, kind: .promotional, resourceLimit: assets))
    }
    private var codes: [String] = []
    private var requests: [String] = []

    static let otherClient = "client-2"

    var now: Int64 { service.now }

    init() { service.register(Self.otherClient) }

    mutating func answer(_ step: RESTStep) -> String {
        do throws(Refusal) { return try perform(step) } catch {
            switch step {
            // Their pages have no codes.
            case .openLogin, .finishLogin: return "\(error.status)"
            default: return "\(error.status) \(error.code?.rawValue ?? "-")"
            }
        }
    }

    private mutating func perform(_ step: RESTStep) throws(Refusal) -> String {
        switch step {
        case .createSession(let caller, let headers, let fields):
            let event = EntitlementEvent.createSession(call: call(caller, headers), fields: Self.fields(fields))
            return line(try service.send(event))
        case .resumeSession(let code, let fields):
            return line(try service.send(Fixture.resume(self.code(code), Self.fields(fields))))
        case .readSession(let code):
            let answer = try service.send(Fixture.read(self.code(code)))
            return "open \(answer.mvpd ?? "-") \(answer.fields.missing.map(\.rawValue).joined(separator: ","))"
        case .openLogin(let code): return try openLogin(self.code(code))
        case .finishLogin(let request, let user):
            let assertion = VerifiedAssertion(
                subject: Self.id(user), sessionIndex: "", attributes: ["userID": .text(Self.id(user))])
            try service.send(.completeWebLogin(request: self.request(request), evidence: .verified(.success(assertion))))
            return "done"
        case .profiles(let caller, let headers, let mvpd): return line(try service.profiles(mvpd, call: call(caller, headers)))
        case .profileByCode(let code): return line(try service.send(Fixture.byCode(self.code(code))))
        case .decide(let caller, let headers, let mvpd, let resources, let isPlayback):
            let call = call(caller, headers)
            let decisions =
                try isPlayback
                ? service.send(Fixture.authorize(resources, call: call, mvpd: mvpd))
                : service.send(Fixture.preauthorize(resources, call: call, mvpd: mvpd))
            return decisions.map(Self.line).joined(separator: "; ")
        default: return try further(step)
        }
    }

    private mutating func further(_ step: RESTStep) throws(Refusal) -> String {
        switch step {
        case .logout(let caller, let headers, let mvpd, let redirect):
            let event = Fixture.end(Self.address(redirect), call: call(caller, headers), mvpd: mvpd)
            return switch try service.send(event) {
            case .logout: "logout"
            case .partner: "partner"
            case .complete: "complete"
            case .invalid: "invalid"
            }
        case .partnerSession(let caller, let headers, let fields):
            let event = EntitlementEvent.createPartnerSession(
                call: call(caller, headers), partner: "Apple", fields: Self.fields(fields))
            return line(try service.send(event))
        case .partnerProfile(let caller, let headers, let request):
            return try partnerProfile(caller, headers, self.request(request))
        default: return try happen(step)
        }
    }

    private mutating func happen(_ step: RESTStep) throws(Refusal) -> String {
        switch step {
        case .elapse(let time): service.now += time
        case .degrade(let mvpd, let rule):
            let kind: Degradation =
                switch rule {
                case .authnAll: .authenticateAll
                case .authzAll: .authorizeAll
                case .authzNone: .authorizeNone
                case nil: .none
                }
            try service.degrade(kind, mvpd: mvpd)
        case .integrate(let mvpd, let isEnabled):
            try service.changeIntegration(of: "REF30", with: mvpd) { $0.isEnabled = isEnabled }
        case .singleSignOn(let mvpd, let isOn):
            try service.changeIntegration(of: "REF30", with: mvpd) { $0.singleSignOn = isOn ? [.ios, .tvos] : [] }
        case .endProfile(let caller, let mvpd):
            let key = ProfileKey(owner: Fixture.owner(device: Self.device(caller), client: Self.client(caller)), mvpd: mvpd)
            guard let record = service.state.profiles[key] else { return "404" }
            try service.send(.revokeSession(key: key.owner, mvpd: mvpd, sessionID: record.authentication.sessionID))
        default: break
        }
        return ""
    }
}

// The meanings of the steps.
extension RESTWalkService {
    private static func device(_ caller: RESTCaller) -> String { "device-\(caller.device)" }
    private static func client(_ caller: RESTCaller) -> String { caller.client == 0 ? Fixture.client : otherClient }
    private static func id(_ user: String) -> String { user == "alice" ? "u-1001-alice" : "u-1002-bob" }
    private static func address(_ isGood: Bool?) -> String? {
        isGood.map { $0 ? "https://www.example.com/done" : "other://done" }
    }

    private static func fields(_ fields: RESTFields) -> SessionFields {
        SessionFields(
            mvpd: fields.mvpd, domainName: fields.domain.map { $0 ? "example.com" : "other.example" },
            redirectURL: address(fields.redirect))
    }

    private func call(_ caller: RESTCaller, _ headers: RESTHeaders) -> ClientCall {
        var call = Fixture.clientCall(
            device: Self.device(caller), client: Self.client(caller),
            platform: caller.platform.map { $0 == .ios ? .ios : .tvos })
        call.partnerStatus = headers.status.map { status in
            let access: PartnerFrameworkStatus.Access =
                switch status.access {
                case .granted: .granted
                case .denied: .denied
                case .notDetermined: .notDetermined
                }
            let end: PartnerFrameworkStatus.Expiration =
                switch status.date {
                case .absent: .absent
                case .past: .at(now)
                case .future: .at(now + 1)
                }
            return PartnerFrameworkStatus(access: access, provider: status.provider, expiration: end)
        }
        call.identities = headers.identities.map { identity in
            switch identity {
            case .platform(let number): SharedIdentity(kind: .platform, issuer: "issuer", subject: "\(number)")
            case .service(let number): SharedIdentity(kind: .service, issuer: "issuer", subject: "\(number)")
            }
        }
        call.temporaryPassIdentifiers = headers.passUser.map { ["email": "\($0)"] }
        return call
    }

    /// The code with a number; if there is none, one that was never issued.
    private func code(_ number: Int) -> String { codes.isEmpty ? "AAAAAAA" : codes[RESTStep.index(number, of: codes.count)] }

    private func request(_ number: Int) -> String {
        requests.isEmpty ? "_never" : requests[RESTStep.index(number, of: requests.count)]
    }

    private mutating func openLogin(_ code: String) throws(Refusal) -> String {
        switch try service.send(Fixture.login(code)) {
        case .choice: return "choice"
        case .done: return "done"
        case .request(let request, let provider):
            requests.append(request.id)
            return "to \(provider.mvpd) request \(requests.count - 1)"
        }
    }

    private mutating func partnerProfile(
        _ caller: RESTCaller, _ headers: RESTHeaders, _ request: String
    ) throws(Refusal) -> String {
        let user = Self.id("alice")
        let event = EntitlementEvent.createPartnerProfile(
            call: call(caller, headers), partner: "Apple",
            evidence: .verified(.init(inResponseTo: request, subject: user, attributes: ["userID": .text(user)])))
        return switch try service.send(event) {
        case .created(let profile): "201 " + line([profile])
        case .existing(let profiles): "200 " + line(profiles)
        case .needsVerification: "verify"
        }
    }
}

// The lines.
extension RESTWalkService {
    private mutating func line(_ answer: SessionAnswer) -> String {
        var (code, request): (String?, String) = (nil, "")
        let action: String
        switch answer.step {
        case .authenticate(let record): (action, code) = ("authenticate", record.code)
        case .resume(let record): (action, code) = ("resume", record.code)
        case .retry(let record): (action, code) = ("retry", record.code)
        case .authorize: action = "authorize"
        case .partnerProfile(let pending, _):
            requests.append(pending.id)
            (action, request) = ("partner_profile", "request \(requests.count - 1)")
        }
        if let code, !codes.contains(code) { codes.append(code) }
        let number = code.flatMap { codes.firstIndex(of: $0) }.map { "#\($0)" } ?? "-"
        let missing = answer.missing.map(\.rawValue).joined(separator: ",")
        return [action, answer.reason.rawValue, answer.mvpd ?? "-", number, missing].joined(separator: " ") + request
    }

    private func line(_ profiles: [ProfileAnswer]) -> String {
        guard !profiles.isEmpty else { return "none" }
        return profiles.map { profile in
            let user =
                switch profile.metadata.data["userID"] {
                case .text("u-1001-alice"): "alice"
                case .text("u-1002-bob"): "bob"
                default: "-"
                }
            let line = "\(profile.mvpd) \(profile.type.rawValue) \(user) \(profile.notBefore)-\(profile.notAfter)"
            guard case .number(let left)? = profile.metadata.data["remaining_resources"],
                case .list(let used)? = profile.metadata.data["used_assets"]
            else { return line }
            return "\(line) left \(left) used \(used.joined(separator: ","))"
        }.joined(separator: "; ")
    }

    private static func line(_ decision: ResourceDecision) -> String {
        var words = [decision.resource, decision.source.rawValue, decision.isAuthorized ? "yes" : "no"]
        if let refusal = decision.refusal { words += ["\(refusal.status)", refusal.code?.rawValue ?? "-"] }
        if decision.mediaToken != nil { words.append("token") }
        if let start = decision.notBefore, let end = decision.notAfter {
            words.append(decision.source == .mvpd ? "\(start)-\(end)" : "timed")
        }
        return words.joined(separator: " ")
    }
}

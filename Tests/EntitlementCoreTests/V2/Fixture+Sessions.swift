import TVWorld

@testable import EntitlementCore

/// The domain and redirect URL that the fixture's client may use.
extension SessionFields {
    static let domain = "example.com"
    static let address = "adbe.example://done"

    /// Complete parameters, unless there is no provider.
    static func complete(_ mvpd: String? = "AlphaCable") -> SessionFields {
        SessionFields(mvpd: mvpd, domainName: domain, redirectURL: address)
    }
}

/// The sessions and profiles of REST v2.
extension Fixture {
    static let device = "device-1"
    /// Half an hour, in milliseconds.
    static let codeLifetime: Int64 = 1_800_000
    /// The lifetime of a profile, in milliseconds: the requestor's thirty days.
    static let profileLifetime: Int64 = 30 * 86_400_000

    /// What the access token of a client grants.
    static func access(_ client: String = client) -> ClientAccess { .client(id: client, scopes: [ClientScope.version2.rawValue]) }

    /// A call of the fixture's client on an iPhone.
    static func clientCall(
        _ serviceProvider: String = "REF30", device: String = device, client: String = client, platform: Platform? = .ios
    ) -> ClientCall {
        ClientCall(
            access: access(client), serviceProvider: serviceProvider, deviceIdentifier: .value(device),
            device: platform.map { .fields(["osName": $0.deviceType]) } ?? .absent, connection: ClientConnection())
    }

    /// The same with the status of the system account.
    static func partnerCall(
        _ access: PartnerFrameworkStatus.Access? = .granted, provider: String? = "alpha.example",
        expiration: PartnerFrameworkStatus.Expiration = .absent, platform: Platform? = .ios
    ) -> ClientCall {
        var call = clientCall(platform: platform)
        call.partnerStatus = PartnerFrameworkStatus(access: access, provider: provider, expiration: expiration)
        return call
    }

    /// The owner of the fixture's profiles.
    static func owner(_ serviceProvider: String = "REF30", device: String = device, client: String = client) -> DeviceKey {
        DeviceKey(requestor: serviceProvider, deviceID: device, applicationID: client)
    }

    /// Registers another client, with its own statement.
    mutating func register(_ client: String, for requestors: [String] = [], isRevoked: Bool = false) {
        save(
            SoftwareStatement(
                id: "statement-\(client)", requestors: requestors, name: "Other", platforms: [], schemes: ["adbe.other"],
                issuedAt: 0, isRevoked: isRevoked))
        save(ClientRegistration(id: client, secretDigest: [], statement: "statement-\(client)", redirectURIs: [], issuedAt: 0))
    }

    /// Sets the byte from which the next codes and identifiers are drawn: the codes are seven equal letters.
    mutating func draw(_ byte: UInt8) { random = ScriptedRandomSource(byte: byte) }

    /// The code that is drawn from a byte.
    static func code(_ byte: UInt8) -> String {
        String(String.UnicodeScalarView([Unicode.Scalar](repeating: RegistrationCode.alphabet[Int(byte)], count: 7)))
    }

    /// The identifier that is drawn from a byte.
    static func uuid(_ byte: UInt8) -> String { ScriptedRandomSource(byte: byte).uuid() }

    /// The record of a session that was just created.
    func session(_ byte: UInt8, _ fields: SessionFields, call: ClientCall = clientCall()) -> RegistrationCode {
        guard case .value(let device) = call.deviceIdentifier, case .client(let client, _) = call.access else {
            preconditionFailure("the call has no device or client")
        }
        var code = RegistrationCode(
            code: Self.code(byte), id: Self.uuid(byte),
            key: Self.owner(call.serviceProvider, device: device, client: client), clientID: client, mvpd: fields.mvpd,
            platform: call.platform, device: call.device.stored ?? [:], connection: call.connection, createdAt: now,
            expiresAt: now + Self.codeLifetime)
        code.session = AuthenticationSession(
            id: Self.uuid(byte), domainName: fields.domainName, redirectURL: fields.redirectURL, identities: call.identities)
        return code
    }

    /// Creates a session whose code is drawn from a byte.
    @discardableResult
    mutating func open(
        _ byte: UInt8 = 0, _ fields: SessionFields = .complete(), call: ClientCall = clientCall()
    ) throws -> RegistrationCode {
        draw(byte)
        switch try send(.createSession(call: call, fields: fields)).step {
        case .authenticate(let code), .resume(let code): return code
        case .retry, .authorize, .partnerProfile: throw Unexpected()
        }
    }

    /// Starts a login in a browser.
    mutating func startLogin(
        _ code: RegistrationCode, mvpd: String? = nil, activationURL: String? = nil
    ) throws -> PendingRequest {
        random = SystemRandomSource()
        let event = EntitlementEvent.startSessionLogin(
            serviceProvider: code.key.requestor, code: code.code, mvpd: mvpd, activationURL: activationURL)
        guard case .request(let request, _) = try send(event) else { throw Unexpected() }
        return request
    }

    /// The provider's response to a login.
    static func response(_ request: PendingRequest, subject: String = "u-1001-alice") -> EntitlementEvent<WebLoginCompletion> {
        .completeWebLogin(
            request: request.id,
            evidence: .verified(
                .success(.init(subject: subject, sessionIndex: "index", attributes: ["userID": .text(subject)]))))
    }

    /// Logs the user of a session in.
    @discardableResult
    mutating func logIn(
        _ code: RegistrationCode, mvpd: String? = nil, activationURL: String? = nil
    ) throws -> AuthenticationRecord {
        let request = try startLogin(code, mvpd: mvpd, activationURL: activationURL)
        guard case .signedIn(let record, _) = try send(Self.response(request)) else { throw Unexpected() }
        return record
    }

    /// Stores a profile, as a login that was completed just now.
    mutating func addProfile(
        _ owner: DeviceKey = owner(), mvpd: String = "AlphaCable", _ source: AuthenticationRecord.Source = .regular,
        attributes: [String: AttributeValue] = [:], lifetime: Int64 = profileLifetime, identities: [SharedIdentity] = []
    ) {
        let record = AuthenticationRecord(
            deviceKey: owner, mvpd: mvpd, userID: "u-1001-alice", tokenSource: source, sessionID: "session",
            attributes: attributes,
            createdAt: now, expiresAt: now + lifetime)
        save(ProfileRecord(authentication: record, identities: identities))
    }

    /// The answer with a profile that was stored just now.
    func profile(
        _ mvpd: String = "AlphaCable", _ type: ProfileType = .regular, notBefore: Int64? = nil, notAfter: Int64? = nil
    ) -> ProfileAnswer {
        let start = notBefore ?? now
        var data: [String: AttributeValue] = ["userID": .text("u-1001-alice")]
        if type == .appleSSO { data["tokenSource"] = .text("Apple") }
        if type == .degraded {
            data["userID"] = .text(AnonymousUser.degradation.id(of: Self.owner(), mvpd: mvpd))
        }
        return ProfileAnswer(
            mvpd: mvpd, type: type, notBefore: start, notAfter: notAfter ?? start + Self.profileLifetime,
            metadata: UserMetadata(updated: start / 1_000, data: data))
    }

    /// The profiles of the fixture's device.
    mutating func profiles(_ mvpd: String? = nil, call: ClientCall = clientCall()) throws(Refusal) -> [ProfileAnswer] {
        try send(.readProfiles(call: call, mvpd: mvpd))
    }

    /// The request for the profiles of a code.
    static func byCode(
        _ code: String, _ serviceProvider: String = "REF30", access: ClientAccess = access(), device: DeviceIdentifier = .absent
    ) -> EntitlementEvent<[ProfileAnswer]> {
        .readProfiles(
            access: access, serviceProvider: serviceProvider, code: code, deviceIdentifier: device,
            temporaryPassIdentifiers: nil)
    }

    /// The request for a session's information.
    static func read(
        _ code: String, _ serviceProvider: String = "REF30", access: ClientAccess = access()
    ) -> EntitlementEvent<RegistrationCode> {
        .readSession(access: access, serviceProvider: serviceProvider, code: code)
    }

    /// The request that resumes a session.
    static func resume(
        _ code: String, _ fields: SessionFields = SessionFields(), _ serviceProvider: String = "REF30",
        access: ClientAccess = access()
    ) -> EntitlementEvent<SessionAnswer> {
        .resumeSession(access: access, serviceProvider: serviceProvider, code: code, fields: fields)
    }

    /// The request of a session's login page.
    static func login(
        _ code: String, _ serviceProvider: String = "REF30", mvpd: String? = nil
    ) -> EntitlementEvent<SessionLogin> {
        .startSessionLogin(serviceProvider: serviceProvider, code: code, mvpd: mvpd)
    }

    /// Switches an integration off or on.
    mutating func integrate(_ isEnabled: Bool, mvpd: String = "AlphaCable") throws {
        try changeIntegration(of: "REF30", with: mvpd) { $0.isEnabled = isEnabled }
    }
}

extension SessionAnswer {
    /// An answer without a session, whose identifier is drawn from a byte.
    static func authorize(_ reason: Reason, _ mvpd: String = "AlphaCable", id byte: UInt8 = 0) -> SessionAnswer {
        SessionAnswer(step: .authorize, reason: reason, sessionID: Fixture.uuid(byte), mvpd: mvpd, serviceProvider: "REF30")
    }

    /// An answer with a session.
    static func open(_ step: Step, _ reason: Reason = .none, missing: [Parameter] = []) -> SessionAnswer {
        let code: RegistrationCode? =
            switch step {
            case .authenticate(let code), .resume(let code), .retry(let code): code
            case .authorize, .partnerProfile: nil
            }
        return SessionAnswer(
            step: step, reason: reason, missing: missing, sessionID: code?.session?.id ?? "", mvpd: code?.mvpd,
            serviceProvider: code?.key.requestor ?? "")
    }
}

extension Refusal? {
    /// Whether it is a refusal with this status and code, enhanced as all of REST v2 are.
    func isA(_ status: Int, _ code: ErrorCode) -> Bool {
        self?.status == status && self?.code == code && self?.isEnhanced == true
    }
}

import EntitlementModel
import EntitlementREST
import Foundation
import ServiceAccess

extension RESTClientRequest {
    /// The request that the client has sent; nil if it is not one of REST v2.
    ///
    /// - Parameter fingerprint: The identifier that the device has.
    init?(_ request: TransportRequest, fingerprint: String?) {
        let components = URLComponents(string: request.path)
        let path = (components?.path ?? "").split(separator: "/").map(String.init)
        let form = request.method == "POST" ? request.text : components?.percentEncodedQuery ?? ""
        guard let call = Self.call(request.method, path, Self.fields(form), request) else { return nil }
        var headers = Headers()
        // Credentials are also requested with a header of the device, which is not an identifier.
        if path.first == "api" {
            headers.device = request.headers["X-Device-Info"] != nil && request.headers["AP-Device-Identifier"] == fingerprint
        }
        headers.identity = request.headers["Adobe-Subject-Token"]
        headers.status = request.object("AP-Partner-Framework-Status").map(RESTClientStatus.init)
        headers.pass = request.object("AP-TempPass-Identity")?["email"]?.text
        let token = request.headers["Authorization"]?.trimmingPrefix("Bearer ")
        self.init(call, token: token.map { String($0) }, headers: headers)
    }

    private static func fields(_ form: String) -> [String: String] {
        let pairs = form.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false) }
        return Dictionary(
            pairs.map { (String($0[0]), $0.count > 1 ? String($0[1]).removingPercentEncoding ?? "?" : "") },
            uniquingKeysWith: { $0 + $1 })
    }

    private static func call(
        _ method: String, _ path: [String], _ form: [String: String], _ request: TransportRequest
    ) -> Call? {
        guard path.starts(with: ["api", "v2", "REF30"]) else {
            return switch (method, path.last) {
            case ("POST", "register"): .register
            case ("POST", "token"): .token(client: form["client_id"] ?? "")
            default: nil
            }
        }
        let fields = RESTFields(form)
        let parts = path.dropFirst(3).map { $0.removingPercentEncoding ?? "?" }
        switch (method, parts.first, parts.count) {
        case ("GET", "configuration", 1): return .configuration
        case ("POST", "sessions", 1): return .createSession(fields)
        case ("POST", "sessions", 2): return .resumeSession(parts[1], fields)
        case ("GET", "sessions", 2): return .session(parts[1])
        case ("POST", "sessions", 3) where parts[1...] == ["sso", "Apple"]: return .partnerSession(fields)
        case ("GET", "profiles", 1): return .profiles
        case ("GET", "profiles", 2): return .profile(parts[1])
        case ("GET", "profiles", 3) where parts[1] == "code": return .profileByCode(parts[2])
        case ("POST", "profiles", 3) where parts[1...] == ["sso", "Apple"]:
            let response = form["SAMLResponse"].flatMap { Data(base64Encoded: $0) }.map { String(decoding: $0, as: UTF8.self) }
            guard let number = response?.wholeMatch(of: /<response to='([0-9]+)'\/>/)?.1 else { return nil }
            return .partnerProfile(request: Int(number) ?? 0)
        case ("POST", "decisions", 3):
            guard ["authorize", "preauthorize"].contains(parts[1]), let json = JSONValue(parsing: request.body ?? []) else {
                return nil
            }
            return .decide(parts[2], json["resources"]?.texts ?? [], isPlayback: parts[1] == "authorize")
        case ("GET", "logout", 2): return .logout(parts[1], redirect: fields.redirect)
        default: return nil
        }
    }
}

extension RESTFields {
    static let domainName = "example.com"
    static let redirectURL = "https://www.example.com/done"

    fileprivate init(_ form: [String: String]) {
        self.init(
            mvpd: form["mvpd"], domain: form["domainName"].map { $0 == Self.domainName },
            redirect: form["redirectUrl"].map { $0 == Self.redirectURL })
    }
}

extension RESTClientStatus {
    fileprivate init(_ json: JSONValue) {
        let access = json["frameworkPermissionInfo"]?["accessStatus"]?.text.flatMap(RESTHeaders.Status.Access.init)
        let information = json["frameworkProviderInfo"]
        self.init(access ?? .notDetermined, information?["id"]?.text, information?["expirationDate"]?.text.flatMap { Int64($0) })
    }
}

// The answers as documents.
extension RESTClientAnswer {
    /// The answer to a call; nil if it is lost.
    func transported(to call: RESTClientRequest.Call) -> TransportAnswer? {
        let json: JSONValue
        switch self {
        case .lost: return nil
        case .throttled: return TransportAnswer(status: 429, body: Array("<html>".utf8))
        case .unavailable: return TransportAnswer(status: 503)
        case .garbage: return TransportAnswer(status: 200, body: Array("<html>".utf8))
        case .refused(let error): return TransportAnswer(status: 400, body: JSONValue.object(["error": .text(error)]).serialized)
        case .failure(let failure): return TransportAnswer(status: failure.status, body: failure.json.serialized)
        case .registered(let client): json = .object(["client_id": .text(client), "client_secret": .text("secret")])
        case .issued(let token): json = .object(["access_token": .text(token), "expires_in": .integer(3_600)])
        case .configuration(let names): json = Self.configuration(names)
        case .session(let session): json = session.json
        case .information(let mvpd, let missing, let validity):
            var members = Self.times(validity)
            var existing: [String: JSONValue] = ["serviceProvider": .text("REF30")]
            existing["mvpd"] = mvpd.map(JSONValue.text)
            members["existingParameters"] = .object(existing)
            members["missingParameters"] = .list(missing.map(JSONValue.text))
            json = .object(members)
        case .profiles(let profiles):
            json = .object(["profiles": .object(Dictionary(uniqueKeysWithValues: profiles.map { ($0.mvpd, $0.json) }))])
        case .decisions(let decisions):
            guard case .decide(let mvpd, _, _) = call else { return nil }
            json = .object(["decisions": .list(decisions.map { $0.json(mvpd) })])
        case .logout(let action):
            guard case .logout(let mvpd, _) = call else { return nil }
            let entry: [String: JSONValue] = ["actionName": .text(action), "url": .text("/adobe-services/logout")]
            json = .object(["logouts": .object([mvpd: .object(entry)])])
        }
        return TransportAnswer(status: 200, body: json.serialized)
    }

    /// Times in sessions are strings.
    fileprivate static func times(_ validity: ClosedRange<Int64>) -> [String: JSONValue] {
        ["notBefore": .text(String(validity.lowerBound)), "notAfter": .text(String(validity.upperBound))]
    }

    private static func configuration(_ names: Int) -> JSONValue {
        let mvpds = RESTClientWorld.mvpds.map { mvpd in
            var members: [String: JSONValue] = ["id": .text(mvpd), "displayName": .text("\(mvpd) \(names)")]
            members["enablePlatformServices"] = .flag(RESTClientWorld.supported.contains(mvpd))
            members["displayInPlatformPicker"] = .flag(mvpd != "Beta")
            members["platformMappingId"] = RESTClientWorld.platform[mvpd].map(JSONValue.text)
            return JSONValue.object(members)
        }
        return .object(["requestor": .object(["id": .text("REF30"), "mvpds": .list(mvpds)])])
    }
}

extension RESTClientAnswer.Failure {
    fileprivate var json: JSONValue {
        .object(["status": .integer(Int64(status)), "code": .text(code), "action": .text(action), "message": .text(code)])
    }
}

extension RESTClientAnswer.Profile {
    fileprivate var json: JSONValue {
        .object([
            "notBefore": .integer(start), "notAfter": .integer(end), "issuer": .text(mvpd), "type": .text(type),
            "attributes": .object(["userID": .object(["value": .text(user), "state": .text("plain")])]),
        ])
    }
}

extension RESTClientAnswer.Session {
    fileprivate var json: JSONValue {
        var members = validity.map(RESTClientAnswer.times) ?? [:]
        members["actionName"] = .text(action)
        members["actionType"] = .text(action == "authenticate" ? "interactive" : "direct")
        members["reasonType"] = .text(reason)
        members["url"] = .text("/api/v2/next")
        members["mvpd"] = mvpd.map(JSONValue.text)
        members["code"] = code.map(JSONValue.text)
        members["missingParameters"] = .list(missing.map(JSONValue.text))
        if let request {
            members["authenticationRequest"] = .object([
                "type": .text("saml"), "request": .text(Digest.base64(Array(String(request).utf8))),
                "attributesNames": .list([.text("uid")]),
            ])
        }
        return .object(members)
    }
}

extension RESTClientAnswer.Decision {
    fileprivate func json(_ mvpd: String) -> JSONValue {
        var members: [String: JSONValue] = [
            "resource": .text(resource), "serviceProvider": .text("REF30"), "mvpd": .text(mvpd), "source": .text(source),
            "authorized": .flag(failure == nil),
        ]
        members["error"] = failure?.json
        members["token"] = token.map {
            .object(["notBefore": .integer(0), "notAfter": .integer(1), "serializedToken": .text("token \($0)")])
        }
        return .object(members)
    }
}

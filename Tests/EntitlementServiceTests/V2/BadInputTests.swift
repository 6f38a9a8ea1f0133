import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import TVWorld
import Testing

@testable import EntitlementService

/// Every header, parameter and field of every operation of REST v2 in the OpenAPI document: missing, empty, of the wrong type,
/// too long, twice, and in the wrong encoding. Each is rejected with its own error, or counts as not sent; nothing
/// fails, and no rejected call stores anything.
@Suite("Bad input for REST v2")
struct BadInputTests {
    static let operations = ((try? OpenAPIDocument.current.get().json).map(DescribedOperation.all) ?? []).filter {
        $0.name.contains(" /api/v2/")
    }

    /// The errors for each value that a client sends. With any other defect, a value counts as not sent.
    private static let codes: [String: Set<String>] = [
        "Authorization": ["invalid_access_token_client_application"],
        "AP-Device-Identifier": ["invalid_header_device_identifier"],
        "X-Device-Info": ["invalid_header_device_info"],
        "AP-Partner-Framework-Status": ["invalid_header_pfs_permission_access_not_present"],
        "AP-TempPass-Identity": ["invalid_header_identity_for_temporary_access"],
        "Adobe-Subject-Token": [], "X-Roku-Reserved-Roku-Connect-Token": [], "AD-Service-Token": [], "AP-Visitor-Identifier": [],
        "X-Forwarded-For": [],
        "serviceProvider": ["invalid_parameter_service_provider"],
        "mvpd": ["invalid_parameter_mvpd", "invalid_integration"],
        "code": ["invalid_parameter_code", "invalid_authentication_session"],
        "partner": ["invalid_parameter_partner"],
        "domainName": [],
        "redirectUrl": ["invalid_parameter_redirect_url"],
        "resources": ["invalid_parameter_resources", "too_many_resources"],
        "SAMLResponse": ["invalid_parameter_saml_response"],
    ]

    @Test("The document describes thirteen operations, and only values that have an error here")
    func complete() {
        #expect(Self.operations.count == 13)
        let places = ["path", "query", "header"]
        let named = Self.operations.flatMap { operation in
            places.flatMap(operation.names) + operation.bodyFields
        }
        #expect(Set(named).union(["Authorization"]) == Set(Self.codes.keys))
    }

    @Test("No wrong value has an effect", arguments: operations.map(\.name))
    func operation(name: String) async throws {
        let operation = try #require(Self.operations.first { $0.name == name })
        try await Fixture().testApp { app in
            // The user is signed in at one provider, and a session is open for another.
            _ = try await app.logIn(try await app.createSession())
            let session = try await app.createSession(Client.sessionFields.merging(["mvpd": "DeltaCoop"]) { $1 })
            let call = Call(operation, code: try #require(session.json["code"]?.text))
            let usual = Outcome(try await app.send(call))
            #expect(usual.status < 500)
            for input in call.inputs {
                try await app.fixture.environment.guesses.reset()
                let before = try await app.created()
                let answer = try await app.send(input.call)
                let outcome = Outcome(answer)
                var note: String { "\(name), \(input): \(answer.status) \(answer.text.prefix(300))" }
                if answer.status >= 400 { #expect(try await app.created() == before, "\(note)") }
                var isRight = outcome == usual || input.isRefused(answer, Self.codes[input.name] ?? [])
                if !isRight, let absent = input.absent { isRight = outcome == Outcome(try await app.send(absent)) }
                #expect(isRight, "\(note)")
            }
        }
    }
}

/// The compared parts of an answer.
private struct Outcome: Equatable {
    var status: Int
    var code: String?
    var action: String?
    var missing: [String]

    init(_ answer: Client.Answer) {
        status = answer.status
        code = answer.status < 400 ? nil : answer.code
        action = answer.json["actionName"]?.text
        missing = answer.json["missingParameters"]?.texts ?? []
    }
}

/// A correct call, which can be made wrong in one place.
private struct Call {
    var method: HTTPRequest.Method
    var template: String
    var path: [String: String]
    var query: [String] = []
    var headers: [(name: String, value: String)] = []
    var fields: [String] = []
    /// The body, instead of the fields.
    var body: [UInt8]?
    let isJSON: Bool
    private let operation: DescribedOperation

    private static let status = Client.base64(
        #"{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{}}"#)
    private static let values = [
        "AP-Device-Identifier": "fingerprint \(Client.base64("device-1"))", "X-Device-Info": Client.base64(#"{"osName":"iOS"}"#),
        "AP-Partner-Framework-Status": status, "AP-TempPass-Identity": Client.base64(#"{"email":"a"}"#),
        "AP-Visitor-Identifier": "visitor", "X-Forwarded-For": "192.0.2.1",
    ]
    private static let forms = [
        "mvpd": "AlphaCable", "domainName": "example.com", "redirectUrl": "adbe.example%3A%2F%2Fdone",
        "SAMLResponse": "PHg%2BPC94Pg",
    ]

    init(_ operation: DescribedOperation, code: String) {
        self.operation = operation
        let words = operation.name.split(separator: " ")
        method = words[0] == "POST" ? .post : .get
        template = String(words[1])
        path = ["serviceProvider": "REF30", "mvpd": "GammaSat", "code": code, "partner": "Apple"]
        isJSON = operation.bodyTypes.contains("application/json")
        for name in operation.names(ofParametersIn: "header") { Self.values[name].map { headers.append((name, $0)) } }
        for name in operation.names(ofParametersIn: "query") { Self.forms[name].map { query.append("\(name)=\($0)") } }
        fields = operation.bodyFields.map { isJSON ? #""\#($0)":["news"]"# : "\($0)=\(Self.forms[$0] ?? "")" }
    }

    var uri: String {
        let filled = path.reduce(template) { $0.replacing("{\($1.key)}", with: $1.value) }
        return query.isEmpty ? filled : "\(filled)?\(query.joined(separator: "&"))"
    }

    var bytes: [UInt8]? {
        guard method == .post else { return nil }
        return body ?? Array((isJSON ? "{\(fields.joined(separator: ","))}" : fields.joined(separator: "&")).utf8)
    }
}

/// One wrong value.
private struct Input: CustomStringConvertible {
    let name: String
    let value: String
    let call: Call
    /// The call without the value.
    let absent: Call?

    var description: String { "\(name) \(value.prefix(60))" }

    /// Whether an answer is an error that a wrong value may cause.
    func isRefused(_ answer: Client.Answer, _ codes: Set<String>) -> Bool {
        // An excess is rejected before the path is checked.
        if [404, 413, 414, 431].contains(answer.status) { return answer.message?.isEmpty == false || isPage(answer) }
        // A path that lacks a segment is that of another call.
        if absent == nil, value.isEmpty { return (400..<500).contains(answer.status) && answer.message?.isEmpty == false }
        if call.template.contains("/authenticate/") { return answer.status == 400 && isPage(answer) }
        let isEnhanced = ["action", "message", "helpUrl", "trace"].allSatisfy { answer.json[$0]?.text?.isEmpty == false }
        return answer.code.map(codes.contains) == true && isEnhanced && answer.json["status"]?.integer == Int64(answer.status)
    }

    private func isPage(_ answer: Client.Answer) -> Bool { answer.headers[.contentType]?.hasPrefix("text/html") == true }
}

extension Call {
    private static let long = [1_025, 5_000, 20_000].map { String(repeating: "x", count: $0) }
    /// As written in a path, a query or a form.
    private static let texts =
        ["", "%20", "%00", "a%00b", "%0D%0Aa", "%FF", "%C3%28", "%zz", "%", "..", "..%2F..", "%E2%80%AE", "0", "[]", "é"] + long
    private static let headerValues =
        ["", " ", "%%%", "fingerprint", "fingerprint ", "Bearer", "Basic eDp5", "Bearer a.b.c", "é", "a.b.c", "=", "{}"]
        + ["[]", "7", "null", "{", #"{"osName":7}"#, #"{"frameworkPermissionInfo":7}"#, #"{"email":7}"#].map(Client.base64)
        + [Data([255, 254]).base64EncodedString()] + long + ["fingerprint \(Client.base64(long[0]))"]
    private static let jsonValues =
        ["null", "7", "true", #""news""#, "{}", "[]", "[7]", "[null]", #"[""]"#, #"[" "]"#, #"[["news"]]"#, #"["\u0000"]"#]
        + [#"["news",{}]"#, #"["\ud800"]"#, "[\"\(long[2])\"]"]
        + ["[" + (0..<1_000).map { "\"r\($0)\"" }.joined(separator: ",") + "]", String(repeating: "[", count: 20_000)]
    private static let bodies: [[UInt8]] =
        ["", "{", "[]", "null", "7", "=&=&&", "a=%", "{}{}", "\u{FEFF}{}", String(repeating: "{\"a\":", count: 2_000)].map {
            Array($0.utf8)
        } + [[0xFF, 0xFE, 0], [0xC3, 0x28], [UInt8](repeating: 0x61, count: 3 << 20)]

    /// The call with each of its values made wrong in every way.
    var inputs: [Input] {
        let segments = operation.pathParameters.flatMap { name in
            Self.texts.map { text in Input(name: name, value: text, call: with { $0.path[name] = text }, absent: nil) }
        }
        let isOpen = operation.schemes.isEmpty
        let names = operation.names(ofParametersIn: "header") + (isOpen ? [] : ["Authorization"])
        let queries = operation.names(ofParametersIn: "query")
        return segments + names.flatMap(headerInputs) + queries.flatMap { inputs(of: $0, \.query, Self.texts) }
            + operation.bodyFields.flatMap { inputs(of: $0, \.fields, isJSON ? Self.jsonValues : Self.texts) } + bodyInputs
    }

    private func with(_ change: (inout Call) -> Void) -> Call {
        var call = self
        change(&call)
        return call
    }

    private func headerInputs(_ name: String) -> [Input] {
        let absent = with { call in
            call.headers.removeAll { $0.name == name }
            // Otherwise the client adds its own.
            if name == "Authorization" { call.headers.append((name, "Bearer")) }
        }
        let right = headers.first { $0.name == name }?.value ?? "a"
        let twice = with { call in
            call.headers.removeAll { $0.name == name }
            call.headers += [(name, right), (name, right)]
        }
        return [
            Input(name: name, value: "missing", call: absent, absent: absent),
            Input(name: name, value: "twice", call: twice, absent: absent),
        ]
            + Self.headerValues.map { value in
                let wrong = with { call in
                    call.headers.removeAll { $0.name == name }
                    call.headers.append((name, value))
                }
                return Input(name: name, value: value, call: wrong, absent: absent)
            }
    }

    /// A parameter of the query or a field of the body.
    private func inputs(of name: String, _ place: WritableKeyPath<Call, [String]>, _ values: [String]) -> [Input] {
        let mark = isJSON ? #""\#(name)":"# : "\(name)="
        let absent = with { $0[keyPath: place].removeAll { $0.hasPrefix(mark) } }
        let doubled = with { call in call[keyPath: place] += call[keyPath: place].filter { $0.hasPrefix(mark) } }
        return [
            Input(name: name, value: "missing", call: absent, absent: absent),
            Input(name: name, value: "twice", call: doubled, absent: absent),
        ]
            + values.map { value in
                let wrong = absent.with { $0[keyPath: place].append(mark + value) }
                return Input(name: name, value: value, call: wrong, absent: absent)
            }
    }

    /// Unreadable bodies, and bodies of the wrong type, in which no field is sent.
    private var bodyInputs: [Input] {
        guard method == .post else { return [] }
        let absent = with { $0.fields = [] }
        let name = operation.bodyFields[0]
        let types = [
            "", "application/xml", "text/plain; charset=utf-16", isJSON ? "multipart/form-data" : "application/json", "é",
        ]
        return Self.bodies.map { body in
            Input(name: name, value: "body of \(body.count) bytes", call: with { $0.body = body }, absent: absent)
        }
            + types.map { type in
                Input(name: name, value: "type \(type)", call: with { $0.headers.append(("Content-Type", type)) }, absent: absent)
            }
    }
}

extension Client {
    /// Sends a call unchanged.
    fileprivate func send(_ call: Call) async throws -> Answer {
        var fields = HTTPFields()
        for (name, value) in call.headers {
            let name = try #require(HTTPField.Name(name))
            fields[values: name].append(value)
        }
        if fields[.authorization] == nil, let accessToken { fields[.authorization] = "Bearer \(accessToken)" }
        if fields[.contentType] == nil, call.method == .post {
            fields[.contentType] = call.isJSON ? "application/json" : "application/x-www-form-urlencoded"
        }
        let response = try await http.executeRequest(
            uri: call.uri, method: call.method, headers: fields, body: call.bytes.map { ByteBuffer(bytes: $0) })
        return Answer(status: response.status.code, headers: response.headers, text: String(buffer: response.body))
    }
}

import ServiceAccess
import Testing

@testable import AccessEnabler

/// The service's refusals of an authorization, as reported to the app.
@Suite("Refused authorizations")
struct AuthorizationRefusalTests {
    /// A refusal by the enhanced code in the body, as with a service that sends no headers.
    private func refusal(_ code: String?, status: Int = 403, headers: [String: String] = [:]) -> AuthorizationRefusal {
        var object: [String: JSONValue] = ["status": .integer(Int64(status)), "details": .text("why")]
        object["code"] = code.map(JSONValue.text)
        let answer = HTTPAnswer(status: status, headers: headers, body: JSONValue.object(object).serialized)
        return AuthorizationRefusal(.answer(answer), resource: "news")
    }

    @Test(
        "each enhanced code has its advanced one",
        arguments: [
            ("authorization_denied_by_mvpd", "Z100"), ("authorization_denied_by_parental_controls", "Z100"),
            ("identity_not_recognized_by_mvpd", "Z100"), ("authorization_denied_by_hba_policies", "Z100"),
            ("authorization_denied_by_session_invalidated", "Z100"), ("authorization_denied_by_repeated_denials", "Z110"),
            ("network_received_error", "Z120"), ("network_connection_timeout", "Z120"),
            ("maximum_execution_time_exceeded", "Z120"), ("malformed_authz_request", "Z130"), ("missing_resource", "Z130"),
            ("authorization_denied_by_degradation_rule", "Z169"), ("internal_error", "Z500"), ("unknown_integration", "Z500"),
            ("something_new", "Z500"),
        ])
    func codes(enhanced: String, advanced: String) {
        let refusal = refusal(enhanced)
        #expect(refusal.statuses.map(\.errorID) == [advanced])
        #expect(refusal.statuses.first?.resource == "news" && refusal.statuses.first?.message == refusal.description)
        #expect(refusal.description == (advanced == "Z120" ? "Network: why" : "why"))
        #expect(!refusal.isSessionLost)
    }

    @Test(
        "a login that the service does not know is N000 and ends on the device",
        arguments: [
            "authentication_session_missing", "authentication_session_expired", "authentication_session_invalidated",
            "authentication_session_issuer_mismatch",
        ])
    func lostSession(enhanced: String) {
        let refusal = refusal(enhanced)
        #expect(
            refusal.isSessionLost && refusal.statuses == [StatusReport(.n000, resource: "news")] && refusal.description == "")
        #expect(self.refusal(nil, status: 412).isSessionLost)
    }

    @Test("the service's header decides; without enhanced errors it is the only information")
    func header() {
        let headers = ["authzf-error-code": "Z110", "authzf-sub-error-code": "authorization_denied_by_mvpd"]
        #expect(refusal(nil, headers: headers).statuses.first?.errorID == "Z110")
        let lost = ["authzf-sub-error-code": "authentication_session_missing"]
        #expect(refusal(nil, headers: lost).isSessionLost)
    }

    @Test("a plain 403 is a denial by the MVPD and keeps the login; a page is not")
    func plain() {
        let refusal = refusal(nil)
        #expect(refusal.statuses == [StatusReport(.z100, message: "why", resource: "news")] && !refusal.isSessionLost)
        let page = HTTPAnswer(status: 403, body: Array("<html>".utf8))
        #expect(AuthorizationRefusal(.answer(page), resource: "news").statuses.first?.errorID == "Z500")
    }

    @Test("a resource that is too long for a request is malformed", arguments: [414, 431])
    func tooLong(status: Int) {
        #expect(refusal(nil, status: status).statuses.first?.errorID == "Z130")
    }

    @Test("an empty resource is malformed, with the same status as from the service")
    func empty() {
        var app = FakeApp.signedIn()
        app.call(.getAuthorization(resource: "", data: [:]))
        let text = "The resource is empty."
        #expect(
            app.takeCallbacks().suffix(2) == [
                .status(StatusReport(.z130, message: text, resource: "")),
                .tokenRequestFailed(resource: "", code: USER_NOT_AUTHORIZED_ERROR, description: text),
            ])
    }

    @Test("errors before the request reaches its endpoint: R400, R401, SEC420, otherwise the network")
    func otherOutcomes() {
        let outcomes: [(ServiceOutcome, String)] = [
            (.notRegistered, "R400"), (.noAccessToken, "R401"), (.insecure("x"), "SEC420"), (.unreachable("x"), "Z120"),
            (.noCredentials(HTTPAnswer(status: 429)), "Z100"), (.noCredentials(HTTPAnswer(status: 503)), "Z500"),
        ]
        for (outcome, code) in outcomes {
            let refusal = AuthorizationRefusal(outcome, resource: "news")
            #expect(refusal.statuses.map(\.errorID) == [code] && !refusal.isSessionLost, "\(outcome)")
            #expect(!refusal.description.isEmpty)
        }
        // As if the service could not reach the provider (row 4.6).
        let offline = AuthorizationRefusal(.unreachable("x"), resource: "news")
        #expect(offline.description == "Network: x" && offline.statuses.first?.message == offline.description)
    }

    @Test("media RSS is sent and returned as the app wrote it")
    func mediaRSS() {
        let document = "<rss version=\"2.0\">\n<channel><title>news</title><item><guid>g&amp;1</guid></item></channel></rss>"
        var app = FakeApp.signedIn()
        app.service.takesMediaRSS = true
        app.call(.getAuthorization(resource: document, data: [:]))
        #expect(app.takeCallbacks().last?.entry.details["resource"] == .text(document))
        let asked = app.service.requests.flatMap(\.query).filter { $0.name == "resource" }.map(\.value)
        #expect(asked == [document, document])
        app.call(.getMetadata(arguments: ["opCode": .integer(1), "resource_id": .text(document)]))
        #expect(app.takeCallbacks().last?.entry.details["metadata"]?.text != nil)
    }
}

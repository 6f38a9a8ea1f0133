import EntitlementCore
import EntitlementService
import HTTPTypes
import TVWorld
import Testing

@Suite("Faults and the clock in the administration", .service)
struct FaultAdministrationTests {
    private let client = Client.current

    @Test("faults are added, listed with their counts, removed; the journal records it")
    func administration() async throws {
        let added = try await client.administer(
            .post, "faults", #"{"id":"down","at":"service.config","status":503,"after":1,"times":1}"#)
        #expect(added.status == 201)
        #expect(
            added.text == #"{"id":"down","at":"service.config","applicationId":null,"error":null,"saml":null,"status":503,"#
                + #""hang":false,"disconnect":false,"delay":0,"jitter":0,"bandwidth":0,"after":1,"times":1,"#
                + #""percent":100,"from":0,"for":0,"seen":0,"struck":0,"waiting":0,"usedUp":false}"#)
        let client = try await client.registered()
        let statuses = [
            try await client.get("/api/v1/config/REF30").status, try await client.get("/api/v1/config/REF30").status,
            try await client.get("/api/v1/config/REF30").status,
        ]
        #expect(statuses == [200, 503, 200])
        let listed = try await client.administer(.get, "faults").json["faults"]?.elements.first
        #expect(listed?["seen"]?.integer == 3 && listed?["struck"]?.integer == 1 && listed?["usedUp"] == true)
        #expect(try await client.administer(.delete, "faults/down").status == 204)
        #expect(try await client.administer(.delete, "faults/down").status == 404)
        #expect(try await client.administer(.post, "faults/down/release").status == 404)
        let events = try await client.administer(.get, "journal").json["entries"]?.elements ?? []
        let told = events.filter { $0["details"]?["fault"] == "down" }
        #expect(told.map { $0["event"]?.text } == ["fault.added", "fault.struck", "fault.removed"])
        #expect(told.map { $0["details"]?["effect"]?.text } == ["status 503", "status 503", "status 503"])
    }

    @Test("a fault accepts exactly the errors that the service can return")
    func errors() {
        let registration = RegistrationError.allCases.map(\.rawValue)
        let codes = ErrorCode.allCases.map(\.rawValue)
        let calls = AccessError.allCases.map(\.rawValue) + codes
        #expect(FaultPoint.registration.errors == registration)
        #expect(FaultPoint.webLogin.errors == codes)
        #expect(FaultPoint.authorize.errors == calls)
        #expect(Set(FaultPoint.service.errors) == Set(registration + calls))
        #expect(Set(FaultPoint.service.errors).count == FaultPoint.service.errors.count)
    }

    @Test("a bad SAML response at another point than the providers' pages is rejected with the possible point")
    func misplaced() async throws {
        let refused = try await client.administer(.post, "faults", #"{"at":"service.config","saml":"expired"}"#)
        #expect(refused.status == 400)
        #expect(refused.message == "saml is for faults at mvpd.saml, not at service.config.")
        let unknown = try await client.administer(.post, "faults", #"{"at":"mvpd.saml","saml":"expird"}"#)
        #expect(unknown.message?.hasPrefix("saml takes one of expired, ") == true)
    }

    @Test("DELETE with an empty identifier is 404, and removes nothing")
    func emptyIdentifier() async throws {
        _ = try await client.administer(.post, "faults", #"{"at":"service.any","hang":true}"#)
        for path in ["faults/", "faults//", "temporary-passes/?requestor=REF30&mvpd=TempPass"] {
            #expect(try await client.administer(.delete, path).status == 404, "\(path)")
        }
        #expect(try await client.administer(.get, "faults/").json["faults"]?.elements.count == 1)
    }

    @Test("a fault without a name gets one; names are unique; reset and clear remove all")
    func names() async throws {
        let body = #"{"at":"service.any","hang":true}"#
        #expect(try await client.administer(.post, "faults", body).json["id"] == "service-fault-1")
        #expect(try await client.administer(.post, "faults", body).json["id"] == "service-fault-2")
        let again = try await client.administer(.post, "faults", #"{"id":"service-fault-2","at":"service.any","hang":true}"#)
        #expect(again.status == 409 && again.message?.contains("service-fault-2") == true)
        #expect(try await client.administer(.delete, "faults").status == 204)
        #expect(try await client.administer(.get, "faults").text == #"{"faults":[]}"#)
        #expect(try await client.administer(.post, "faults", body).status == 201)
        #expect(try await client.administer(.post, "reset").status == 204)
        #expect(try await client.administer(.get, "faults").text == #"{"faults":[]}"#)
        #expect(try await client.registered().get("/api/v1/config/REF30").status == 200)
    }

    @Test("a scenario's seed also determines the jitter of faults that are added after its own were cleared")
    func seededJitter() async throws {
        for _ in 1...2 {
            let scenario = #"{"schema":"vsa-scenario/1","name":"x","seed":7}"#
            #expect(try await client.administer(.put, "scenario", scenario).status == 200)
            #expect(try await client.administer(.delete, "faults").status == 204)
            #expect(try await client.administer(.post, "faults", #"{"at":"service.config","jitter":50}"#).status == 201)
            let app = try await client.registered()
            for _ in 1...4 { #expect(try await app.get("/api/v1/config/REF30").status == 200) }
        }
        let events = try await client.administer(.get, "journal").json["entries"]?.elements ?? []
        let delays = events.filter { $0["event"] == "fault.struck" }.map { $0["details"]?["delay"]?.text }
        #expect(delays.count == 8 && delays.prefix(4).elementsEqual(delays.suffix(4)), "\(delays)")
    }

    @Test(
        "a wrong fault is rejected, and the field is named",
        arguments: [
            (#"{"at":"service.any","point":"service.any","hang":true}"#, "at is another name of point; give point only"),
            (#"{"point":"nope","hang":true}"#, "point takes one of service.any"),
            (#"{"point":5,"hang":true}"#, "point takes one of service.any"), (#"{"at":"nope"}"#, "at takes one of service.any"),
            ("[]", "JSON object"), ("{}", "at takes one of service.any"), (#"{"at":"vsa.access","hang":true}"#, "service.any"),
            (#"{"at":"service.any"}"#, "does nothing"), (#"{"at":"service.any","hang":true,"status":500}"#, "one of error"),
            (#"{"at":"service.any","status":99}"#, "200 to 599"), (#"{"at":"service.any","saml":"expired"}"#, "mvpd.saml"),
            (#"{"at":"mvpd.saml","saml":"late"}"#, "not-yet-valid"), (#"{"at":"service.any","hang":1}"#, "true or false"),
            (#"{"at":"service.register","error":"invalid_requestor"}"#, "invalid_software_statement"),
            (#"{"at":"service.config","error":"Rejected"}"#, "invalid_requestor"),
            (#"{"at":"service.any","delay":86400001}"#, "delay takes"),
            (#"{"at":"service.any","hang":true,"x":1}"#, "\"x\" is unknown"),
            (#"{"id":"a b","at":"service.any","hang":true}"#, "id takes"),
            (#"{"id":".","at":"service.any","hang":true}"#, "not . or .. alone"),
            (#"{"id":"..","at":"service.any","hang":true}"#, "not . or .. alone"),
            (#"{"at":"service.any","hang":true,"applicationId":"a b"}"#, "com.example.player"),
            (#"{"at":"service.any","hang":true,"for":-1}"#, "for takes"),
            (#"{"at":"service.any","hang":true,"percent":0}"#, "percent takes"),
            (#"{"at":"service.any","hang":true,"percent":101}"#, "percent takes"),
            (#"{"at":"service.any","bandwidth":-1}"#, "bandwidth takes"),
            (#"{"at":"mvpd.saml","bandwidth":9}"#, "HTTP responses of the service, not at mvpd.saml"),
        ])
    func wrong(body: String, text: String) async throws {
        let answer = try await client.administer(.post, "faults", body)
        #expect(answer.status == 400 && answer.message?.contains(text) == true, "\(answer.text)")
        #expect(try await client.administer(.get, "faults").text == #"{"faults":[]}"#)
    }

    @Test("the clock is set, advanced, rejected if wrong, and reset; tokens expire when it passes their end")
    func clock() async throws {
        // Nodes use the machine's clock, which continues.
        try await Fixture(isOneNode: true).test { client in
            let client = try await client.registered()
            try await client.signIn()
            let start = client.fixture.clock.milliseconds()
            let advanced = try await client.administer(.post, "clock/advance", #"{"milliseconds":86400000}"#)
            #expect(advanced.json["time"]?.integer == start + 86_400_000 && advanced.json["mode"] == "frozen")
            // The access token of the client has ended with the day.
            #expect(try await client.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 401)
            let renewed = try await client.registered()
            #expect(try await renewed.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 200)
            let month = try await client.administer(
                .put, "clock", #"{"specification":"frozen:\#(start / 1_000 + 31 * 86_400).5"}"#)
            #expect(month.json["time"]?.integer == start + 31 * 86_400_000 + 500)
            let late = try await client.registered()
            #expect(try await late.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 410)
            for (method, path, body) in [
                (HTTPRequest.Method.put, "clock", "{}"), (.put, "clock", #"{"specification":"tomorrow"}"#),
                (.put, "clock", #"{"specification":"frozen:999999999999"}"#), (.post, "clock/advance", #"{"milliseconds":"1"}"#),
                (.post, "clock/advance", #"{"milliseconds":-3153600000000}"#),
            ] where !(try await client.administer(method, path, body).status == 400) {
                // A hundred years before 2027 can be written; nothing before it cannot.
                #expect(body.contains("-3153600000000"))
            }
            #expect(try await client.administer(.post, "reset").status == 204)
            #expect(try await client.administer(.get, "clock").json["time"]?.integer == start)
            let events = try await client.administer(.get, "journal").json["entries"]?.elements ?? []
            #expect(events.count { $0["event"] == "clock.changed" } >= 3)
        }
    }
}

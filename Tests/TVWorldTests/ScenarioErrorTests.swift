import Encodings
import TVWorld
import Testing

@Suite("Mistakes in scenarios")
struct ScenarioErrorTests {
    /// The mistakes in a scenario with these members.
    private func problems(_ members: String, extending parent: Scenario? = nil) -> [WorldDocumentError] {
        let error = #expect(throws: ScenarioError.self) { try ScenarioTests.scenario(members, extending: parent) }
        return error?.problems ?? []
    }

    @Test("a thousand are reported, in a time that grows only with the document", .timeLimit(.minutes(10)))
    func many() {
        #expect(problems((1...50_000).map { "\"k\($0)\": 1" }.joined(separator: ",")).count == 1_000)
    }

    @Test(
        "a repeated name is reported once, in addition to the element's own mistakes",
        arguments: [
            (#""apps":[{"id":"a.b"},{"id":"a.b","access":"no"}]"#, ["apps[1].access", "apps[1].id"]),
            (
                #""faults":[{"id":"a","at":"vsa.access","hang":true},{"id":"a","at":"vsa.acces","hang":true}]"#,
                ["faults[1].at", "faults[1].id"]
            ),
            (
                #""providers":[{"id":"alpha.example"},{"id":"alpha.example","login":"fax"}]"#,
                ["providers[1].id", "providers[1].login"]
            ),
            (
                #""subscribers":[{"provider":"alpha.example","username":"alice","password":"a"},"#
                    + #"{"provider":"alpha.example","username":"alice","pasword":"b"}]"#,
                ["subscribers[1].attributes.userID", "subscribers[1].pasword", "subscribers[1].username"]
            ),
            (#""requestors":[{"id":"REF30"},{"id":"REF30","name":1}]"#, ["requestors[1].id", "requestors[1].name"]),
            (
                #""integrations":[{"requestor":"REF30","provider":"alpha.example"},"#
                    + #"{"requestor":"REF30","provider":"alpha.example","enabled":1}]"#,
                ["integrations[1].enabled", "integrations[1].provider"]
            ),
        ])
    func twice(members: String, fields: [String]) {
        #expect(problems(members).map(\.field).sorted() == fields)
    }

    @Test("of a scenario with a missing parent all mistakes are reported that the parent cannot affect")
    func orphan() throws {
        let document = try JSON(
            parsing: #"""
                {"name": "x", "extends": "nowhere", "regoin": "US", "apps": [{"id": "a.b", "access": "no"}],
                 "subscribers": [{"provider": "zeta.example", "username": "zoe"}], "integrations": [{"requestor": "NIGHT"}],
                 "faults": [{"id": "a", "at": "vsa.acces", "hang": true}]}
                """#.utf8)
        let fields = Scenario.mistakes(ofOrphan: document).problems.map(\.field)
        #expect(fields.sorted() == ["apps[0].access", "faults[0].at", "regoin"])
    }

    @Test("a mistake of the document as a whole has the document as its subject")
    func subject() {
        let error = #expect(throws: ScenarioError.self) { try Scenario(document: Array("{".utf8)) }
        #expect(error?.description.hasPrefix("the document is not JSON: ") == true)
    }

    @Test("an escape is four hexadecimal digits, without a sign", arguments: ["+001", "-001", "-000", "00", "00g0"])
    func escapes(digits: String) {
        #expect(throws: JSONError.self) { try JSON(parsing: "\"\\u\(digits)\"".utf8) }
    }

    @Test("all of them are reported in one run, with their locations and the nearest names")
    func all() {
        let problems = problems(
            #"""
            "regoin": "US", "seed": -1, "clock": {"device": "reel", "service": {"offset": "1 day"}},
            "apps": [{"id": "com..x"}, {"id": "a.b", "acces": "granted"}, {"id": "a.b"}],
            "providers": [{"id": "alpha.example", "boarding": "suported", "mvpd": "a b", "login": "fax"}],
            "subscribers": [{"provider": "alfa.example", "username": "x"}],
            "account": {"provider": "alpha.example", "subscriber": "alicia", "expires-in": "soon"},
            "answers": [{"on": "acces", "answer": "granted"}, {"on": "picker", "answer": "alpha"},
                        {"on": "picker", "provider": "alpha.example", "answer": "other"}],
            "unanswered": "wait",
            "faults": [{"id": "a", "at": "vsa.metdata", "error": "Rejectd"}, {"id": "b", "at": "vsa.access", "saml": "expired"},
                       {"id": "c", "at": "vsa.access", "hang": true, "disconnect": true}, {"id": "d", "at": "service.any"},
                       {"id": "e", "at": "vsa.access", "status": 503}, {"id": "f", "at": "vsa.any", "delay": "1"},
                       {"id": "g", "at": "service.authorize", "error": "device_mismatch"}, {"id": "h", "at": "service.any", "status": 199}],
            "developer": {"cash-buster": true}, "applications": [{"id": "p", "requestor": "REF31"}],
            "requestors": [{"id": "REF30", "profiles": {"a": 1}}],
            "integrations": [{"requestor": "REF30", "provider": "alpha.example", "degraded": "all"}],
            "expect": [{"with": {"a": [1]}}, {"event": "library.statis"},
                       {"event": "library.status", "with": {"errorid": "N004"}}]
            """#)
        let fields = problems.map(\.field)
        for field in [
            "regoin", "seed", "clock.device", "clock.service.offset", "apps[0].id", "apps[1].acces", "apps[2].id",
            "providers[0].boarding", "providers[0].mvpd", "providers[0].login", "subscribers[0].provider",
            "account.subscriber", "account.expires-in", "answers[0].on", "answers[1].answer", "answers[2].provider", "unanswered",
            "faults[0].at", "faults[0].error", "faults[1].saml", "faults[2].disconnect", "faults[3]", "faults[4].status",
            "faults[5].delay", "faults[6].error", "faults[7].status", "developer.cash-buster", "applications[0].requestor",
            "requestors[0].profiles.a",
            "integrations[0].degraded", "expect[0].event", "expect[0].with.a",
            "expect[1].event", "expect[2].with.errorid",
        ] { #expect(fields.contains(field), "\(field) is not in \(fields)") }
        #expect(Set(fields).count == fields.count)
        for nearest in [
            "region", "access", "supported", "alpha.example", "alice", "vsa.metadata", "Rejected", "cache-buster",
            "library.status", "errorId", "device_id_mismatch",
        ] {
            #expect(problems.contains { $0.message.contains(#"did you mean "\#(nearest)""#) }, "\(nearest)")
        }
    }

    @Test(
        "a fault without a valid point has no mistake that depends on the point",
        arguments: [#""error": "device_id_mismatch""#, #""error": "Rejected""#, #""status": 503"#, #""saml": "expired""#])
    func effectWithoutPoint(effect: String) {
        #expect(problems(#""faults": [{"point": "service.authorise", \#(effect)}]"#).map(\.field) == ["faults[0].point"])
        #expect(problems(#""faults": [{\#(effect)}]"#).map(\.field) == ["faults[0].point"])
    }

    @Test("durations in seconds do not accept fractions; an answer is not ambiguous")
    func meanings() {
        #expect(
            problems(
                #"""
                "account": {"provider": "alpha.example", "subscriber": "alice", "expires-in": "500ms"},
                "faults": [{"at": "vsa.access", "hang": true, "during": {"from": "1500ms", "for": "1999ms"}}],
                "providers": [{"id": "other", "mvpd": "Other"}], "subscribers": [{"provider": "alpha.example", "username": "cancel"}],
                "answers": [{"on": "picker", "answer": "other"}, {"on": "sign-in", "answer": "cancel"}]
                """#
            ).map(\.field).sorted() == [
                "account.expires-in", "answers[0].answer", "answers[1].answer", "faults[0].during.for", "faults[0].during.from",
            ])
    }

    @Test("an application is for at least one platform, but for none if an earlier version stored it that way")
    func noPlatforms() throws {
        let members = #""applications": [{"id": "p", "requestor": "REF30", "platforms": []}]"#
        let problem = problems(members).first
        #expect(problem?.field == "applications[0].platforms")
        #expect(problem?.message == "takes at least one of ios, tvos")
        let stored = Array(#"{"schema": "vsa-scenario/1", "name": "x", \#(members)}"#.utf8)
        #expect(try Scenario(document: stored, isStored: true).applications.map(\.platforms) == [[]])
    }

    @Test("an element without a valid name is not among the accepted names")
    func nameless() {
        let problems = problems(#""providers": [{"id": "a b"}], "account": {"provider": "nowhere.example", "subscriber": "x"}"#)
        let message = problems.first { $0.field == "account.provider" }?.message ?? ""
        #expect(message.hasSuffix(#""delta.example", "epsilon.example""#), "\(message)")
    }

    @Test("a name that several providers' subscribers have is listed once")
    func repeatedName() {
        let problems = problems(#""account": {"provider": "nowhere.example", "subscriber": "x"}"#)
        let message = problems.first { $0.field == "account.subscriber" }?.message ?? ""
        #expect(message.hasSuffix(#"; accepted: "alice", "bob", "carol""#), "\(message)")
    }

    @Test("a fault's name is one that both daemons accept in their calls")
    func faultNames() throws {
        func members(_ name: String) -> String {
            #""faults": [{"id": "\#(name)", "point": "service.config", "status": 503}]"#
        }
        for name in ["é", "a b", "a/b", ".", "..", "", "*", "a~", String(repeating: "x", count: 65)] {
            let problems = problems(members(name))
            #expect(problems.map(\.field) == ["faults[0].id"], "\(name)")
            #expect(problems.first?.message.hasPrefix("takes \(TextRule.faultName.accepted), not ") == true, "\(name)")
            #expect(throws: FaultProblem.name) { try Fault(FaultRecord(id: name, at: "service.config"), at: .service) }
        }
        for name in ["1e3", "a.B_c-9", "...", String(repeating: "x", count: 64)] {
            let fault = try #require(try ScenarioTests.scenario(members(name)).faults.last)
            #expect(try Fault(FaultRecord(fault), at: .service) == fault, "\(name)")
        }
    }

    @Test(
        "a list that cannot be read is one mistake, without those of the elements that refer to it",
        arguments: ["providers", "subscribers", "requestors", "integrations", "resources"], ["null", #""a""#, "{}"])
    func unreadableList(key: String, value: String) {
        let rest =
            #""account": {"provider": "alpha.example", "subscriber": "alice"}, "#
            + #""temp-pass": [{"requestor": "REF30", "mvpd": "TempPass", "kind": "basc"}]"#
        #expect(problems(#""\#(key)": \#(value), \#(rest)"#).map(\.field).sorted() == [key, "temp-pass[0].kind"].sorted())
        let alone = #""extends": "none", "applications": [{"id": "p", "requestor": "R"}, {"id": "q"}]"#
        #expect(problems(#"\#(alone), "\#(key)": \#(value)"#).map(\.field) == [key, "applications[1].requestor"])
    }

    @Test("an unknown kind of pass or scheme has no mistake that depends on it")
    func unknownKind() {
        #expect(
            problems(
                #"""
                "temp-pass": [{"requestor": "REF30", "mvpd": "TempPass", "kind": "promo", "resources": 3, "key": "k"}],
                "providers": [{"id": "alpha.example", "authentication-schemes": ["AIP"], "api-response": "x"},
                              {"id": "beta.example", "authentication-schemes": "API", "api-response": "x"},
                              {"id": "gamma.example", "authentication-schemes": [], "api-response": "x"}]
                """#
            ).map(\.field).sorted() == [
                "providers[0].authentication-schemes[0]", "providers[1].authentication-schemes",
                "providers[2].authentication-schemes", "temp-pass[0].kind",
            ])
        #expect(
            problems(
                #"""
                "temp-pass": [{"requestor": "REF30", "mvpd": "TempPass", "resources": 3}],
                "providers": [{"id": "alpha.example", "api-response": "x"}]
                """#
            ).map(\.field).sorted() == ["providers[0].api-response", "temp-pass[0].resources"])
    }

    @Test("not a scenario: what is expected")
    func noScenario() {
        for (text, field) in [("[]", ""), ("{}", "schema"), (#"{"schema": "vsa-scenario/2", "name": "a"}"#, "schema"), ("{", "")]
        {
            let error = #expect(throws: ScenarioError.self) { try Scenario(document: Array(text.utf8)) }
            #expect(error?.problems.first?.field == field, "\(text): \(error?.description ?? "")")
        }
        #expect(problems(#""extends": "other""#).map(\.field) == ["extends"])
        let list = problems(#""extends": ["a"]"#)
        #expect(list.map(\.field) == ["extends"])
        #expect(list.first?.message.hasSuffix("the name or path of another scenario, not a list") == true, "\(list)")
    }

    @Test("merged elements are reported with their locations in the file, inherited ones as such")
    func places() throws {
        let gone = #""resources": ["news"]"#
        #expect(problems(gone).count == 15)
        #expect(problems(gone).allSatisfy { $0.field.hasPrefix("(inherited) subscribers[") })
        #expect(
            problems(#""providers": [{"id": "new.tv"}, {"id": "beta.example", "scoping": 1}]"#).map(\.field) == [
                "providers[1].scoping"
            ])
        #expect(problems(#""providers": [{"id": "new.tv"}, {"id": "new.tv"}]"#).map(\.field) == ["providers[1].id"])
        let clash = problems(#""providers": [{"id": "new.tv", "mvpd": "BetaFiber"}]"#)
        #expect(clash.map(\.field) == ["providers[0].mvpd"] && clash[0].message.contains("(inherited) providers[1]"))
        let parent = try ScenarioTests.scenario(
            #"""
            "account": {"provider": "alpha.example", "subscriber": "alice"},
            "answers": [{"on": "access", "answer": "denied"}, {"on": "picker", "answer": "alpha.example"}]
            """#)
        let pass = #""providers": [{"id": "alpha.example", "temporary-pass": true}]"#
        func own(_ members: String) -> [String] {
            problems("\(pass)\(members)", extending: parent).map(\.field).filter { !$0.contains("subscribers") }
        }
        #expect(own("") == ["(inherited) account.provider", "(inherited) answers[1].answer"])
        #expect(own(#", "account": {"expires-in": "1h"}, "answers": []"#) == ["account.provider"])
    }

    @Test("a mistake in an element does not make references to it dangle")
    func noFollowUps() {
        let problems = problems(
            #"""
            "extends": "none", "providers": [{"id": "a.tv", "boarding": 1}], "requestors": [{"id": "R", "media-ttl": 0}],
            "subscribers": [{"provider": "a.tv", "username": "x"}], "integrations": [{"requestor": "R", "provider": "a.tv"}]
            """#)
        #expect(problems.map(\.field) == ["providers[0].boarding", "requestors[0].media-ttl"])
    }
}

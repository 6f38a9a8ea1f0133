import Foundation
import TVWorld
import Testing

@testable import Administration

/// `/admin/v1` writes what its clients read.
@Suite("resources of the administration")
struct ResourceTests {
    private func read<Value: Decodable>(_ json: TVWorld.JSON, as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.serialized.utf8))
    }

    @Test("members keep the order of their declaration, and a missing value is left out")
    func order() throws {
        let integration = IntegrationResource(
            requestor: "REF30", mvpd: "AlphaCable", provider: "alpha.example", enabled: true,
            sso: .init(ios: true, tvos: false), degraded: "none", platformAuthnTTL: .init(tvos: 60), preauthorizeLimit: 5,
            resources: ["news": .init(deny: "rating", message: "No."), "arts": .init(deny: "geo")])
        #expect(
            integration.json.serialized
                == #"{"requestor":"REF30","mvpd":"AlphaCable","provider":"alpha.example","enabled":true,"#
                + #""sso":{"ios":true,"tvos":false},"degraded":"none","platformAuthnTTL":{"tvos":60},"preauthorizeLimit":5,"#
                + #""resources":{"arts":{"deny":"geo"},"news":{"deny":"rating","message":"No."}}}"#)
        #expect(try read(integration.json) == integration)
    }

    @Test("a missing value is null if the resource defines that, and each resource has its own rule")
    func nulls() throws {
        let session = SessionResource(
            id: "s", requestor: "REF30", deviceId: "d", appId: "", mvpd: "AlphaCable", userId: "u", source: "apple",
            createdAt: 1, expiresAt: 2, platform: nil, visitorId: nil, device: ["b": "2", "a": "1"])
        let page = SessionPage(sessions: [session], next: nil, total: 1)
        #expect(
            page.json.serialized
                == #"{"sessions":[{"id":"s","interface":"v1","requestor":"REF30","deviceId":"d","appId":"","#
                + #""mvpd":"AlphaCable","userId":"u","source":"apple","createdAt":1,"expiresAt":2,"device":{"a":"1","b":"2"}}],"#
                + #""next":null,"total":1}"#
        )
        #expect(try read(page.json) == page)
    }

    @Test("a list is the member that its resource names")
    func list() throws {
        let schemes = ResourceList([CustomSchemeResource(requestor: "REF30", scheme: "adbe.x")])
        #expect(schemes.json.serialized == #"{"customSchemes":[{"requestor":"REF30","scheme":"adbe.x"}]}"#)
        #expect(try read(schemes.json, as: ResourceList<CustomSchemeResource>.self).elements == schemes.elements)
        #expect(ResourceList<FaultRecord>([]).json.serialized == #"{"faults":[]}"#)
    }

    @Test("a journal entry has a document only if it was requested")
    func journal() {
        func entry(_ document: String??) -> String {
            JournalEntryResource(
                sequence: 1, time: 2, machineTime: 3, event: "service.reset", outcome: "ok", request: "r", correlation: nil,
                details: [:], document: document
            ).json.serialized
        }
        let members =
            #"{"sequence":1,"time":2,"machineTime":3,"event":"service.reset","outcome":"ok","request":"r","#
            + #""correlation":null,"details":{}"#
        #expect(entry(nil) == members + "}")
        #expect(entry(.some(nil)) == members + #","document":null}"#)
        #expect(entry("<a/>") == members + #","document":"<a/>"}"#)
    }

    @Test("usage has all counts, in the order of a table")
    func usage() {
        let text = UsageResource(start: 0, requestor: "", counts: ["media-tokens": 2]).json.serialized
        #expect(text.hasPrefix(#"{"start":0,"requestor":"","counts":{"authn-attempts":0,"authn-pending":0,"#))
        #expect(text.hasSuffix(#""media-tokens":2,"unique-sessions":0}}"#))
    }

    @Test("a frozen clock's offset is to the machine's time")
    func clock() {
        let clock = ClockResource(.frozen(milliseconds: 5_000), machine: 2_000)
        #expect(
            clock.json.serialized
                == #"{"specification":"frozen:5","mode":"frozen","offset":3000,"time":5000,"machineTime":2000}"#)
    }
}

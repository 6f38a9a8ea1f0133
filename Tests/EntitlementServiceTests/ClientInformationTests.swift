import Foundation
import HTTPTypes
import SAML
import TVWorld
import Testing

@testable import EntitlementCore
@testable import EntitlementService

@Suite("Client information over HTTP", .app)
struct ClientInformationTests {
    private let client = Client.current

    private static let name = HTTPField.Name("X-Device-Info")!
    private let device = "requestor=REF30&deviceId=device-1"

    private static func base64(_ json: String) -> String { Data(json.utf8).base64EncodedString() }

    @Test("Base64, URL-encoded Base64, URL-safe, unpadded; header, query or body; anything else is 400")
    func encodings() async throws {
        let plain = Self.base64(#"{"model":"iPhone","osName":"iOS","x":"~~~???>>>"}"#)
        let good = [
            plain, Client.encode(plain), plain.replacing("+", with: "-").replacing("/", with: "_"),
            plain.replacing("=", with: ""), plain.prefix(8) + "\r\n" + plain.dropFirst(8),
        ]
        for text in good {
            if !text.contains("\n") {
                #expect(try await client.send(.get, "/api/v1/config/REF30", headers: [Self.name: text]).status == 200)
            }
            #expect(try await client.get("/api/v1/config/REF30?device_info=\(Client.encode(text))").status == 200)
        }
        for text in ["no Base64!", "%zz", Self.base64("[]"), Self.base64(#"{"a":1,}"#)] {
            let answer = try await client.send(.get, "/api/v1/config/REF30", headers: [Self.name: text])
            #expect(answer.status == 400 && answer.code == "invalid_device_info", "\(text)")
        }
        let body = try await client.post(
            "/api/v1/tokens/authn", ["requestor": "REF30", "deviceId": "device-1", "device_info": "no Base64!"])
        #expect(body.status == 400 && body.code == "invalid_device_info")
        // The published sample lacks a comma.
        let broken = Self.base64(#"{"model":"AppleTV" "osName":"tvOS"}"#)
        #expect(try await client.get("/api/v1/config/REF30?device_info=\(broken)").code == "invalid_device_info")
    }

    @Test("a wrong value is rejected by the name of its key, with the accepted values")
    func wrongValue() async throws {
        let text = Self.base64(#"{"model":"iPhone","osName":"BeOS"}"#)
        let answer = try await client.send(.get, "/api/v1/checkauthn?\(device)", headers: [Self.name: text])
        #expect(answer.status == 400 && answer.code == "invalid_device_info")
        #expect(answer.message?.contains("osName takes Android") == true)
    }

    @Test("device and visitor information is stored with the session and in the journal")
    func stored() async throws {
        try await client.trust()
        let response = client.response(to: try await client.profileRequest())
        let information = Self.base64(#"{"model":"iPhone","osName":"ios","displayWidth":"390","browserName":""}"#)
        let answer = try await client.post(
            "/api/v1/tokens/authn",
            [
                "requestor": "REF30", "deviceId": "device-1", "mvpd": "AlphaCable", "deviceType": "iOS",
                "SAMLResponse": Data(try response.signed(with: client.fixture.provider).utf8).base64EncodedString(),
                "device_info": information, "ap_vi": "visitor-7",
            ])
        #expect(answer.status == 204)
        let key = DeviceKey(requestor: "REF30", deviceID: "device-1")
        let record = try await client.fixture.environment.engine.inspect { $0.authentications[key] }
        #expect(record?.visitorID == "visitor-7" && record?.platform == .ios)
        #expect(record?.device == ["model": "iPhone", "osName": "iOS", "displayWidth": "390"])
        let entries = client.fixture.environment.engine.journal.entries(after: 0)
        #expect(entries.last?.details["visitorId"] == "visitor-7")
        for uri in ["/api/v1/config/REF30?ap_vi=v8", "/api/v1/authorize?\(device)&resource=news&ap_vi=v8"] {
            _ = try await client.get(uri)
            #expect(client.fixture.environment.engine.journal.entries(after: 0).last?.details["visitorId"] == "v8")
        }
        let long = try await client.get("/api/v1/checkauthn?\(device)&ap_vi=\(String(repeating: "v", count: 1_025))")
        #expect(long.status == 400 && long.message?.contains("ap_vi") == true)
    }

    @Test("the app's profile and the names of its data are in the journal")
    func profile() async throws {
        let journal = client.fixture.environment.engine.journal
        _ = try await client.get("/api/v1/config/REF30?applicationProfile=tv")
        #expect(journal.entries(after: 0).last?.details["applicationProfile"] == "tv")
        let answer = try await client.post(
            "/reggie/v1/REF30/regcode",
            ["deviceId": "device-1", "applicationProfile": "tv", "generic_data": #"{"email":"someone@mail.example","age":"7"}"#])
        #expect(answer.status == 201)
        let entry = try #require(journal.entries(after: 0).last)
        #expect(entry.details["applicationProfile"] == "tv" && entry.details["genericData"] == "age email")
        #expect(!entry.details.values.contains { $0.contains("someone") })
        let long = String(repeating: "p", count: 1_025)
        for uri in [
            "/api/v1/config/REF30?applicationProfile=\(long)", "/api/v1/checkauthn?\(device)&applicationProfile=\(long)",
        ] {
            let refused = try await client.get(uri)
            #expect(refused.status == 400 && refused.message?.contains("applicationProfile") == true)
        }
    }

    @Test("the client's address is the first of X-Forwarded-For, in its usual spelling; other names are ignored")
    func address() {
        for (header, address) in [
            ("203.0.113.7", "203.0.113.7"), (" 203.0.113.7 , 10.0.0.1", "203.0.113.7"), ("[2001:DB8::0:1]", "2001:db8::1"),
            ("203.0.113.7:49152", "203.0.113.7"), ("[2001:db8::1]:443", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"),
            ("unknown", nil), ("unknown:1", nil), ("[", nil), ("", nil), (String(repeating: "1", count: 100), nil),
        ] {
            #expect(ClientAddress([.forwardedFor: header], peer: nil).text == address, "\(header)")
        }
    }
}

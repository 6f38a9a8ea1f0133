import EntitlementCore
import Foundation
import HTTPTypes
import SAML
import TVWorld
import Testing

@testable import EntitlementService

@Suite("Profiles and logout of REST v2 over HTTP", .service)
struct ProfileRouteTests {
    private let client = Client.current

    private static let none = JSON.object([.init("profiles", .object([]))])

    /// A client that is signed in at Gamma Sat.
    private func signedIn(_ client: Client) async throws -> Client {
        let app = try await client.registered()
        #expect(try await app.logIn(try await app.createSession()).destination == "adbe.example://done")
        return app
    }

    @Test("E6, E7 a profile is its device's and client's own; times are numbers")
    func profiles() async throws {
        let app = try await signedIn(client)
        let all = try await app.call(.profiles)
        let now = client.fixture.clock.milliseconds()
        #expect(
            all.text.hasPrefix(
                #"{"profiles":{"GammaSat":{"notBefore":\#(now),"notAfter":\#(now + 30 * 86_400_000),"issuer":"GammaSat","#
                    + #""type":"regular","attributes":{"#), "\(all.text)")
        let one = try await app.call(.profile, path: Endpoint.profile.path(mvpd: "GammaSat"))
        #expect(one.status == 200 && one.json == all.json)
        #expect(try await app.call(.profile).json == Self.none)
        #expect(try await app.call(.profiles, headers: Client.headers(device: "device-2")).json == Self.none)
        #expect(try await client.registered().call(.profiles).json == Self.none)
        #expect(try await app.get("/api/v1/tokens/authn?requestor=REF30&deviceId=device-1").status == 404)
    }

    @Test("25.12 metadata is encrypted, or the attribute has the error instead of its value")
    func encryption() async throws {
        let pem = await TestKeys.service.value.certificate.pem
        try await Fixture { world in
            world.requestors[0].metadataEncryption = MetadataEncryption(certificate: pem)
        }.test { client in
            let app = try await signedIn(client)
            let attributes = try await app.call(.profiles).json["profiles"]?["GammaSat"]?["attributes"]
            let zip = try #require(attributes?["zip"])
            #expect(zip["state"] == "enc" && zip["error"] == nil)
            #expect(Data(base64Encoded: zip["value"]?.text ?? "")?.count == 256)
            #expect(attributes?["userID"]?["state"] == "plain")
        }
    }

    @Test("E7 a temporary pass is shown before it starts, and not in the list of all")
    func temporary() async throws {
        let app = try await client.registered()
        let answer = try await app.call(.profile, path: Endpoint.profile.path(mvpd: "TempPass"))
        let profile = answer.json["profiles"]?["TempPass"]
        #expect(profile?["type"] == "temporary" && profile?["issuer"] == "Adobe")
        let user = profile?["attributes"]?["userID"]?["value"]?.text ?? ""
        #expect(user.wholeMatch(of: /temppass_[0-9a-f]{40}/) != nil)
        let end = profile?["attributes"]?["expiration_date"]?["value"]
        #expect(end?.integer == profile?["notAfter"]?.integer && end?.integer != nil)
        #expect(try await app.call(.profiles).json == Self.none)
        let count = try await app.fixture.environment.engine.store.count(RecordQuery<StartedTemporaryPass>())
        #expect(count == 0)
    }

    @Test("E11 the profile is gone at once; its single-use URL ends the login at the provider and leads back")
    func logout() async throws {
        let app = try await signedIn(client)
        let path = Endpoint.logout.path(mvpd: "GammaSat")
        let back = Client.encode("adbe.example://out")
        let answer = try await app.call(.logout, path: "\(path)?redirectUrl=\(back)")
        let logout = answer.json["logouts"]?["GammaSat"]
        #expect(logout?["actionName"] == "logout" && logout?["actionType"] == "interactive" && logout?["mvpd"] == "GammaSat")
        let url = try #require(logout?["url"]?.text)
        let expected = "http://localhost/adobe-services/logout?noflash=true&mso_id=GammaSat&requestor_id=REF30&redirect_url="
        #expect(url.hasPrefix(expected), "\(url)")
        #expect(!url.contains("u-1001") && !url.contains("device-1"))
        #expect(try await app.call(.profiles).json == Self.none)
        var browser = WalkingBrowser(client)
        #expect(try await browser.open(url).destination == "adbe.example://out")
        let again = try await client.get(String(url.dropFirst("http://localhost".count)))
        #expect(again.status == 302 && again.headers[.location] == "adbe.example://out")
        let second = try await app.call(.logout, path: path)
        #expect(second.text == #"{"logouts":{"GammaSat":{"actionName":"invalid","actionType":"none","mvpd":"GammaSat"}}}"#)
    }

    @Test("E7, E9, E11 an MVPD is the same in every spelling of its characters")
    func spelling() async throws {
        let (name, other) = ("Gamm\u{E1}", "Gamma\u{301}")
        try await Fixture { world in
            world.rename("GammaSat", to: name)
        }.test { client in
            let app = try await client.registered()
            let session = try await app.createSession(Client.sessionFields.merging(["mvpd": other]) { $1 })
            #expect(try await app.logIn(session).destination == "adbe.example://done")
            let profile = try await app.call(.profile, path: Endpoint.profile.path(mvpd: Client.encode(name)))
            #expect(profile.json != Self.none)
            let again = try await app.call(.profile, path: Endpoint.profile.path(mvpd: Client.encode(other)))
            #expect(again.json == profile.json)
            for spelling in [name, other] {
                _ = try await app.call(.authorize, path: Endpoint.authorize.path(mvpd: Client.encode(spelling)))
            }
            #expect(try await client.created()["authorizations"] == 1)
            let logout = try await app.call(.logout, path: Endpoint.logout.path(mvpd: Client.encode(other)))
            #expect(logout.json["logouts"]?[other]?["actionName"] == "logout")
            #expect(try await app.call(.profiles).json == Self.none)
        }
    }

    @Test("E11 HEAD performs no logout, neither the app's nor the browser's")
    func head() async throws {
        let app = try await signedIn(client)
        let path = Endpoint.logout.path(mvpd: "GammaSat")
        let refused = try await app.send(.head, path, headers: Client.headers())
        #expect(refused.status == 405 && refused.headers[.allow] == "GET")
        #expect(try await app.call(.profiles).json != Self.none)
        let url = try #require(try await app.call(.logout, path: path).json["logouts"]?["GammaSat"]?["url"]?.text)
        #expect(try await client.send(.head, url.replacing("http://localhost", with: "")).status == 405)
        #expect(try await client.get(url.replacing("http://localhost", with: "")).headers[.location]?.contains("gamma") == true)
    }

    @Test(
        "E11 an address that is not the app's deletes nothing",
        arguments: [
            "https://evil.test", "javascript:alert(1)", "\u{0}", "adbe.example://" + String(repeating: "x", count: 4_000),
        ])
    func redirect(url: String) async throws {
        let app = try await signedIn(client)
        let path = Endpoint.logout.path(mvpd: "GammaSat") + "?redirectUrl=\(Client.encode(url))"
        let answer = try await app.call(.logout, path: path)
        #expect(answer.status == 400 && answer.code == "invalid_parameter_redirect_url")
        #expect(answer.message?.contains("Accepted, up to 2048 bytes: ") == true)
        #expect(try await app.call(.profiles).json != Self.none)
        for redirect in ["redirectUrl=", "redirectUrl=%FF", "redirecturl=x"] {
            let path = Endpoint.logout.path() + "?\(redirect)"
            #expect(try await app.call(.logout, path: path).json["logouts"]?["AlphaCable"]?["actionName"] == "invalid")
        }
    }

    @Test("E11 a pass and a degraded provider are complete; after an administrator ended it, a profile is invalid")
    func otherLogouts() async throws {
        let app = try await signedIn(client)
        let pass = try await app.call(.logout, path: Endpoint.logout.path(mvpd: "TempPass"))
        #expect(pass.json["logouts"]?["TempPass"]?["actionName"] == "complete")
        let id = try await client.administer(.get, "sessions").json["sessions"]?.elements.first?["id"]?.text ?? ""
        #expect(try await client.administer(.delete, "sessions/\(id)").status == 204)
        let ended = try await app.call(.logout, path: Endpoint.logout.path(mvpd: "GammaSat"))
        #expect(ended.json["logouts"]?["GammaSat"]?["actionName"] == "invalid")
    }
}

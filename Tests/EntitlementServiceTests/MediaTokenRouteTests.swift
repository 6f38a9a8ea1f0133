import EntitlementCore
import Foundation
import HTTPTypes
import MediaTokenVerifier
import PrivateSession
import SAML
import TVWorld
import Testing
import VSATesting

@testable import EntitlementService

@Suite("Media tokens over HTTP", .app)
struct MediaTokenRouteTests {
    private let client = Client.current
    private let device = "requestor=REF30&deviceId=device-1"

    /// A media token of a device that is signed in and authorized.
    private func token(resource: String = "news") async throws -> String {
        #expect(try await client.get("/api/v1/authorize?\(device)&resource=\(Client.encode(resource))").status == 200)
        let answer = try await client.get("/api/v1/tokens/media?\(device)&resource=\(Client.encode(resource))")
        return try #require(answer.json["serializedToken"]?.text)
    }

    private func verify(_ token: String, requestor: String = "REF30", resource: String? = "news") async throws -> JSON {
        var members = [JSON.Member("token", .string(token)), .init("requestor", .string(requestor))]
        if let resource { members.append(.init("resource", .string(resource))) }
        let answer = try await client.administer(.post, "media-tokens/verify", JSON.object(members).serialized)
        #expect(answer.status == 200, "\(answer.text)")
        return answer.json
    }

    @Test("a token is accepted once; the second use is detected and reports the time of the first")
    func oneUse() async throws {
        try await client.signIn()
        let token = try await token()
        let first = try await verify(token)
        #expect(first["status"] == "VALID_TOKEN" && first["accepted"] == true && first["used"] == false)
        #expect(first["ttl"]?.integer == 420_000 && first["mvpdId"] == "AlphaCable" && first["proxyMvpdId"] == .null)
        #expect(first["expires"]?.integer == client.fixture.clock.milliseconds() + 420_000)
        let time = client.fixture.clock.milliseconds()
        client.fixture.clock.advance(seconds: 1)
        let second = try await verify(token, resource: nil)
        #expect(second["status"] == "VALID_TOKEN" && second["accepted"] == false && second["used"] == true)
        #expect(second["usedAt"]?.integer == time)
        #expect(try await verify(try await self.token())["accepted"] == true, "another second, another token")
        let uses = client.fixture.environment.engine.journal.entries(after: 0).filter { $0.event == .mediaTokenUsed }
        #expect(uses.count == 3 && uses.allSatisfy { $0.details["requestor"] == "REF30" })
    }

    @Test("a token is issued without a login, valid or expired; wrong fields are named", .service)
    func issued() async throws {
        func issue(_ body: String) async throws -> (status: Int, json: JSON) {
            let answer = try await client.administer(.post, "media-tokens", body)
            return (answer.status, answer.json)
        }
        let issued = try await issue(#"{"requestor":"REF30","resource":"news"}"#)
        #expect(issued.status == 201 && issued.json["mvpd"] == "AlphaCable")
        let valid = try await verify(try #require(issued.json["token"]?.text))
        #expect(valid["status"] == "VALID_TOKEN" && valid["ttl"]?.integer == 420_000)
        let expired = try await issue(#"{"requestor":"REF30","resource":"news","expired":true,"mvpd":"BetaFiber"}"#)
        let token = try #require(expired.json["token"]?.text)
        #expect(try await verify(token)["status"] == "TOKEN_EXPIRED" && expired.json["mvpd"] == "BetaFiber")
        #expect(try await issue(#"{"requestor":"NOBODY","resource":"news"}"#).status == 404)
        for body in [
            #"{"requestor":"REF30"}"#, #"{"requestor":"REF30","resource":"news","mvpd":"Nobody"}"#,
            #"{"requestor":"REF30","resource":"news","expired":1}"#, #"{"requestor":"REF30","resource":"news","x":1}"#,
        ] {
            #expect(try await issue(body).status == 400, "\(body)")
        }
    }

    @Test("an invalid token is reported with the verifier's names, and is not counted as a use")
    func results() async throws {
        try await client.signIn()
        let token = try await token()
        let xml = String(decoding: try #require(Data(base64Encoded: token)), as: UTF8.self)
        let forged = Data(xml.replacing("<resourceID>news<", with: "<resourceID>kids<").utf8).base64EncodedString()
        #expect(try await verify(forged, resource: "kids")["status"] == "INVALID_SIGNATURE")
        #expect(try await verify("nonsense")["status"] == "INVALID_TOKEN_FORMAT")
        #expect(try await verify(token, requestor: "REF60")["status"] == "INVALID_TOKEN_FORMAT")
        let other = try await verify(token, resource: "sports")
        #expect(other["status"] == "INVALID_RESOURCE_ID" && other["accepted"] == false && other["used"] == false)
        #expect(try await verify(token)["accepted"] == true)
        client.fixture.clock.advance(seconds: 420)
        #expect(try await verify(token)["status"] == "TOKEN_EXPIRED")
    }

    @Test(
        "a wrong body is rejected by the field's name", .service,
        arguments: [
            (#"{"requestor":"REF30"}"#, "token"), (#"{"token":"","requestor":"REF30"}"#, "token"),
            (#"{"token":"a"}"#, "requestor"), (#"{"token":"a","requestor":"R","resource":7}"#, "resource"),
            (#"{"token":"a","requestor":"R","resourceID":"r"}"#, "resourceID"), ("[", "JSON object"),
        ])
    func wrongBody(body: String, word: String) async throws {
        let answer = try await client.administer(.post, "media-tokens/verify", body)
        #expect(answer.status == 400 && answer.message?.contains(word) == true)
    }

    @Test("roll-over: the new key signs at once; tokens of both certificates verify until those of the old one have ended")
    func rollOver() async throws {
        try await client.signIn()
        let old = try await token()
        let oldCertificate = try await client.get("/media-token/certificate").text
        let rolled = try await client.administer(.post, "media-certificates/roll")
        #expect(rolled.status == 200)
        // In the same second it would be the same text, and thus the same token.
        client.fixture.clock.advance(seconds: 1)
        let new = try await token()
        let bundle = try await client.get("/media-token/certificate").text
        #expect(bundle.hasSuffix(oldCertificate) && bundle.hasPrefix("-----BEGIN CERTIFICATE-----"))
        let clock = client.fixture.clock
        func status(_ token: String, _ certificate: String) throws -> MediaTokenStatus {
            try MediaTokenVerifier(
                certificatePEM: certificate, requestorID: "REF30",
                clock: { Date(timeIntervalSince1970: Double(clock.seconds())) }
            ).verify(token, resourceID: "news").status
        }
        #expect(try status(old, bundle) == .validToken && status(new, bundle) == .validToken)
        #expect(try status(new, oldCertificate) == .invalidSignature)
        #expect(try await verify(old)["accepted"] == true)
        #expect(try await verify(new)["accepted"] == true)
        let list = try await client.administer(.get, "media-certificates").json
        #expect(list == rolled.json)
        let certificates = try #require(list["certificates"]?.elements)
        #expect(certificates.map { $0["current"]?.bool } == [true, false])
        // A token may have been signed with the old key while the new one was generated.
        #expect(certificates[1]["endsAt"]?.integer == clock.milliseconds() + 479_000)
        #expect(certificates[0]["fingerprint"] != certificates[1]["fingerprint"])
        clock.advance(seconds: 419)
        #expect(try await client.get("/media-token/certificate").text == bundle)
        clock.advance(seconds: 60)
        let left = try await client.get("/media-token/certificate").text
        #expect(bundle == left + oldCertificate)
    }

    @Test("keys are generated and rolled with the clock in the year 1, too")
    func firstYear() async throws {
        try await withStateFolder { path in
            let now = ClockSetting.representable.lowerBound
            let keys = try await ServiceKeys(files: try StateFolder(path: path), now: now / 1_000)
            try await keys.media.roll(now: now, lifetime: 420_000)
            #expect(keys.media.certificates(now: now).count == 2)
        }
    }

    /// Runs a test with a folder of keys, which are not generated, to save time.
    private func withKeys(_ body: (_ path: String) async throws -> Void) async throws {
        let pem = try await TestKeys.service.value.pem
        try await withStateFolder { path in
            // The folder is locked while it is open.
            do {
                let folder = try StateFolder(path: path)
                for name in ["saml", "token", "media-token"] { try folder.write(pem, to: "\(name).pem") }
            }
            try await body(path)
        }
    }

    @Test("a key that others can read, and one that is a link, are rejected with its path")
    func exposedKeys() async throws {
        try await withKeys { path in
            let folder = try StateFolder(path: path)
            let key = folder.path(of: "saml.pem")
            for mode in [0o640, 0o604, 0o620] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: key)
                let error = await #expect(throws: SetupFailure.self) {
                    try await ServiceKeys(files: folder, now: 1_800_000_000)
                }
                #expect(error?.description.contains("\(key) is open to others") == true)
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
            try FileManager.default.moveItem(atPath: key, toPath: key + ".moved")
            try FileManager.default.createSymbolicLink(atPath: key, withDestinationPath: key + ".moved")
            let error = await #expect(throws: SetupFailure.self) { try await ServiceKeys(files: folder, now: 1_800_000_000) }
            #expect(error?.description.contains("\(key) is a link") == true)
        }
    }

    @Test("a rolled key and the old certificate survive a restart; expired ones are removed")
    func restart() async throws {
        try await withKeys { path in
            var bundle = ""
            do {
                let folder = try StateFolder(path: path)
                let keys = try await ServiceKeys(files: folder, now: 1_800_000_000)
                let first = keys.media.bundle(now: 0)
                try await keys.media.roll(now: 1_800_000_000_000, lifetime: 420_000)
                bundle = keys.media.bundle(now: 1_800_000_000_000)
                #expect(bundle.hasSuffix(first) && bundle.count > first.count)
                // Another instance on the same folder uses it, too.
                let other = try await ServiceKeys(files: folder, now: 1_800_000_000)
                try await keys.media.roll(now: 1_800_000_000_000, lifetime: 420_000)
                #expect(keys.media.certificates(now: 1_800_000_000_000).count == 3)
                let seen = Set(other.media.certificates(now: 1_800_000_000_000).map(\.certificate))
                #expect(seen == Set(keys.media.certificates(now: 1_800_000_000_000).map(\.certificate)))
                bundle = keys.media.bundle(now: 1_800_000_000_000)
            }
            do {
                let keys = try await ServiceKeys(files: try StateFolder(path: path), now: 1_800_000_479)
                #expect(keys.media.certificates(now: 1_800_000_479_998).count == 3)
                #expect(Set(keys.media.bundle(now: 1_800_000_479_998)) == Set(bundle))
                #expect(keys.media.certificates(now: 1_800_000_480_000).count == 1)
            }
            let folder = try StateFolder(path: path)
            let keys = try await ServiceKeys(files: folder, now: 1_800_000_480)
            #expect(keys.media.certificates(now: 0).count == 1)
            #expect(folder.names().allSatisfy { !$0.hasPrefix("media-token.until-") })
            try folder.write("nonsense", to: "media-token.until-1900000000000.pem")
            await #expect(throws: SetupFailure.self) { try await ServiceKeys(files: folder, now: 1_800_000_480) }
        }
    }

    @Test("openssl verifies a token with the certificate of the service")
    func openssl() async throws {
        try await client.signIn()
        let xml = String(decoding: try #require(Data(base64Encoded: try await token())), as: UTF8.self)
        let signature = try #require(xml.firstMatch(of: /<signatureInfo>(.*)<\/signatureInfo>/)).1
        let element = try #require(xml.firstMatch(of: /<shortAuthorizationToken>.*<\/shortAuthorizationToken>/)).0
        let folder = try TemporaryFolder.create(prefix: "vsasim-openssl-")
        defer { folder.remove() }
        func openssl(_ arguments: String..., input: String) async throws -> String {
            let environment = ProcessInfo.processInfo.environment
            let result = try await Tool.run("openssl", arguments, environment: environment, input: input)
            #expect(result.exit.isSuccess, "\(result)")
            return result.output
        }
        let certificate = try await client.get("/media-token/certificate").text
        let key = try folder.write(try await openssl("x509", "-noout", "-pubkey", input: certificate), to: "key.pem")
        let signatureFile = folder.path("signature")
        try #require(Data(base64Encoded: String(signature))).write(to: URL(filePath: signatureFile))
        _ = try await openssl(
            "dgst", "-sha256", "-verify", key, "-signature", signatureFile, input: String(element))
    }

    @Test("a proxied provider: isProxy, proxyMvpd and proxyMvpdId", .app { $0.providers[0].proxy = "Clearinghouse" })
    func proxied() async throws {
        try await client.signIn()
        let authorization = try await client.get("/api/v1/authorize?\(device)&resource=news")
        #expect(authorization.json["proxyMvpd"] == "Clearinghouse")
        #expect(try await verify(try await token())["proxyMvpdId"] == "Clearinghouse")
        let mvpds = try #require(try await client.get("/api/v1/config/REF30").json["requestor"]?["mvpds"]?.elements)
        #expect(mvpds.map { $0["isProxy"]?.bool } == [true, false, false, false, false])
    }

    @Test("tokens have the requestor's lifetime", .app { $0.requestors[0].mediaTokenLifetime = 60 })
    func lifetime() async throws {
        try await client.signIn()
        let token = try await token()
        client.fixture.clock.advance(seconds: 59)
        #expect(try await verify(token)["ttl"]?.integer == 60_000)
        client.fixture.clock.advance(seconds: 1)
        #expect(try await verify(token)["status"] == "TOKEN_EXPIRED")
    }
}

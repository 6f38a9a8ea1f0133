import Foundation
import ProjectTesting
import Testing

@Suite("The SAML exchange over HTTP", .daemonLogs)
struct ExchangeTests {
    private func signedIn(_ daemons: Daemons, subscriber: String = "bob") async throws {
        try await daemons.signIn(subscriber, at: "alpha.example")
    }

    @Test("A response of the device is accepted once; the device then has a token")
    func accepted() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signedIn(daemons)
            let device = try await ServiceDevice(daemons: daemons)
            try await device.authenticationToken().expecting(404)
            let response = try await daemons.samlResponse(verificationToken: try await device.verificationToken())
            try await device.exchange(response).expecting(204)
            try await device.authenticationToken().expecting(200)
        }
    }

    /// A way to invalidate a good response.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let forge: @Sendable (String) throws -> String

        init(_ name: String, _ forge: @escaping @Sendable (String) throws -> String) {
            testDescription = name
            self.forge = forge
        }
    }

    static let forgeries = [
        Forgery("another subscriber in the text") { $0.replacing("u-1002-bob", with: "u-1001-alice") },
        Forgery("a comment in the subscriber's name") { $0.replacing("u-1002-bob", with: "u-1002<!-- -->-bob") },
        Forgery("another audience") { $0.replacing("https://saml.sp.auth.adobe.com</", with: "https://other.example</") },
        Forgery("all signatures removed") { $0.withoutSignatures() },
        Forgery("the response's signature removed, the assertion's changed") {
            $0.withoutFirstSignature().replacing("u-1002-bob", with: "u-1001-alice")
        },
        Forgery("a document type") { "<!DOCTYPE samlp:Response>" + $0.withoutDeclaration() },
        Forgery("an entity") {
            "<!DOCTYPE r [<!ENTITY who \"u-1001-alice\">]>"
                + $0.withoutDeclaration().replacing("u-1002-bob", with: "&who;")
        },
        Forgery("no XML") { _ in "not XML at all" },
        Forgery("nothing") { _ in "" },
    ]

    @Test("A forged response is rejected, and issues no token", arguments: forgeries)
    func forged(_ forgery: Forgery) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signedIn(daemons)
            let device = try await ServiceDevice(daemons: daemons)
            let response = try await daemons.samlResponse(verificationToken: try await device.verificationToken())
            let forged = try forgery.forge(response)
            try #require(forged != response, "the forgery changed nothing in:\n\(response)")
            try await device.exchange(forged).expecting(400)
            try await device.authenticationToken().expecting(404)
        }
    }

    @Test("A signed assertion wrapped into another response is rejected", arguments: Wrapping.all)
    func wrapped(_ wrapping: Wrapping) async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signedIn(daemons)
            let device = try await ServiceDevice(daemons: daemons)
            let response = try await daemons.samlResponse(verificationToken: try await device.verificationToken())
            try await device.exchange(try wrapping.wrap(response)).expecting(400)
            try await device.authenticationToken().expecting(404)
        }
    }

    @Test("A used response is rejected the second time")
    func replay() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signedIn(daemons)
            let device = try await ServiceDevice(daemons: daemons)
            let response = try await daemons.samlResponse(verificationToken: try await device.verificationToken())
            try await device.exchange(response).expecting(204)
            try await device.exchange(response).expecting(400)
        }
    }

    @Test("A response to another device's request is rejected")
    func stolen() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signedIn(daemons)
            let victim = try await ServiceDevice(daemons: daemons)
            let thief = try await ServiceDevice(daemons: daemons)
            let response = try await daemons.samlResponse(verificationToken: try await victim.verificationToken())
            try await thief.exchange(response).expecting(400)
            try await thief.authenticationToken().expecting(404)
        }
    }

    @Test("A response without a request is rejected")
    func unsolicited() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signedIn(daemons)
            let device = try await ServiceDevice(daemons: daemons)
            let response = try await daemons.samlResponse(verificationToken: nil)
            #expect(!response.contains("InResponseTo"))
            try await device.exchange(response).expecting(400)
        }
    }

    @Test("A response for another provider than the one named is rejected")
    func otherProvider() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signedIn(daemons)
            let device = try await ServiceDevice(daemons: daemons, mvpd: "AlphaCable")
            let response = try await daemons.samlResponse(verificationToken: try await device.verificationToken())
            let other = try await ServiceDevice(daemons: daemons, mvpd: "DeltaCoop")
            try await other.exchange(response).expecting(400)
        }
    }

    @Test("A response signed by a fresh key with its own certificate inside is rejected")
    func freshKey() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            // Another machine's device: the same provider, but its own keys. It knows the service's metadata; the service does
            // not know its provider's.
            try await withFreshDevice { stranger in
                let metadata = try await daemons.administration.send("GET", "/saml/metadata").expecting(200).text
                try await stranger.run(
                    "busctl",
                    [
                        "--user", "call", AccountNames.bus, AccountNames.controlPath, AccountNames.control,
                        "SetServiceMetadata", "s", metadata,
                    ]
                ).checked()
                try await signedIn(stranger)
                let device = try await ServiceDevice(daemons: daemons)
                let response = try await stranger.samlResponse(verificationToken: try await device.verificationToken())
                #expect(response.contains("X509Certificate"))
                try await device.exchange(response).expecting(400)
                try await device.authenticationToken().expecting(404)
            }
        }
    }

    /// A separate device within the place that its caller already has.
    private func withFreshDevice(_ operation: (Daemons) async throws -> Void) async throws {
        let stranger = try await Daemons.start()
        do {
            try await operation(stranger)
            await stranger.stop()
        } catch {
            await stranger.stop()
            throw error
        }
    }

    @Test("A verification token that the service did not sign is rejected by the device")
    func forgedToken() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signedIn(daemons)
            let device = try await ServiceDevice(daemons: daemons)
            let token = try await device.verificationToken()
            let text = String(decoding: try #require(Data(base64Encoded: token)), as: UTF8.self)
            #expect(text.contains("REF30"))
            let forged = Data(text.replacing("REF30", with: "REF60").utf8).base64EncodedString()
            for wrong in [forged, "not Base64!", Data("<x/>".utf8).base64EncodedString()] {
                await #expect(throws: ToolFailure.self) { try await daemons.samlResponse(verificationToken: wrong) }
            }
            let refused = try await daemons.vsactl(
                "query", "--app", "busctl", "--attribute", "userID", "--verification-token", forged)
            #expect(refused.errorOutput.contains("InvalidVerificationToken"), "\(refused)")
        }
    }

    @Test("Only the requested attributes that the subscriber has are in the response")
    func attributes() async throws {
        try await DaemonPool.shared.withDaemons { daemons in
            try await signedIn(daemons)
            let device = try await ServiceDevice(daemons: daemons)
            let response = try await daemons.samlResponse(
                verificationToken: try await device.verificationToken(), attributes: ["zip", "language"])
            #expect(response.contains(#"Name="zip""#))
            for name in ["userID", "householdID", "maxRating", "channelID", "language"] {
                #expect(!response.contains("Name=\"\(name)\""), "\(name) is in:\n\(response)")
            }
        }
    }
}

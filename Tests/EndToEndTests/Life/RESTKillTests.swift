import DecisionTables
import Foundation
import Glibc
import PrivateSession
import ProjectTesting
import Synchronization
import Testing

/// REST v2 in a service that is killed: sessions and profiles that were reported to an app or a browser still exist afterwards.
@Suite("What REST v2 acknowledged survives kill -9", .daemonLogs)
struct RESTKillTests {
    /// What was acknowledged so far.
    private final class Acknowledged: Sendable {
        private let codes = Mutex<(sessions: [String], profiles: [String])>(([], []))
        func addSession(_ code: String) { codes.withLock { $0.sessions.append(code) } }
        /// Returns how many profiles there are now.
        func addProfile(_ code: String) -> Int {
            codes.withLock { codes in
                codes.profiles.append(code)
                return codes.profiles.count
            }
        }
        var sessions: [String] { codes.withLock { $0.sessions } }
        var profiles: [String] { codes.withLock { $0.profiles } }
    }

    /// Kills the service, and starts it at the same address.
    private func restart(_ daemons: Daemons) async throws {
        let address = daemons.serviceURL.trimmingPrefix("http://")
        daemons.serviceProcess.send(signal: SIGKILL)
        await daemons.serviceProcess.wait()
        try await daemons.restartService(listen: String(address))
    }

    @Test("Between a session and its profile, with the provider's page open, nothing is lost")
    func betweenSessionAndProfile() async throws {
        try await withDaemons { daemons in
            let device = try await ServiceDevice(daemons: daemons)
            let code = try await device.createSession()
            var browser = try await device.openLogin(code)
            try await restart(daemons)
            try await device.rest("sessions/\(code)").expecting(200)
            #expect(try await device.user(ofCode: code) == nil)
            // The provider accepts the user; its response waits in the browser.
            try await browser.submit(["username": "alice", "password": "alice", "action": "login"])
            try await restart(daemons)
            var other = browser
            try await browser.submit()
            #expect(browser.destination == ServiceDevice.redirectURL, "\(browser.page)")
            try await restart(daemons)
            #expect(try await device.user(ofCode: code) == "u-1001-alice")
            try await device.rest("sessions/\(code)").expecting(400)
            // The response counts once, also across restarts.
            try await other.submit()
            #expect(other.page.status == 400, "\(other.page)")
        }
    }

    @Test("Between the partner's request and its response, and after the profile, nothing is lost; the response counts once")
    func betweenPartnerSessionAndProfile() async throws {
        try await withDaemons { daemons in
            try await daemons.signIn("alice", at: "alpha.example")
            let device = try await ServiceDevice(daemons: daemons).reportingPartner(of: daemons)
            let form = ["domainName": "example.com", "redirectUrl": ServiceDevice.redirectURL]
            let session = try await device.rest("sessions/sso/Apple", form: form).expecting(200).decoded(as: Value.self)
            #expect(session["actionName"].text == "partner_profile", "\(session)")
            let request = try #require(session["authenticationRequest"]["request"].text)
            try await restart(daemons)
            #expect(try await device.profile() == .null)
            // The service still knows its request, and its keys have not changed.
            let response = try await daemons.samlResponse(verificationToken: request)
            let text = response.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let exchange = ["SAMLResponse": Data(text.utf8).base64EncodedString()]
            try await device.rest("profiles/sso/Apple", form: exchange).expecting(201)
            let profile = try await device.profile()
            #expect(profile["type"].text == "appleSSO" && profile["notAfter"] != .null, "\(profile)")
            try await restart(daemons)
            #expect(try await device.profile()["notAfter"] == profile["notAfter"])
            let again = try await device.rest("profiles/sso/Apple", form: exchange).expecting(400).decoded(as: Value.self)
            #expect(again["code"].text == "invalid_parameter_saml_response", "\(again)")
            #expect(try await device.profile()["notAfter"] == profile["notAfter"])
        }
    }

    @Test("Under load, every acknowledged session and every completed login exists after the restart")
    func underLoad() async throws {
        try await withDaemons { daemons in
            let device = try await ServiceDevice(daemons: daemons)
            let acknowledged = Acknowledged()
            let process = daemons.serviceProcess
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        try? await Self.logIn(device, number, acknowledged) { process.send(signal: SIGKILL) }
                    }
                }
            }
            await process.wait()
            try await daemons.restartService(listen: String(daemons.serviceURL.trimmingPrefix("http://")))
            #expect(acknowledged.profiles.count >= 16 && acknowledged.sessions.count >= acknowledged.profiles.count)
            for code in acknowledged.profiles { #expect(try await device.user(ofCode: code) == "u-1001-alice", "\(code)") }
            for code in Set(acknowledged.sessions).subtracting(acknowledged.profiles) {
                // Still open, or completed by a login whose answer was cut off.
                let status = try await device.rest("sessions/\(code)").status
                let user = try await device.rest("profiles/code/\(code)").status
                #expect((status == 200 || status == 400) && user == 200, "\(code): \(status) \(user)")
            }
        }
    }

    /// Logs in on one device after the other, until the service has ended; after sixteen logins it is killed.
    private static func logIn(
        _ device: ServiceDevice, _ number: Int, _ acknowledged: Acknowledged, kill: () -> Void
    ) async throws {
        for round in 0..<1_000 {
            var device = device
            device.deviceID = Data("device-\(number)-\(round)".utf8).base64EncodedString()
            let code = try await device.createSession()
            acknowledged.addSession(code)
            var browser = try await device.openLogin(code)
            try await browser.logIn(as: "alice", password: "alice")
            guard browser.destination == ServiceDevice.redirectURL else { return }
            if acknowledged.addProfile(code) >= 16 { kill() }
        }
    }
}

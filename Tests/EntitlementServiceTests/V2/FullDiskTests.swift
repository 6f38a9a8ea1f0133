import EntitlementCore
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("REST v2 while the disk is full")
struct FullDiskTests {
    @Test(
        "What would be stored is answered with 500 and not stored; reads continue, and writes when there is room again")
    func full() async throws {
        let isFull = Flag(false)
        try await Fixture(store: FullStore(store: try .inMemory(), isFull: isFull)).testApp { app in
            _ = try await app.logIn(try await app.createSession())
            let open = try await app.createSession(headers: Client.headers(device: "device-2")).json["code"]?.text ?? ""
            let before = try await app.created()
            let calls: [(Endpoint, String, isWrite: Bool)] = [
                (.createSession, Endpoint.createSession.path(), true),
                (.authorize, Endpoint.authorize.path(mvpd: "GammaSat"), true),
                (.authorize, Endpoint.authorize.path(mvpd: "TempPass"), true),
                (.logout, Endpoint.logout.path(mvpd: "GammaSat"), true),
                (.createPartnerSession, Endpoint.createPartnerSession.path(), true),
                (.profiles, Endpoint.profiles.path(), false), (.profile, Endpoint.profile.path(mvpd: "GammaSat"), false),
                (.configuration, Endpoint.configuration.path(), false),
                (.preauthorize, Endpoint.preauthorize.path(mvpd: "GammaSat"), false),
            ]
            isFull.set(true)
            for (endpoint, path, isWrite) in calls {
                let answer = try await app.call(endpoint, path: path)
                #expect(answer.status == (isWrite ? 500 : 200), "\(path): \(answer.text)")
                if isWrite {
                    #expect(answer.code == "internal_server_error" && answer.json["action"] == "none", "\(answer.text)")
                }
            }
            // A browser receives a page.
            let page = try await app.get("/api/v2/authenticate/REF30/\(open)")
            #expect(page.status == 500 && page.text.contains("<h1>The service failed</h1>"), "\(page.text)")
            #expect(try await app.created() == before)
            isFull.set(false)
            for (endpoint, path, _) in calls { #expect(try await app.call(endpoint, path: path).status == 200, "\(path)") }
        }
    }
}

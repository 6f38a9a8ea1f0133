import EntitlementCore
import Foundation
import HTTPTypes
import TVWorld
import Testing

@testable import EntitlementService

@Suite("What nodes share on PostgreSQL")
struct SharedStateTests {
    @Test("a call gets 503 when a swap takes too long; health does not wait for it")
    func swap() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            let fixture = try await Fixture(store: place.openPostgreSQL())
            try await fixture.test { client in
                try await fixture.environment.engine.swaps.alone {
                    let answer = try await client.get("/api/v1/config/REF30")
                    #expect(answer.status == 503 && answer.headers[.retryAfter] == "1", "\(answer)")
                    #expect(try await client.get("/healthz").status == 200)
                }
                #expect(try await client.get("/api/v1/config/REF30").status != 503)
            }
        }
    }

    @Test("all keys of a folder are copied to the database, or none")
    func copiedKeys() async throws {
        try await StoreEngine.postgreSQL.withPlace { place in
            try await withStateFolder { path in
                let folder = try StateFolder(path: path)
                let names = (1...8).map { "key-\($0).pem" }
                for name in names { try folder.write("the text of \(name)", to: name) }
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.path(of: names[3]))
                func copy() throws -> StoredKeys {
                    try StoredKeys(place.openPostgreSQL(), secret: "a secret of tests", folder: folder)
                }
                #expect(throws: StateFolder.Unusable.self) { try copy() }
                try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path(of: names[3]))
                #expect(try copy().names().sorted() == names)
            }
        }
    }
}

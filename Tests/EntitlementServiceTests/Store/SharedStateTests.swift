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
}

import EntitlementService
import Foundation
import HTTPTypes
import TVWorld
import Testing

@Suite("Loads of the service that somebody has to confirm")
struct ProvisionalLoadTests {
    /// Makes a scenario ready, which differs from others by the service's clock.
    private func prepare(_ client: Client, hours: Int) async throws -> Int64 {
        let document = """
            {"schema": "vsa-scenario/1", "name": "hours-\(hours)", "clock": {"service": {"offset": "\(hours)h"}}}
            """
        let answer = try await client.administer(.post, "scenario/prepare", document)
        return try #require(answer.json["generation"]?.integer, "\(answer.text)")
    }

    private func commit(_ client: Client, _ generation: Int64, within seconds: Int? = nil) async throws -> CommitAnswer {
        let more = seconds.map { #","confirmWithin":\#($0)"# } ?? ""
        let answer = try await client.administer(.post, "scenario/commit", #"{"generation":\#(generation)\#(more)}"#)
        return CommitAnswer(status: answer.status, text: answer.text)
    }

    private struct CommitAnswer {
        var status: Int
        var text: String
    }

    /// Waits until something is so, ten minutes at most: the machine may be busy.
    private func until(_ isSo: () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(600)
        while try await !isSo() {
            try #require(ContinuousClock.now < end, "it did not come within ten minutes")
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func name(_ client: Client) async throws -> String {
        try Scenario(document: try await client.administer(.get, "scenario").json).name
    }

    @Test("what nobody confirms is taken back in time, and can be confirmed no more")
    func unconfirmed() async throws {
        try await Fixture().test { client in
            let before = try await client.administer(.get, "snapshot").text
            let generation = try await prepare(client, hours: 1)
            #expect(try await commit(client, generation, within: 1).status == 200)
            #expect(try await name(client) == "hours-1")
            try await until { try await client.administer(.get, "snapshot").text == before }
            let late = try await commit(client, generation)
            #expect(late.status == 404 && late.text.contains("rolled back"), "\(late)")
        }
    }

    @Test("what is confirmed stays, and confirming twice is fine")
    func confirmed() async throws {
        try await Fixture().test { client in
            let (first, second) = (try await prepare(client, hours: 1), try await prepare(client, hours: 2))
            #expect(try await commit(client, first).status == 200)
            #expect(try await commit(client, second, within: 1).status == 200)
            for _ in 0..<2 {
                let answer = try await commit(client, second)
                #expect(answer.text == #"{"generation":\#(second),"previous":\#(first)}"#)
            }
            // A third that is not confirmed shows when a second has gone by.
            let third = try await prepare(client, hours: 3)
            #expect(try await commit(client, third, within: 1).status == 200)
            try await until { try await name(client) != "hours-3" }
            #expect(try await name(client) == "hours-2")
        }
    }

    @Test("the next load takes back what was not confirmed, and what was made ready before it is out of date")
    func overtaken() async throws {
        try await Fixture().test { client in
            let before = try await client.administer(.get, "snapshot").text
            let (old, abandoned) = (try await prepare(client, hours: 1), try await prepare(client, hours: 2))
            #expect(try await commit(client, abandoned, within: 60).status == 200)
            let next = try await prepare(client, hours: 3)
            #expect(try await commit(client, next).text.contains(#""previous":0"#))
            #expect(try await name(client) == "hours-3")
            for generation in [old, abandoned] {
                let late = try await commit(client, generation)
                #expect(late.status == 404 && late.text.contains("another load intervened"), "\(late)")
            }
            let rolledBack = try await client.administer(.post, "scenario/rollback", #"{"generation":\#(next)}"#)
            #expect(rolledBack.status == 204)
            #expect(try await client.administer(.get, "snapshot").text == before)
            for seconds in [0, 61] {
                let answer = try await commit(client, next, within: seconds)
                #expect(answer.status == 400 && answer.text.contains("confirmWithin"), "\(answer)")
            }
        }
    }
}

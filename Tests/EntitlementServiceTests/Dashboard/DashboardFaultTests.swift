import EntitlementService
import HTTPTypes
import TVWorld
import Testing

@Suite("Faults and the clock on the dashboard")
struct DashboardFaultTests {
    @Test("a fault is added, shown with its counts, released, removed; all are cleared")
    func faults() async throws {
        try await Fixture().test { client in
            let browser = DashboardBrowser(client)
            let form = ["at": "service.config", "effect": "status", "value": "503", "times": "2"]
            let added = try await browser.submit("/dashboard/faults", form)
            #expect(added.status == 200 && added.text.contains("The fault was added."), "\(added.text)")
            #expect(try await client.get("/api/v1/config/REF30").status == 503)
            let page = try await browser.get("/dashboard/faults")
            #expect(page.text.contains("status 503") && page.text.contains("1 of 1") && page.text.contains("fault.struck"))
            _ = try await browser.submit("/dashboard/faults", ["at": "service.login", "effect": "hang"])
            #expect(
                try await browser.submit("/dashboard/faults/service-fault-2/release", [:]).text.contains(
                    "that were hanging continue"))
            #expect(try await browser.submit("/dashboard/faults/service-fault-1/remove", [:]).text.contains("was removed"))
            #expect(try await browser.submit("/dashboard/faults/service-fault-1/remove", [:]).status == 404)
            #expect(try await browser.submit("/dashboard/faults/clear", [:]).text.contains("All faults were removed"))
            #expect(try await client.administer(.get, "faults").text == #"{"faults":[]}"#)
            let wrong = try await browser.submit("/dashboard/faults", ["at": "service.config", "effect": "error", "value": "no"])
            #expect(wrong.status == 400 && wrong.text.contains("invalid_requestor"))
        }
    }

    @Test("the clock is moved and set; a form of another site changes nothing")
    func clock() async throws {
        try await Fixture().test { client in
            let browser = DashboardBrowser(client)
            let start = client.fixture.clock.milliseconds()
            let moved = try await browser.submit("/dashboard/clock/advance", ["amount": "2", "unit": "86400"])
            #expect(moved.text.contains("2027-01-17 08:00:00 UTC"), "\(moved.text)")
            #expect(try await browser.submit("/dashboard/clock/advance", ["amount": "x", "unit": "1"]).status == 400)
            #expect(try await browser.submit("/dashboard/clock", ["specification": "tomorrow"]).status == 400)
            let set = try await browser.submit("/dashboard/clock", ["specification": "frozen:\(start / 1_000)"])
            #expect(set.text.contains("2027-01-15 08:00:00 UTC"))
            let forged = try await client.post("/dashboard/clock", ["specification": "real", "form_token": "none"])
            #expect(forged.status == 403 && client.fixture.clock.milliseconds() == start)
        }
    }
}

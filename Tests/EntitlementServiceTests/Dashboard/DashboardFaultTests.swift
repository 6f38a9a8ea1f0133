import EntitlementService
import HTTPTypes
import TVWorld
import Testing

@Suite("Faults and the clock on the dashboard")
struct DashboardFaultTests {
    @Test("a fault is added, shown with its counts, released, removed; all are cleared")
    func faults() async throws {
        try await Fixture().testBrowser { browser in
            let form = ["at": "service.config", "effect": "status", "value": "503", "times": "2"]
            let added = try await browser.submit("/dashboard/faults", form)
            #expect(added.status == 200 && added.text.contains("The fault was added."), "\(added.text)")
            #expect(try await browser.client.get("/api/v1/config/REF30").status == 503)
            let page = try await browser.get("/dashboard/faults")
            #expect(page.text.contains("status 503") && page.text.contains("1 of 1") && page.text.contains("fault.struck"))
            _ = try await browser.submit("/dashboard/faults", ["at": "service.login", "effect": "hang"])
            #expect(
                try await browser.submit("/dashboard/faults/service-fault-2/release", [:]).text.contains(
                    "that were hanging continue"))
            #expect(try await browser.submit("/dashboard/faults/service-fault-1/remove", [:]).text.contains("was removed"))
            #expect(try await browser.submit("/dashboard/faults/service-fault-1/remove", [:]).status == 404)
            #expect(try await browser.submit("/dashboard/faults/clear", [:]).text.contains("All faults were removed"))
            #expect(try await browser.client.administer(.get, "faults").text == #"{"faults":[]}"#)
            let wrong = try await browser.submit("/dashboard/faults", ["at": "service.config", "effect": "error", "value": "no"])
            #expect(wrong.status == 400 && wrong.text.contains("invalid_requestor"))
        }
    }

    @Test("a preset is one button; a delay may be written in the usual ways; an unknown value is rejected by its field's label")
    func presets() async throws {
        try await Fixture().testBrowser { browser in
            let page = try await browser.get("/dashboard/faults").text
            for (preset, label) in [("unavailable", "Service unavailable"), ("expired-response", "Expired login")] {
                #expect(page.contains("name=\"preset\" value=\"\(preset)\"") && page.contains(">\(label)</button>"))
            }
            #expect(page.contains("service.config: the requestor&#39;s configuration: GET /api/v1/config/{requestor}</option>"))
            for preset in page.matches(of: /name="preset" value="([a-z-]+)"/).map({ String($0.output.1) }) {
                let added = try await browser.submit("/dashboard/faults", ["preset": preset])
                #expect(added.status == 200 && added.text.contains("The fault was added."), "\(preset): \(added.text)")
                if preset == "unavailable" { #expect(try await browser.client.get("/api/v1/config/REF30").status == 503) }
                _ = try await browser.client.administer(.delete, "faults")
            }
            for (field, value, name) in [
                ("preset", "<b>", "preset takes unavailable"), ("delay", "soon", "Delay&quot; takes a time"),
                ("percent", "0", "Percentage of calls&quot; takes"), ("bandwidth", "much", "Bytes per second&quot; takes"),
            ] {
                let form = ["at": "service.config", "effect": "none", field: value]
                let wrong = try await browser.submit("/dashboard/faults", form)
                #expect(wrong.status == 400 && wrong.text.contains(name) && !wrong.text.contains("<b>\""), "\(wrong.text)")
            }
            for effect in ["", "explosion", "delay"] {
                let form = ["at": "service.config", "effect": effect, "value": "1"]
                let wrong = try await browser.submit("/dashboard/faults", form)
                #expect(wrong.status == 400 && wrong.text.contains("Effect&quot; takes status, error"), "\(wrong.text)")
            }
            let narrow = ["at": "service.config", "effect": "none", "bandwidth": "900", "percent": "20"]
            let shown = try await browser.submit("/dashboard/faults", narrow)
            #expect(shown.text.contains("900 bytes per second") && shown.text.contains("20 % of the calls"), "\(shown.text)")
            _ = try await browser.submit("/dashboard/faults", ["at": "service.config", "effect": "none", "delay": "1.5s"])
            _ = try await browser.submit("/dashboard/faults", ["at": "service.config", "effect": "none", "delay": "2s"])
            #expect(try await browser.client.administer(.get, "faults").text.contains("\"delay\":2000"))
        }
    }

    @Test("spaces that were copied with a fault's values do not count")
    func blanks() async throws {
        try await Fixture().testBrowser { browser in
            for (effect, value, shown) in [
                ("status", " 503 ", "\"status\":503"), ("error", "\tinvalid_requestor ", "\"error\":\"invalid_requestor\""),
            ] {
                let form = [
                    "at": "service.config", "effect": effect, "value": value, "times": " 3 ", "percent": " ",
                    "applicationId": " com.example.player ",
                ]
                let added = try await browser.submit("/dashboard/faults", form)
                #expect(added.status == 200, "\(added.text)")
                let faults = try await browser.client.administer(.get, "faults").text
                for member in [shown, "\"times\":3", "\"applicationId\":\"com.example.player\""] {
                    #expect(faults.contains(member), "\(faults)")
                }
            }
        }
    }

    @Test(
        "a value that the effect does not use is rejected by its field's label",
        arguments: [
            ("hang", "no answer until released"), ("disconnect", "response cut off"),
            ("none", "only the delay or the slow body"),
        ])
    func unusedValue(effect: String, label: String) async throws {
        try await Fixture().testBrowser { browser in
            let form = ["at": "service.config", "effect": effect, "value": "503", "delay": "1s"]
            let wrong = try await browser.submit("/dashboard/faults", form)
            let problem = "&quot;Status or code&quot; must be empty for the effect &quot;\(label)&quot;."
            #expect(wrong.status == 400 && wrong.text.element(id: "problem") == problem, "\(wrong.text)")
            #expect(try await browser.client.administer(.get, "faults").text == #"{"faults":[]}"#)
            let blank = form.merging(["value": " "]) { $1 }
            #expect(try await browser.submit("/dashboard/faults", blank).status == 200)
        }
    }

    @Test("the clock is set to a date, frozen, resumed, and moved by a button")
    func clockForm() async throws {
        try await Fixture().testBrowser { browser in
            func set(_ form: [String: String]) async throws -> Client.Answer {
                try await browser.submit("/dashboard/clock", form)
            }
            let frozen = try await set(["date": "2030-02-03", "time": "04:05", "mode": "freeze"])
            #expect(frozen.text.contains("2030-02-03 04:05:00 UTC") && frozen.text.contains("(frozen; "), "\(frozen.text)")
            #expect(frozen.text.contains("value=\"2030-02-03\"") && frozen.text.contains(">Resume</button>"))
            let later = try await browser.submit("/dashboard/clock/advance", ["step": "3600"])
            #expect(later.text.contains("2030-02-03 05:05:00 UTC"))
            #expect(try await browser.submit("/dashboard/clock/advance", ["step": "-86400"]).text.contains("2030-02-02 05:05:00"))
            #expect(try await !set(["action": "run"]).text.contains("(frozen; "))
            #expect(try await set(["date": "2031-02-03", "time": "04:05:06", "mode": "run"]).text.contains("2031-02-03 04:05:0"))
            #expect(try await set(["action": "freeze"]).text.contains("(frozen; "))
            #expect(try await set(["action": "real"]).text.contains("the machine's time."))
            for (form, text) in [
                (["date": "2030-02-30", "time": "04:05"], "Date&quot; takes"),
                (["date": "2030-02-03"], "Time&quot; takes"), (["date": "2030-02-03", "time": "25:00"], "Time&quot; takes"),
                (["date": "2030-02-03", "time": "04:05", "mode": "x"], "Then&quot; takes run or freeze"),
                (["action": "x"], "action takes real, freeze or run"),
                (["date": "9999-99-99T", "time": "\u{0}"], "Date&quot; takes"),
                (["date": "9999-12-31", "time": "04:05"], "Date&quot; takes a date such as 2027-01-15, in the years 1 to 9979"),
            ] {
                let wrong = try await set(form)
                #expect(wrong.status == 400 && wrong.text.contains(text), "\(form): \(wrong.text)")
            }
        }
    }

    @Test("the clock is moved and set; a form of another site changes nothing")
    func clock() async throws {
        try await Fixture().testBrowser { browser in
            let start = browser.client.fixture.clock.milliseconds()
            let moved = try await browser.submit("/dashboard/clock/advance", ["amount": "2", "unit": "86400"])
            #expect(moved.text.contains("2027-01-17 08:00:00 UTC"), "\(moved.text)")
            for (amount, unit) in [("x", "1"), ("3153600001", "1"), ("36501", "86400"), ("9223372036854775807", "3600")] {
                let wrong = try await browser.submit("/dashboard/clock/advance", ["amount": amount, "unit": unit])
                let problem = "&quot;Move it forward by&quot; takes a whole number, of at most 36500 days."
                #expect(wrong.status == 400 && wrong.text.element(id: "problem")?.contains(problem) == true, "\(amount)")
            }
            let unit = try await browser.submit("/dashboard/clock/advance", ["amount": "1", "unit": "days"])
            #expect(unit.status == 400 && unit.text.contains("Unit&quot; takes 1, 60, 3600, 86400 seconds"), "\(unit.text)")
            #expect(try await browser.submit("/dashboard/clock", ["specification": "tomorrow"]).status == 400)
            let set = try await browser.submit("/dashboard/clock", ["specification": "frozen:\(start / 1_000)"])
            #expect(set.text.contains("2027-01-15 08:00:00 UTC"))
            let forged = try await browser.client.post("/dashboard/clock", ["specification": "real", "form_token": "none"])
            #expect(forged.status == 403 && browser.client.fixture.clock.milliseconds() == start)
        }
    }
}

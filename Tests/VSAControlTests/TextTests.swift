import TVWorld
import Testing

@testable import VSAControl

@Suite("durations, dates and names")
struct TextTests {
    @Test(
        "durations",
        arguments: [
            ("90s", 90_000), ("5m", 300_000), ("2h", 7_200_000), ("30d", 2_592_000_000), ("250ms", 250), ("0s", 0),
        ] as [(String, Int64)])
    func durations(text: String, milliseconds: Int64) {
        #expect(TimeSpan(argument: text)?.milliseconds == milliseconds)
    }

    @Test(
        "texts that are no durations",
        arguments: ["", "s", "5", "-5s", "1.5h", "5 m", "5x", "h5", "٣s", "5M", "99999999999999999d", "1h30m"])
    func noDurations(text: String) {
        #expect(TimeSpan(argument: text) == nil)
    }

    @Test("a duration shows with the largest unit that divides it")
    func durationText() {
        #expect(TimeSpan(milliseconds: 10_000).defaultValueDescription == "10s")
        #expect(TimeSpan(milliseconds: 90_000).defaultValueDescription == "90s")
        #expect(TimeSpan(milliseconds: 86_400_000).defaultValueDescription == "1d")
        #expect(TimeSpan(milliseconds: 1).defaultValueDescription == "1ms")
        #expect(TimeSpan(milliseconds: 23_006_414_319).words == "266d 6h 40m 14s")
        #expect(TimeSpan(milliseconds: 86_400_000).words == "1d" && TimeSpan(milliseconds: 499).words == "0s")
    }

    @Test("times are RFC 3339 in UTC")
    func timestamps() {
        #expect(Timestamp.text(unixSeconds: 1_772_388_000) == "2026-03-01T18:00:00Z")
        #expect(Timestamp.text(unixSeconds: 0) == "1970-01-01T00:00:00Z")
        #expect(Timestamp.text(unixMilliseconds: -1) == "1969-12-31T23:59:59.999Z")
        #expect(Timestamp.text(unixMilliseconds: 1_772_388_000_000) == "2026-03-01T18:00:00.000Z")
        // Whatever a daemon tells.
        for number in [Int64.min, .max] {
            #expect(!Timestamp.text(unixSeconds: number).isEmpty && !Timestamp.text(unixMilliseconds: number).isEmpty)
        }
    }

    @Test(
        "a moment is a date of RFC 3339, of every year that a clock can show",
        arguments: [
            ("0001-01-01T00:00:00Z", ClockSetting.representable.lowerBound), ("1970-01-01T00:00:00.250Z", 250),
            ("2026-03-01T19:00:00+01:00", 1_772_388_000_000), ("9979-12-31T23:59:59.999Z", ClockSetting.representable.upperBound),
            ("99999-01-01T00:00:00Z", nil), ("2026-02-29T00:00:00Z", nil), ("2026-03-01", nil), ("tomorrow", nil),
        ] as [(String, Int64?)])
    func moments(text: String, milliseconds: Int64?) {
        #expect(Moment(argument: text)?.milliseconds == milliseconds)
    }

    @Test("failures say what was wrong and what to do")
    func failures() {
        let near = Failure.noSuch("provider", "alfa.example", known: ["alpha.example"])
        #expect(near.status.rawValue == 10)
        #expect(near.text == "vsactl: no such provider: alfa.example\n  Did you mean alpha.example?")
        let far = Failure.noSuch("provider", "zzz", known: ["beta.example", "alpha.example"])
        #expect(far.text == "vsactl: no such provider: zzz\n  Known: alpha.example, beta.example.")
        let many = (10...99).map { "scenario-\($0)" }
        let listed = Failure.noSuch("scenario", "zzz", known: many, listing: "vsactl scenario list")
        #expect(listed.text == "vsactl: no such scenario: zzz\n  90 are known: vsactl scenario list")
        let nearest = Failure.noSuch("scenario", "scenario-1", known: many, listing: "vsactl scenario list")
        #expect(nearest.advice == "Did you mean scenario-10?\nAll of them: vsactl scenario list")
        #expect(Failure.noSuch("detail", "zzz", known: many).advice?.hasSuffix("scenario-20, scenario-21.") == true)
        let beginning = Failure.noSuch("scenario", "sso-3", known: ["sso-3.8-b", "sso-3.7-a", "sso-1.1"])
        #expect(beginning.advice == "Did you mean sso-3.7-a or sso-3.8-b?")
        #expect(Failure.noSuch("scenario", "sso-3", known: ["sso-3.8-b", "sso-1.1"]).advice == "Did you mean sso-3.8-b?")
        #expect(Failure.noSuch("scenario", "", known: ["a"]).message == "no such scenario: ''")
        #expect(Failure.noSuch("app", "zzz", known: []).text == "vsactl: no such app: zzz\n  No app is known yet.")
        #expect(Failure(.failed, "it broke").text == "vsactl: it broke")
    }
}

import Dates
import Testing

@Suite("Durations")
struct DurationTests {
    @Test(
        "strings with one unit",
        arguments: [
            ("90s", 90_000), ("5m", 300_000), ("2h", 7_200_000), ("30d", 2_592_000_000), ("250ms", 250), ("0s", 0),
        ] as [(String, Int64)])
    func read(text: String, milliseconds: Int64) {
        #expect(DurationText.milliseconds(text) == milliseconds)
        #expect(DurationText.seconds(text) == (text == "250ms" ? nil : milliseconds / 1_000))
    }

    @Test(
        "what is not a duration",
        arguments: [
            "", "s", "5", "-5s", "+5s", "1.5h", "5 m", "5x", "h5", "٣s", "5M", "99999999999999999d", "1h30m", "5s\u{301}",
            "99999999999999999999ms",
        ])
    func notDurations(text: String) { #expect(DurationText.milliseconds(text) == nil) }

    @Test("the largest unit that needs no fraction, or all units")
    func text() {
        #expect(DurationText.text(milliseconds: 0) == "0s" && DurationText.text(milliseconds: 10_000) == "10s")
        #expect(DurationText.text(milliseconds: 90_000) == "90s" && DurationText.text(milliseconds: 86_400_000) == "1d")
        #expect(DurationText.text(milliseconds: 1) == "1ms" && DurationText.text(milliseconds: 7_200_000) == "2h")
        #expect(DurationText.words(milliseconds: 23_006_414_319) == "266d 6h 40m 14s")
        #expect(DurationText.words(milliseconds: 86_400_000) == "1d" && DurationText.words(milliseconds: 499) == "0s")
        #expect(DurationText.words(milliseconds: .max) == "106751991167d 7h 12m 55s")
    }
}

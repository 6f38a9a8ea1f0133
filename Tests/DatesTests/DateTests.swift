import Dates
import Testing

@Suite("Dates")
struct DateTests {
    /// What the formats have in common, from the first year to the last one that four digits can write.
    static let moments: [(Int64, String)] = [
        (0, "1970-01-01T00:00:00Z"), (1_800_000_000, "2027-01-15T08:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"), (4_107_542_399, "2100-02-28T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        (-62_135_596_800, "0001-01-01T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
    ]

    @Test("RFC 3339 and xs:dateTime in both directions", arguments: moments)
    func bothDirections(seconds: Int64, text: String) {
        #expect(XMLDateTime.text(seconds) == text && XMLDateTime.seconds(text) == seconds)
        #expect(RFC3339.text(seconds: seconds) == text && RFC3339.milliseconds(text) == seconds * 1_000)
    }

    @Test("every day of some centuries can be read back")
    func days() {
        let wrong = (Int64(-30_000)..<60_000).map { $0 * 86_400 + 43_210 }.filter { seconds in
            XMLDateTime.text(seconds).flatMap(XMLDateTime.seconds) != seconds
        }
        #expect(wrong.isEmpty)
        for seconds in stride(from: Int64(-9_999_999_999), to: 9_999_999_999, by: 99_999_989) {
            #expect(RFC3339.milliseconds(RFC3339.text(seconds: seconds)) == seconds * 1_000)
            #expect(HTTPDate.milliseconds(HTTPDate.text(seconds: seconds)) == seconds * 1_000)
            #expect(IssueTime.seconds(IssueTime.text(seconds: seconds)) == seconds)
        }
    }

    @Test(
        "RFC 3339 with fractions and zones",
        arguments: [
            ("1970-01-01T00:00:00.25Z", 250), ("1970-01-01t00:00:01.0009z", 1_000), ("1970-01-01 00:00:00.123456789Z", 123),
            ("2026-03-01T19:00:00+01:00", 1_772_388_000_000), ("2026-03-01T17:30:00-00:30", 1_772_388_000_000),
            ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("0000-03-01T00:00:00Z", -62_162_035_200_000),
        ] as [(String, Int64)])
    func read(text: String, milliseconds: Int64) { #expect(RFC3339.milliseconds(text) == milliseconds) }

    @Test(
        "what is not a date of RFC 3339",
        arguments: [
            "", "2027-01-15", "2027-01-15T08:00:00", "2027-13-01T00:00:00Z", "2027-02-29T00:00:00Z", "2027-01-15T24:00:00Z",
            "2027-01-15T08:60:00Z", "2027-01-15T08:00:61Z", "2027-01-15T08:00:00.Z", "2027-01-15T08:00:00.1234567890Z",
            "2027-01-15T08:00:00+0100", "2027-01-15T08:00:00+24:00", "2027-01-15T08:00:00+01:60", "2027-01-15T08:00:00Z ",
            "99999-01-01T00:00:00Z", "２０27-01-15T08:00:00Z", "2027-01-15T08:00:00\u{2212}01:00",
        ])
    func notRFC3339(text: String) { #expect(RFC3339.milliseconds(text) == nil) }

    @Test("fractions are written if needed, or always")
    func fractions() {
        #expect(RFC3339.text(milliseconds: -1) == "1969-12-31T23:59:59.999Z")
        #expect(RFC3339.text(milliseconds: 1_772_388_000_020) == "2026-03-01T18:00:00.020Z")
        #expect(RFC3339.text(milliseconds: 1_772_388_000_000) == "2026-03-01T18:00:00Z")
        #expect(RFC3339.text(milliseconds: 1_772_388_000_000, alwaysFraction: true) == "2026-03-01T18:00:00.000Z")
        for number in [Int64.min, .max] {
            #expect(!RFC3339.text(seconds: number).isEmpty && !RFC3339.text(milliseconds: number).isEmpty)
            #expect(HTTPDate.text(seconds: number).hasSuffix(" GMT"))
        }
    }

    @Test("xs:dateTime: a fraction is cut off")
    func cut() {
        #expect(XMLDateTime.seconds("2027-01-15T08:00:00.999Z") == 1_800_000_000)
        #expect(XMLDateTime.seconds("2027-01-15T08:00:00.12345678901234567890Z") == nil, "longer than 40 bytes")
    }

    @Test(
        "what is not an xs:dateTime in UTC",
        arguments: [
            "", "2027-01-15", "2027-01-15T08:00:00", "2027-01-15T08:00:00+00:00", "2027-01-15t08:00:00z", "2027-13-01T00:00:00Z",
            "2027-02-29T00:00:00Z", "2027-01-15T24:00:00Z", "2027-01-15T08:60:00Z", "2027-01-15T08:00:60Z",
            "0000-01-01T00:00:00Z", "2027-01-15T08:00:00.Z", "2027-01-15T08:00:00.1aZ", "-2027-01-15T08:00:00Z",
            "２０27-01-15T08:00:00Z", "2027-01-15 08:00:00Z",
        ])
    func notXML(text: String) { #expect(XMLDateTime.seconds(text) == nil) }

    @Test("years before 1 or after 9999", arguments: [Int64.min, -62_135_596_801, 253_402_300_800, .max])
    func outOfRange(seconds: Int64) { #expect(XMLDateTime.text(seconds) == nil) }

    @Test(
        "HTTP dates",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        ] as [(Int64, String)])
    func http(seconds: Int64, text: String) {
        #expect(HTTPDate.text(seconds: seconds) == text && HTTPDate.milliseconds(text) == seconds * 1_000)
    }

    @Test("HTTP dates as servers send them")
    func lenientHTTP() {
        #expect(HTTPDate.milliseconds("Thu, 29 Feb 2024 23:59:60 GMT") == 1_709_251_200_000)
        #expect(HTTPDate.milliseconds("Sun,  6 Nov 1994  8:49:37 GMT") == 784_111_777_000)
        let wrong = [
            "", "now", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8 GMT", "a b c d e GMT",
            "Sun, 32 Nov 1994 08:49:37 GMT", "Wed, 31 Nov 1994 08:49:37 GMT", "Wed, 29 Feb 2023 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov +994 08:49:37 GMT",
            "Sun, 06 Nov 1994 -0:49:37 GMT", "Sun, 06 Nov 1994 08:49::37 GMT", "Sun, 06 Nov 1994 08:x:49:37 GMT",
            "Sun, 06 Nov 1994 08::37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
        ]
        for text in wrong { #expect(HTTPDate.milliseconds(text) == nil, "\(text)") }
    }

    @Test(
        "issue times of media tokens",
        arguments: [
            ("2011/03/17 14:40:08 GMT +0200", 1_300_365_608), ("2011/03/17 14:40:08 GMT -0330", 1_300_385_408),
            ("1970/01/01 00:00:00 GMT +0000", 0), ("2028/02/29 23:59:59 GMT +0000", 1_835_481_599),
            ("1970/01/01 00:00:00 GMT -1459", 53_940), ("1970/01/01 00:00:00 GMT +1500", nil),
            ("1970/01/01 00:00:00 GMT +0060", nil), ("1970/01/01 00:00:60 GMT +0000", nil), ("1970/01/01 00:00:00 GMT", nil),
            ("1970-01-01 00:00:00 GMT +0000", nil), ("1970/02/31 00:00:00 GMT +0000", nil),
        ] as [(String, Int64?)])
    func issueTimes(text: String, seconds: Int64?) { #expect(IssueTime.seconds(text) == seconds) }

    @Test("the components for pages")
    func parts() {
        let time = CalendarTime(seconds: 1_800_000_007)
        #expect(time.date == "2027-01-15" && time.timeOfDay == "08:00:07")
    }
}

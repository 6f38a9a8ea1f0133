import PickerModel
import Testing

@Suite struct DisplayTextTests {
    @Test(arguments: [
        ("Alpha Cable", "Alpha Cable"),
        ("  Alpha \t\n Cable  ", "Alpha Cable"),
        ("Al\u{202E}pha\u{2066} Ca\u{200B}ble\u{FEFF}", "Alpha Cable"),
        ("Al\u{0}pha\u{1B}[31m\u{7F}\u{9B}", "Alpha[31m"),
        ("<b>Alpha</b> &amp;", "<b>Alpha</b> &amp;"),
        ("\u{3164}\u{2800}\u{200D} \u{E0041}", ""),
        ("Télé 東京 القناة 📺", "Télé 東京 القناة 📺"),
        ("👨‍👩‍👧‍👦 TV", "👨‍👩‍👧‍👦 TV"),
    ])
    func lineShowsOnlyWhatCanBeSeen(text: String, shown: String) {
        #expect(DisplayText.line(text) == shown)
    }

    @Test func longLineEndsWithAnEllipsis() {
        let shown = DisplayText.line(String(repeating: "x", count: 101))
        #expect(shown.count == 100)
        #expect(shown.hasSuffix("x…"))
        #expect(DisplayText.line(String(repeating: "x", count: 100)).hasSuffix("xx"))
    }

    @Test func hugeTextIsCutWithoutReadingAllOfIt() {
        let shown = DisplayText.line(String(repeating: "ab ", count: 10_000_000))
        #expect(shown.count == 100)
        #expect(shown.hasSuffix("…"))
    }

    @Test func pileOfAccentsIsCut() {
        let shown = DisplayText.line("a" + String(repeating: "\u{0301}", count: 1000) + "b")
        #expect(shown.unicodeScalars.count <= DisplayText.nameLimit * 12)
        #expect(shown.first?.unicodeScalars.count ?? 0 <= 12)
    }

    @Test func paragraphKeepsLineBreaksButNoEmptySpace() {
        #expect(DisplayText.paragraph("One.\r\n\n\n\n  Two.\u{2028}Three.  ") == "One.\n\nTwo.\nThree.")
    }

    @Test func nameFromRightToLeftIsIsolatedInASentence() {
        #expect(DisplayText.isolated("القناة") == "\u{200E}\u{2068}القناة\u{2069}")
        #expect(DisplayText.isolated("Alpha") == "Alpha")
    }
}

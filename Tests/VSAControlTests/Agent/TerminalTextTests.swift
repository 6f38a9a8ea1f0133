import Testing

@testable import VSAControl

@Suite("texts on a terminal")
struct TerminalTextTests {
    @Test(
        "columns of characters",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("한", 2), ("한", 2), ("🚧", 2), ("👨‍👩‍👧", 2), ("❤️", 2), ("ｱ", 1), ("Ａ", 2),
            ("\u{200B}", 0), ("\u{301}", 0), ("ß", 1), ("→", 1), ("🇩🇪", 2),
        ])
    func width(text: Character, columns: Int) {
        #expect(TextWidth.of(text) == columns)
    }

    @Test("texts are cut to columns, also within wide letters")
    func cut() {
        #expect(TextWidth.cut("abc", to: 3) == "abc")
        #expect(TextWidth.cut("abcd", to: 3) == "ab…")
        #expect(TextWidth.cut("漢字漢字", to: 6) == "漢字…")
        #expect(TextWidth.cut("漢字漢字", to: 2) == "…")
        #expect(TextWidth.cut("abc", to: 0) == "")
        #expect(TextWidth.cutBeginning("abcd", to: 4) == "abcd" && TextWidth.cutBeginning("abcd", to: 3) == "…cd")
        #expect(TextWidth.cutBeginning("漢字漢字", to: 6) == "…漢字" && TextWidth.cutBeginning("abc", to: 0) == "")
        #expect(TextWidth.filled("漢", to: 4) == "漢  ")
    }

    @Test("external texts cannot move the cursor, change colours, hide anything or change the direction of text")
    func safe() {
        #expect(SafeText.line("a\u{1B}[2Jb\u{9B}31m\u{7}\u{0}") == "a\u{FFFD}[2Jb\u{FFFD}31m\u{FFFD}\u{FFFD}")
        #expect(SafeText.line("a\nb\tc\u{2028}d") == "a b c d")
        #expect(SafeText.line("\u{202E}evil\u{2066}\u{FEFF}\u{E0041}") == "\u{FFFD}evil\u{FFFD}\u{FFFD}\u{FFFD}")
        #expect(SafeText.line("👨‍👩‍👧 café") == "👨‍👩‍👧 café")
        #expect(SafeText.lines("a\u{1B}\n\n  b\r\nc\u{9B}\n") == "a\u{FFFD}\n\n  b  c\u{FFFD}\n")
        let zalgo = "a" + String(repeating: "\u{301}", count: 50)
        #expect(SafeText.line(zalgo).unicodeScalars.count == 5)
    }
}

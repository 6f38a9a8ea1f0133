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

    @Test("texts are cut to columns, wide letters and all")
    func cut() {
        #expect(TextWidth.cut("abc", to: 3) == "abc")
        #expect(TextWidth.cut("abcd", to: 3) == "ab…")
        #expect(TextWidth.cut("漢字漢字", to: 6) == "漢字…")
        #expect(TextWidth.cut("漢字漢字", to: 2) == "…")
        #expect(TextWidth.cut("abc", to: 0) == "")
        #expect(TextWidth.filled("漢", to: 4) == "漢  ")
    }

    @Test("texts are broken at blanks, long words anywhere, and end with … when there is more")
    func wrapped() {
        #expect(TextWidth.wrapped("to be or not to be", columns: 7, lines: 9) == ["to be", "or not", "to be"])
        #expect(TextWidth.wrapped("abcdefghij k", columns: 4, lines: 9) == ["abcd", "efgh", "ij k"])
        #expect(TextWidth.wrapped("to be or not to be", columns: 7, lines: 2) == ["to be", "or not…"])
        #expect(TextWidth.wrapped("", columns: 7, lines: 2) == [])
        #expect(TextWidth.wrapped("漢字漢字", columns: 1, lines: 2).count == 2)
        #expect(TextWidth.wrapped("a b c", columns: 0, lines: 0) == [])
    }

    @Test("texts of others cannot move the cursor, change colours, hide or turn anything")
    func safe() {
        #expect(SafeText.line("a\u{1B}[2Jb\u{9B}31m\u{7}\u{0}") == "a\u{FFFD}[2Jb\u{FFFD}31m\u{FFFD}\u{FFFD}")
        #expect(SafeText.line("a\nb\tc\u{2028}d") == "a b c d")
        #expect(SafeText.line("\u{202E}evil\u{2066}\u{FEFF}\u{E0041}") == "\u{FFFD}evil\u{FFFD}\u{FFFD}\u{FFFD}")
        #expect(SafeText.line("👨‍👩‍👧 café") == "👨‍👩‍👧 café")
        let zalgo = "a" + String(repeating: "\u{301}", count: 50)
        #expect(SafeText.line(zalgo).unicodeScalars.count == 5)
    }

    @Test("keys: letters, arrows in every dialect, control keys")
    func keys() {
        func read(_ text: String) -> [Key] { Keyboard().read(text) }
        #expect(read("aé漢") == [.text("a"), .text("é"), .text("漢")])
        #expect(read("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}[D") == [.up, .down, .right, .left])
        #expect(
            read("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[5~\u{1B}[6~\u{1B}[3~") == [
                .home, .end, .home, .end, .pageUp, .pageDown, .delete,
            ])
        #expect(read("\u{1B}[1;5A\u{1B}[Z\u{1B}[3;2~") == [.up, .backTab, .delete])
        #expect(read("\r\n\t\u{7F}\u{8}") == [.enter, .enter, .tab, .backspace, .backspace])
        #expect(
            read("\u{3}\u{4}\u{1A}\u{C}\u{15}\u{17}") == [
                .interrupt, .endOfInput, .suspend, .redraw, .deleteAll, .deleteWord,
            ])
        #expect(read("\u{1B}x\u{1B}[99~\u{0}") == [])
    }

    @Test("sequences and letters come in any portions")
    func portions() {
        let bytes = Array("\u{1B}[Aé\u{1B}[6~漢\u{1B}[200~x\u{1B}[201~".utf8)
        let whole = Keyboard()
        let expected = whole.read(bytes)
        #expect(expected == [.up, .text("é"), .pageDown, .text("漢"), .text("x")])
        let single = Keyboard()
        let singly = bytes.flatMap { single.read([$0]) }
        #expect(singly == expected)
        #expect(!single.isWaiting)
    }

    @Test("Escape alone is a key when nothing follows")
    func escape() {
        let reader = Keyboard()
        #expect(reader.read([0x1B]) == [])
        #expect(reader.isWaiting)
        #expect(reader.flush() == [.escape])
        #expect(reader.read([0x1B, 0x1B]) == [.escape])
        #expect(reader.flush() == [.escape])
        #expect(reader.read([0x1B, 0x5B]) == [])
        #expect(reader.flush() == [])
        #expect(reader.read(Array("a".utf8)) == [.text("a")])
    }

    @Test("pasted text is text: no Enter, no Ctrl-C, no sequence")
    func paste() {
        let reader = Keyboard()
        let pasted = reader.read(Array("\u{1B}[200~a\r\u{3}\u{1B}[Bb\u{1B}[201~\r".utf8))
        #expect(pasted == [.text("a"), .text("b"), .enter])
    }

    @Test("bytes that are no text are dropped, one by one")
    func invalid() {
        let reader = Keyboard()
        #expect(
            reader.read([0xFF, 0xC0, 0x80, 0x61, 0xE4, 0x62, 0xC2, 0x9B, 0xED, 0xA0, 0x80, 0x63]) == [
                .text("a"), .text("b"), .text("c"),
            ])
        #expect(reader.read([0x1B, 0x5B] + Array(repeating: 0x31, count: 200)).count < 200)
        #expect(reader.read([0x1B, 0x5B, 0x03]).last == .interrupt)
    }

    @Test("random bytes never trap and never wait for ever")
    func randomBytes() {
        var random = SystemRandomNumberGenerator()
        let reader = Keyboard()
        var field = TextField()
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: .min ... .max, using: &random)
                    : [0x1B, 0x5B, 0x4F, 0x7E][
                        Int.random(in: 0..<4, using: &random)]
            }
            for key in reader.read(bytes) { _ = field.take(key) }
            let shown = field.shown(columns: 20)
            #expect(shown.cursor < 20)
        }
        _ = reader.flush()
        #expect(!reader.isWaiting)
    }

    @Test("a text field edits whole letters and shows what is before the cursor")
    func field() {
        var field = TextField()
        for key in [Key.text("a"), .text("e"), .text("\u{301}"), .text("漢")] { _ = field.take(key) }
        #expect(field.text == "ae\u{301}漢")
        #expect(field.shown(columns: 10).cursor == 4)
        _ = field.take(.left)
        _ = field.take(.backspace)
        #expect(field.text == "a漢")
        _ = field.take(.home)
        _ = field.take(.delete)
        #expect(field.text == "漢")
        _ = field.take(.end)
        for scalar in " two words".unicodeScalars { _ = field.take(.text(scalar)) }
        _ = field.take(.deleteWord)
        #expect(field.text == "漢 two ")
        _ = field.take(.deleteAll)
        #expect(field.text == "")
        let isText = field.take(.enter)
        #expect(!isText)
        var long = TextField(String(repeating: "x", count: 50) + "end")
        #expect(long.shown(columns: 6).text == "xxend")
        for _ in 0..<2_000 { _ = long.take(.text("y")) }
        #expect(long.text.utf8.count == 1_024)
    }

    @Test("a hidden field shows stars only")
    func hidden() {
        var field = TextField(isHidden: true)
        for scalar in "geheim".unicodeScalars { _ = field.take(.text(scalar)) }
        #expect(field.shown(columns: 20).text == "******")
        #expect(field.text == "geheim")
    }
}

import Testing

@testable import VSAControl

@Suite("lines of the line agent's input")
struct LineAssemblerTests {
    private func lines(_ portions: [UInt8]...) -> [LineAssembler.Line] {
        var assembler = LineAssembler()
        let complete = portions.flatMap { assembler.take($0) }
        return complete + (assembler.finish().map { [$0] } ?? [])
    }

    private func unusable(_ remark: String) -> LineAssembler.Line { .failure(.init(remark: remark)) }

    @Test("lines of any portions, with either line break, the last one without")
    func portions() {
        let expected: [LineAssembler.Line] = [.success("a ä"), .success(""), .success("b")]
        #expect(lines(Array("a ä\r\n\nb".utf8)) == expected)
        #expect(lines(Array("a ".utf8) + [0xC3], [0xA4, 13], [10, 10], Array("b".utf8)) == expected)
    }

    @Test("a line that the bus cannot carry is unusable, the next one is not")
    func bytes() {
        #expect(
            lines([97, 0xFF, 10], [97, 0, 10], [98, 10]) == [
                unusable("Only text in UTF-8 is accepted."), unusable("The character NUL (Ctrl-@) is not accepted."),
                .success("b"),
            ])
    }

    @Test("a line of more than 8192 bytes is unusable, not truncated")
    func length() {
        let longest = [UInt8](repeating: 97, count: 8_192)
        let remark = unusable("A line of more than 8192 bytes is not accepted.")
        #expect(lines(longest, [10]) == [.success(String(repeating: "a", count: 8_192))])
        #expect(lines(longest, [97, 10, 98]) == [remark, .success("b")])
        #expect(lines(longest, longest) == [remark])
    }
}

import Glibc
import StateDirectory
import TVWorld
import Testing

@testable import VSAControl

@Suite("JSON, tables and colours")
struct OutputTests {
    @Test("an error of the file system has the system's message")
    func reasons() {
        let error: any Error = SystemFailure(ENOSPC)
        #expect(error.reason == "No space left on device")
    }

    @Test("JSON keeps the order of members and escapes what must be")
    func json() {
        let value = JSON.document([
            "b": "\"\\\n\t\u{1}é\u{1F600}", "a": JSON.array([.integer(-1), .bool(true), .null, .number("0.5")]),
            "c": JSON.array([]), "d": JSON.object([]),
        ])
        #expect(value.serialized == #"{"schema":1,"b":"\"\\\n\t\u0001é😀","a":[-1,true,null,0.5],"c":[],"d":{}}"#)
        #expect(
            value.pretty == """
                {
                  "schema": 1,
                  "b": "\\"\\\\\\n\\t\\u0001é😀",
                  "a": [
                    -1,
                    true,
                    null,
                    0.5
                  ],
                  "c": [],
                  "d": {}
                }
                """)
    }

    @Test("a member has the JSON of its value, and null without one")
    func members() {
        let (none, list): (Int64?, [Int64]) = (nil, [1, 2])
        let value = JSON.members(["a": none, "b": list, "c": "x", "d": false])
        #expect(value.serialized == #"{"a":null,"b":[1,2],"c":"x","d":false}"#)
    }

    @Test("columns are aligned, without trailing spaces")
    func table() {
        let table = Table(headings: ["A", "LONGER"], rows: [[.init("wide text"), .init("")], [.init("x"), .init("y")]])
        #expect(table.text(Style(isColoured: false)) == "A          LONGER\nwide text\nx          y")
    }

    @Test("external control characters never reach the terminal")
    func controlCharacters() {
        let table = Table(headings: [], rows: [[.init("a\u{1B}[31m\u{9B}b\nc")]])
        #expect(table.text(Style(isColoured: false)) == "a\u{FFFD}[31m\u{FFFD}b c")
    }

    @Test("colours do not change the columns")
    func colours() {
        let table = Table(headings: ["A", "B"], rows: [[.init("on", .good), .init("x")]])
        #expect(table.text(Style(isColoured: true)) == "\u{1B}[1mA\u{1B}[0m   \u{1B}[1mB\u{1B}[0m\n\u{1B}[32mon\u{1B}[0m  x")
    }

    @Test("no colours without a terminal, with NO_COLOR, or on a dumb one")
    func detection() {
        let (terminal, other) = (open("/dev/ptmx", O_RDWR | O_NOCTTY), open("/dev/null", O_RDWR))
        defer {
            close(terminal)
            close(other)
        }
        #expect(Style.detect(terminal, environment: ["NO_COLOR": "", "TERM": "xterm"]).isColoured)
        #expect(!Style.detect(terminal, environment: ["NO_COLOR": "1"]).isColoured)
        #expect(!Style.detect(terminal, environment: ["TERM": "dumb"]).isColoured)
        #expect(!Style.detect(other, environment: [:]).isColoured)
    }
}

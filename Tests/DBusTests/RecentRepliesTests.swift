import CDBus
import Testing

@testable import DBus

@Suite("Replies that are sent once more")
struct RecentRepliesTests {
    private static func target(_ serial: UInt32, sender: BusName = ":1.7") throws -> ReplyTarget {
        let call = RawMessage.methodCall(nil, path: "/a", interface: nil, member: "M", flags: [])
        dbus_message_set_sender(call.pointer, sender.string)
        dbus_message_set_serial(call.pointer, serial)
        let header = try #require(BusMessage(header: call.pointer))
        return ReplyTarget(header, name: "M", output: nil)
    }

    @Test("A copy goes to its own call and caller, with the same arguments")
    func copies() throws {
        var recent = RecentReplies()
        let body: [BusValue] = [.string("ü"), .variant(.bytes([1, 2]))]
        let entry = try recent.keep(body, BodyMeasure(checking: body))
        let kept = try #require(entry)
        for (serial, sender) in [(UInt32(3), BusName(":1.7")), (9, ":1.12345")] {
            let copy = kept.copy(to: try Self.target(serial, sender: sender))
            let message = try #require(BusMessage(header: copy.pointer))
            #expect(message.kind == .methodReturn)
            #expect(message.replySerial == serial)
            #expect(message.destination == sender)
            #expect(message.signature == "sv")
            #expect(BodyReader.read(copy.pointer) == body)
        }
        let found = recent.entry(for: body)
        #expect(found === kept)
        let other = recent.entry(for: [.string("u"), .variant(.bytes([1, 2]))])
        #expect(other == nil)
    }

    @Test("A limited number is kept: those that were used last")
    func bounds() throws {
        var recent = RecentReplies()
        func keep(_ body: [BusValue]) throws -> Bool { try recent.keep(body, BodyMeasure(checking: body)) != nil }
        func has(_ number: UInt32) -> Bool { recent.entry(for: [.uint32(number)]) != nil }
        for number in 0..<UInt32(RecentReplies.capacity) { #expect(try keep([.uint32(number)])) }
        #expect(has(0))
        #expect(try keep([.uint32(99)]))
        #expect(recent.entries.count == RecentReplies.capacity)
        #expect(has(99))
        #expect(has(0))
        #expect(try !keep([.bytes([UInt8](repeating: 0, count: RecentReplies.maximumSize))]))
        #expect(try !keep([.fileDescriptor(BusFileDescriptor(adopting: -1))]))
    }

    @Test("Values are the same only if their bytes are")
    func sameBytes() throws {
        #expect("\u{E9}" == "e\u{301}", "the language takes both spellings for equal")
        let different: [(BusValue, BusValue)] = [
            (.string("\u{E9}"), .string("e\u{301}")), (.string("a"), .string("b")), (.string(""), .string("b")),
            (.double(0), .double(-0.0)), (.uint32(1), .int32(1)), (.bytes([1]), .bytes([2])),
            (.array(element: "s", []), .array(element: "u", [])), (.variant(.byte(1)), .variant(.byte(2))),
            (.dictionary(key: "s", value: "s", []), .dictionary(key: "s", value: "v", [])),
            (.structure([.byte(1)]), .structure([.byte(1), .byte(1)])),
        ]
        for (one, other) in different { #expect(!one.isSameOnWire(as: other), "\(one) and \(other)") }
        var random = SeededGenerator(seed: 11)
        for _ in 0..<300 {
            let value = BusValue.random(depth: 3, using: &random)
            #expect(value.isSameOnWire(as: value))
        }
    }
}

import Testing

@testable import DBus

@Suite("Wire format")
struct WireTests {
    /// Writes values into a libdbus message and reads them back.
    private func roundTrip(_ values: [BusValue]) throws -> [BusValue] {
        let signature = try BodyMeasure(checking: values).signature
        let raw = RawMessage.signal(path: "/a", interface: "a.b", member: "C", to: nil)
        try raw.append(values)
        let message = try #require(BusMessage(header: raw.pointer))
        #expect(message.signature == signature)
        return BodyReader.read(raw.pointer)
    }

    @Test("All types arrive as they were sent")
    func allTypes() throws {
        let values: [BusValue] = [
            .byte(255), .boolean(true), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max), .int64(.min), .uint64(.max),
            .double(.pi), .string(""), .string("ü 🙂"), .objectPath("/"), .signature(""), .signature("a{sv}"),
            .bytes([]), .bytes([1, 2, 3]), .array(element: "s", []), .array(element: "(sv)", []),
            .array(element: "d", [.double(1)]), .array(element: "as", [.array(element: "s", [.string("x")])]),
            .dictionary(key: "s", value: "v", []),
            .dictionary(
                key: "u", value: "(yb)", [BusValue.Entry(key: .uint32(1), value: .structure([.byte(1), .boolean(false)]))]),
            .structure([.string("a"), .structure([.variant(.variant(.bytes([7])))])]),
            .variant(.dictionary(key: "s", value: "v", [BusValue.Entry(key: .string("k"), value: .variant(.int64(-1)))])),
        ]
        #expect(try roundTrip(values) == values)
    }

    @Test("Random values arrive as they were sent")
    func randomValues() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let values = (0..<Int.random(in: 0...4, using: &random)).map { _ in BusValue.random(depth: 4, using: &random) }
            #expect(try roundTrip(values) == values)
        }
    }

    @Test("11: a string that contains a NUL is rejected")
    func innerNUL() throws {
        let error = try #require(throws: BusConversionError.self) {
            try BodyMeasure(checking: [.uint32(1), .variant(.string("a\0b"))])
        }
        #expect(error.description == "argument 2: a string that contains a NUL character cannot be sent")
    }

    @Test("11: values that do not fit the type of their container are rejected")
    func wrongElements() {
        let values: [BusValue] = [
            .array(element: "s", [.uint32(1)]), .array(element: "ss", []), .array(element: "", []),
            .array(element: "a{sv}", [.dictionary(key: "s", value: "s", [])]),
            .dictionary(key: "v", value: "s", []), .dictionary(key: "s", value: "", []),
            .dictionary(key: "s", value: "u", [BusValue.Entry(key: .string(""), value: .string(""))]),
            .dictionary(key: "s", value: "u", [BusValue.Entry(key: .uint32(0), value: .uint32(0))]), .structure([]),
        ]
        for value in values { #expect(throws: BusConversionError.self) { try BodyMeasure(checking: [value]) } }
    }

    @Test("64 containers around a value are accepted, 65 rejected")
    func depth() throws {
        func variants(_ count: Int) -> BusValue { (0..<count).reduce(.byte(1)) { value, _ in .variant(value) } }
        #expect(try roundTrip([variants(64)]) == [variants(64)])
        #expect(throws: ConnectionError.nestedTooDeeply(limit: 64)) { try BodyMeasure(checking: [variants(65)]) }
        #expect(throws: ConnectionError.nestedTooDeeply(limit: 64)) { try BodyMeasure(checking: [variants(2000)]) }
    }

    @Test("32 structures or arrays in one type are accepted, 33 rejected")
    func depthOfOneType() throws {
        func structures(_ count: Int) -> BusValue { (0..<count).reduce(.byte(1)) { value, _ in .structure([value]) } }
        func arrays(_ count: Int) -> BusValue {
            (0..<count).reduce(.int32(1)) { value, _ in .array(element: value.type, [value]) }
        }
        #expect(try roundTrip([structures(32), arrays(32)]) == [structures(32), arrays(32)])
        for value in [structures(33), arrays(33), structures(500), .variant(structures(33)), .variant(arrays(33))] {
            #expect(throws: (any Error).self) { try BodyMeasure(checking: [value]) }
        }
    }

    @Test("A signature of 255 characters is accepted, one of 256 rejected")
    func signatureLength() throws {
        let bytes = [BusValue](repeating: .byte(1), count: 255)
        #expect(try BodyMeasure(checking: bytes).signature.string.count == 255)
        #expect(throws: ConnectionError.self) { try BodyMeasure(checking: bytes + [.byte(1)]) }
        #expect(throws: ConnectionError.self) { try BodyMeasure(checking: [.structure(bytes)]) }
    }

    @Test("Arrays above 64 MiB and messages above 128 MiB are rejected")
    func sizes() throws {
        let limit = 64 * 1024 * 1024
        let largest = [UInt8](repeating: 1, count: limit)
        #expect(try BodyMeasure(checking: [.bytes(largest)]).signature == "ay")
        #expect(throws: ConnectionError.arrayTooLarge(limit: limit)) { try BodyMeasure(checking: [.bytes(largest + [1])]) }
        let long = BusValue.string(String(repeating: "x", count: 1 << 20))
        #expect(throws: ConnectionError.arrayTooLarge(limit: limit)) {
            try BodyMeasure(checking: [.array(element: "s", [BusValue](repeating: long, count: 65))])
        }
        #expect(throws: ConnectionError.messageTooLarge(limit: 2 * limit)) {
            try BodyMeasure(checking: [.bytes(largest), .bytes(largest)])
        }
        #expect(throws: ConnectionError.messageTooLarge(limit: 2 * limit)) {
            try BodyMeasure(checking: [BusValue](repeating: long, count: 129))
        }
    }

    @Test("The measured size is what libdbus writes")
    func measuredSize() throws {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<100 {
            let values = (0..<3).map { _ in BusValue.random(depth: 3, using: &random) }
            let raw = RawMessage.signal(path: "/a", interface: "a.b", member: "C", to: nil)
            try raw.append(values)
            #expect(try BodyMeasure(checking: values).size == raw.marshalledBodySize())
        }
    }
}

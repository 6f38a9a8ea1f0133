import DBus
import Testing

@Suite("Conversion")
struct ConversionTests {
    enum Colour: String, BusValueConvertible, CaseIterable { case red, green }

    private func roundTrip<T: BusValueConvertible & Equatable>(_ value: T, _ type: BusSignature) throws {
        #expect(T.signature == type)
        #expect(value.dbusValue.type == type)
        #expect(try T(dbusValue: value.dbusValue) == value)
    }

    @Test("Basic types go both ways")
    func basicTypes() throws {
        try roundTrip(UInt8.max, "y")
        try roundTrip(true, "b")
        try roundTrip(Int16.min, "n")
        try roundTrip(UInt16.max, "q")
        try roundTrip(Int32.min, "i")
        try roundTrip(UInt32.max, "u")
        try roundTrip(Int64.min, "x")
        try roundTrip(UInt64.max, "t")
        try roundTrip(-0.5, "d")
        try roundTrip("text ü 🙂", "s")
        try roundTrip("/a" as ObjectPath, "o")
        try roundTrip("a{sv}" as BusSignature, "g")
        try roundTrip("a.b" as BusName, "s")
        try roundTrip("a.b" as InterfaceName, "s")
        try roundTrip("Do" as MemberName, "s")
        try roundTrip("a.b" as ErrorName, "s")
    }

    @Test("Containers go both ways")
    func containers() throws {
        try roundTrip([String](), "as")
        try roundTrip(["a", "b"], "as")
        try roundTrip([UInt8](0...255), "ay")
        try roundTrip([[Int32]](), "aai")
        try roundTrip(["a": BusVariant(UInt32(1)), "b": BusVariant(["x"])], "a{sv}")
        try roundTrip([["a": BusVariant("x")]], "aa{sv}")
        try roundTrip([UInt16(1): ["a": [true]]], "a{qa{sab}}")
        try roundTrip(BusVariant(BusVariant("inner")), "v")
        try roundTrip(Colour.green, "s")
    }

    @Test("Structures go both ways")
    func structures() throws {
        let pair = BusStructure("a", UInt32(1))
        #expect(BusStructure<String, UInt32>.signature == "(su)")
        let (text, number) = try BusStructure<String, UInt32>(dbusValue: pair.dbusValue).elements
        #expect(text == "a" && number == 1)
        #expect([BusStructure<String, [BusStructure<Bool>]>].signature == "a(sa(b))")
        #expect(throws: BusConversionError.self) { try BusStructure<String, String>(dbusValue: pair.dbusValue) }
        #expect(throws: BusConversionError.self) { try BusStructure<String>(dbusValue: pair.dbusValue) }
    }

    @Test("Byte arrays are accepted in both forms")
    func byteArrays() throws {
        #expect(try [UInt8](dbusValue: .array(element: "y", [.byte(1), .byte(2)])) == [1, 2])
        #expect(try [UInt8](dbusValue: .bytes([1, 2])) == [1, 2])
        #expect(throws: BusConversionError.self) { try [Int32](dbusValue: .bytes([1])) }
    }

    @Test("A wrong type is an error that names the location, the expected and the actual type")
    func wrongTypes() throws {
        let details: VariantDictionary = ["number": BusVariant("text"), "list": BusVariant(["a"])]
        let error = try #require(throws: BusConversionError.self) { try details.optional("number", as: UInt32.self) }
        #expect(error.description == "key 'number': expected type 'u', got 's'")
        let missing = try #require(throws: BusConversionError.self) { try details.required("other", as: Bool.self) }
        #expect(missing.description == "key 'other': required and missing, type 'b'")
        #expect(try details.optional("other", as: Bool.self) == nil)
        #expect(try details.required("list", as: [String].self) == ["a"])
    }

    @Test("A dictionary of the given values omits nil ones")
    func filled() {
        let (text, number): (String?, Int64?) = (nil, 7)
        let details = VariantDictionary(filled: ["text": text, "number": number, "flag": false, "list": [String]()])
        #expect(details == ["number": BusVariant(Int64(7)), "flag": BusVariant(false), "list": BusVariant([String]())])
    }

    @Test("An enum rejects other values and lists its own")
    func enums() throws {
        let error = try #require(throws: BusConversionError.self) { try Colour(dbusValue: .string("blue\n")) }
        #expect(error.description == "'blue\\n' is not one of 'red', 'green'")
        #expect(throws: BusConversionError.self) { try Colour(dbusValue: .uint32(1)) }
    }

    @Test("Names are checked when they arrive")
    func receivedNames() {
        #expect(throws: BusConversionError.self) { try BusName(dbusValue: .string("no name")) }
        #expect(throws: BusConversionError.self) { try InterfaceName(dbusValue: .string("")) }
        #expect(throws: BusConversionError.self) { try MemberName(dbusValue: .string("a.b")) }
        #expect(throws: BusConversionError.self) { try ErrorName(dbusValue: .string("x")) }
    }

    @Test("Of two entries with the same key the later one counts")
    func duplicateKeys() throws {
        let entries = ["a", "b"].map { BusValue.Entry(key: .string("k"), value: .string($0)) }
        #expect(try [String: String](dbusValue: .dictionary(key: "s", value: "s", entries)) == ["k": "b"])
    }

    @Test("Ordered dictionaries keep their order, omit nil and are read as dictionaries")
    func orderedDetails() throws {
        var details = OrderedVariantDictionary()
        details.append("b", "text")
        details.append("absent", nil as String?)
        details.append("a", UInt32(7))
        let entries = [
            BusValue.Entry(key: .string("b"), value: .variant(.string("text"))),
            BusValue.Entry(key: .string("a"), value: .variant(.uint32(7))),
        ]
        #expect(details.dbusValue == .dictionary(key: "s", value: "v", entries))
        #expect(try VariantDictionary(dbusValue: details.dbusValue) == ["a": BusVariant(UInt32(7)), "b": BusVariant("text")])
        #expect(try OrderedVariantDictionary(dbusValue: details.dbusValue) == details)
        #expect(throws: BusConversionError.self) { try OrderedVariantDictionary(dbusValue: ["a": "b"].dbusValue) }
        #expect(details["a"] == BusVariant(UInt32(7)))
        #expect(details["absent"] == nil)
    }

    @Test("Of two ordered entries with the same key the later one counts")
    func duplicateOrderedDetails() throws {
        let entries = [UInt32(1), 2].map { BusValue.Entry(key: .string("k"), value: .variant(.uint32($0))) }
        let details = try OrderedVariantDictionary(dbusValue: .dictionary(key: "s", value: "v", entries))
        #expect(details["k"] == BusVariant(UInt32(2)))
        var values: [BusVariant] = []
        details.read { values.append($1) }
        #expect(values == [BusVariant(UInt32(1)), BusVariant(UInt32(2))])
    }
}

import DBus
import Testing

@Suite("Conversion")
struct ConversionTests {
    enum Colour: String, ValueConvertible, CaseIterable { case red, green }

    private func roundTrip<T: ValueConvertible & Equatable>(_ value: T, _ type: Signature) throws {
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
        try roundTrip("a{sv}" as Signature, "g")
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
        try roundTrip(["a": Variant(UInt32(1)), "b": Variant(["x"])], "a{sv}")
        try roundTrip([["a": Variant("x")]], "aa{sv}")
        try roundTrip([UInt16(1): ["a": [true]]], "a{qa{sab}}")
        try roundTrip(Variant(Variant("inner")), "v")
        try roundTrip(Colour.green, "s")
    }

    @Test("Structures go both ways")
    func structures() throws {
        let pair = Structure("a", UInt32(1))
        #expect(Structure<String, UInt32>.signature == "(su)")
        let (text, number) = try Structure<String, UInt32>(dbusValue: pair.dbusValue).elements
        #expect(text == "a" && number == 1)
        #expect([Structure<String, [Structure<Bool>]>].signature == "a(sa(b))")
        #expect(throws: ConversionError.self) { try Structure<String, String>(dbusValue: pair.dbusValue) }
        #expect(throws: ConversionError.self) { try Structure<String>(dbusValue: pair.dbusValue) }
    }

    @Test("Byte arrays are accepted in both forms")
    func byteArrays() throws {
        #expect(try [UInt8](dbusValue: .array(element: "y", [.byte(1), .byte(2)])) == [1, 2])
        #expect(try [UInt8](dbusValue: .bytes([1, 2])) == [1, 2])
        #expect(throws: ConversionError.self) { try [Int32](dbusValue: .bytes([1])) }
    }

    @Test("A wrong type is an error that names place, expectation and finding")
    func wrongTypes() throws {
        let details: Details = ["number": Variant("text"), "list": Variant(["a"])]
        let error = try #require(throws: ConversionError.self) { try details.optional("number", as: UInt32.self) }
        #expect(error.description == "key 'number': expected type 'u', got 's'")
        let missing = try #require(throws: ConversionError.self) { try details.required("other", as: Bool.self) }
        #expect(missing.description == "key 'other': required and missing, type 'b'")
        #expect(try details.optional("other", as: Bool.self) == nil)
        #expect(try details.required("list", as: [String].self) == ["a"])
    }

    @Test("An enum refuses other values and lists its own")
    func enums() throws {
        let error = try #require(throws: ConversionError.self) { try Colour(dbusValue: .string("blue\n")) }
        #expect(error.description == "'blue\\n' is not one of 'red', 'green'")
        #expect(throws: ConversionError.self) { try Colour(dbusValue: .uint32(1)) }
    }

    @Test("Names are checked when they arrive")
    func receivedNames() {
        #expect(throws: ConversionError.self) { try BusName(dbusValue: .string("no name")) }
        #expect(throws: ConversionError.self) { try InterfaceName(dbusValue: .string("")) }
        #expect(throws: ConversionError.self) { try MemberName(dbusValue: .string("a.b")) }
        #expect(throws: ConversionError.self) { try ErrorName(dbusValue: .string("x")) }
    }

    @Test("Of two entries with the same key the later one counts")
    func duplicateKeys() throws {
        let entries = ["a", "b"].map { Value.Entry(key: .string("k"), value: .string($0)) }
        #expect(try [String: String](dbusValue: .dictionary(key: "s", value: "s", entries)) == ["k": "b"])
    }

    @Test("Ordered details keep their order, leave out what is nil and read as details")
    func orderedDetails() throws {
        var details = OrderedDetails()
        details.append("b", "text")
        details.append("absent", nil as String?)
        details.append("a", UInt32(7))
        let entries = [
            Value.Entry(key: .string("b"), value: .variant(.string("text"))),
            Value.Entry(key: .string("a"), value: .variant(.uint32(7))),
        ]
        #expect(details.dbusValue == .dictionary(key: "s", value: "v", entries))
        #expect(try Details(dbusValue: details.dbusValue) == ["a": Variant(UInt32(7)), "b": Variant("text")])
        #expect(try OrderedDetails(dbusValue: details.dbusValue) == details)
        #expect(throws: ConversionError.self) { try OrderedDetails(dbusValue: ["a": "b"].dbusValue) }
        #expect(details["a"] == Variant(UInt32(7)))
        #expect(details["absent"] == nil)
    }

    @Test("Of two ordered details with the same key the later one counts")
    func duplicateOrderedDetails() throws {
        let entries = [UInt32(1), 2].map { Value.Entry(key: .string("k"), value: .variant(.uint32($0))) }
        let details = try OrderedDetails(dbusValue: .dictionary(key: "s", value: "v", entries))
        #expect(details["k"] == Variant(UInt32(2)))
        var values: [Variant] = []
        details.read { values.append($1) }
        #expect(values == [Variant(UInt32(1)), Variant(UInt32(2))])
    }
}

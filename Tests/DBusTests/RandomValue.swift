import CDBus

@testable import DBus

/// The same numbers in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension BusValue {
    /// A random value with at most the given number of nested containers.
    static func random(depth: Int, using random: inout SeededGenerator) -> BusValue {
        switch Int.random(in: 0...(depth == 0 ? 9 : 14), using: &random) {
        case 0: return .byte(.random(in: 0...255, using: &random))
        case 1: return .boolean(.random(using: &random))
        case 2: return .int16(.random(in: .min ... .max, using: &random))
        case 3: return .uint32(.random(in: .min ... .max, using: &random))
        case 4: return .int64(.random(in: .min ... .max, using: &random))
        case 5: return .double(.random(in: -1...1, using: &random))
        case 6: return .string(String(repeating: "ö", count: .random(in: 0...9, using: &random)))
        case 7: return .objectPath("/a/b")
        case 8: return .signature("a{sv}")
        case 9: return .uint16(.random(in: .min ... .max, using: &random))
        case 10: return .variant(.random(depth: depth - 1, using: &random))
        case 11: return .structure((0...2).map { _ in .random(depth: depth - 1, using: &random) })
        case 12: return .bytes((0..<Int.random(in: 0...9, using: &random)).map { UInt8($0) })
        case 13:
            let element = BusValue.structure([.random(depth: 0, using: &random)])
            return .array(element: element.type, [BusValue](repeating: element, count: .random(in: 0...3, using: &random)))
        default:
            let entry = Entry(key: .string("k"), value: .variant(.random(depth: depth - 1, using: &random)))
            return .dictionary(key: "s", value: "v", [Entry](repeating: entry, count: .random(in: 0...3, using: &random)))
        }
    }
}

extension RawMessage {
    /// The length of the body in the header of the marshalled message.
    func marshalledBodySize() -> Int {
        var data: UnsafeMutablePointer<CChar>?
        var count: CInt = 0
        guard dbus_message_marshal(pointer, &data, &count) != 0, let data else { return -1 }
        defer { dbus_free(data) }
        return Int(UnsafeRawPointer(data).loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    }
}

import Glibc

extension [BusValue] {
    /// Whether these arguments have the same serialized form as others.
    func areSameOnWire(as others: [BusValue]) -> Bool {
        count == others.count && zip(self, others).allSatisfy { $0.isSameOnWire(as: $1) }
    }
}

extension BusValue {
    /// Whether this value has the same serialized form as another. `==` is not sufficient: it also treats strings as equal that
    /// represent a character differently, and the two zeros. File descriptors are never the same.
    func isSameOnWire(as other: BusValue) -> Bool {
        switch (self, other) {
        case (.string(let own), .string(let other)): own.hasSameBytes(as: other)
        case (.double(let own), .double(let other)): own.bitPattern == other.bitPattern
        case (.array(let type, let own), .array(let otherType, let others)): type == otherType && own.areSameOnWire(as: others)
        case (.dictionary(let key, let value, let own), .dictionary(let otherKey, let otherValue, let others)):
            key == otherKey && value == otherValue && own.count == others.count
                && zip(own, others).allSatisfy { $0.isSameOnWire(as: $1) }
        case (.structure(let own), .structure(let others)): own.areSameOnWire(as: others)
        case (.variant(let own), .variant(let other)): own.isSameOnWire(as: other)
        case (.fileDescriptor, _): false
        default: self == other
        }
    }
}

extension BusValue.Entry {
    fileprivate func isSameOnWire(as other: BusValue.Entry) -> Bool {
        key.isSameOnWire(as: other.key) && value.isSameOnWire(as: other.value)
    }
}

extension String {
    fileprivate func hasSameBytes(as other: String) -> Bool {
        let isSame = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { other in
                guard let start = own.baseAddress, let otherStart = other.baseAddress else { return own.count == other.count }
                return own.count == other.count && memcmp(start, otherStart, own.count) == 0
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}

/// Makes keys of the bytes that a terminal sends (ECMA-48 sequences as xterm writes them, UTF-8). Bytes come in any portions;
/// other sequences are dropped. Pasted text ("bracketed paste") becomes letters only, regardless of control characters in it.
struct KeyReader: Sendable, Equatable {
    /// A possible beginning of a sequence.
    private var pending: [UInt8] = []
    private var isPasting = false

    /// The longest sequence that is waited for.
    private static let maximumLength = 32
    private static let escape: UInt8 = 0x1B

    /// Whether bytes wait for what follows them: an Escape alone may be the key, or begin a sequence.
    var isWaiting: Bool { !pending.isEmpty }

    /// Takes bytes.
    mutating func read(_ bytes: [UInt8]) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let length = step(&keys), length > 0 { pending.removeFirst(length) }
        return keys
    }

    /// Nothing followed: an Escape that waited was the key.
    mutating func flush() -> [Key] {
        defer { pending = [] }
        return pending == [Self.escape] && !isPasting ? [.escape] : []
    }

    /// Reads one key or sequence at the beginning of what is pending.
    ///
    /// - Returns: how many bytes it has; nil when more must come.
    private mutating func step(_ keys: inout [Key]) -> Int? {
        guard let first = pending.first else { return nil }
        if first == Self.escape { return sequence(&keys) }
        if first >= 0x80 { return letter(first, &keys) }
        if isPasting {
            if first >= 0x20, first != 0x7F { keys.append(.text(Unicode.Scalar(first))) }
        } else if let key = Self.key(first) {
            keys.append(key)
        }
        return 1
    }

    private static func key(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x20...0x7E: .text(Unicode.Scalar(byte))
        case 0x0A, 0x0D: .enter
        case 0x09: .tab
        case 0x08, 0x7F: .backspace
        case 0x17: .deleteWord
        case 0x15: .deleteAll
        case 0x01: .home
        case 0x05: .end
        case 0x02: .left
        case 0x06: .right
        case 0x0E: .down
        case 0x10: .up
        case 0x03, 0x1C: .interrupt
        case 0x04: .endOfInput
        case 0x1A: .suspend
        case 0x0C: .redraw
        default: nil
        }
    }

    /// A letter in UTF-8. Bytes that are none are dropped one by one.
    private func letter(_ first: UInt8, _ keys: inout [Key]) -> Int? {
        let length =
            switch first {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        if length == 0 { return 1 }
        let bytes = pending.prefix(length)
        guard bytes.dropFirst().allSatisfy({ $0 & 0xC0 == 0x80 }) else { return 1 }
        if bytes.count < length { return nil }
        guard let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first else { return 1 }
        if SafeText.isTypable(scalar) { keys.append(.text(scalar)) }
        return length
    }

    private mutating func sequence(_ keys: inout [Key]) -> Int? {
        guard pending.count > 1 else { return nil }
        switch pending[1] {
        case UInt8(ascii: "["): return controlSequence(&keys)
        case UInt8(ascii: "O"):
            guard pending.count > 2 else { return nil }
            if !isPasting, let key = Self.final(pending[2]) { keys.append(key) }
            return 3
        case Self.escape:
            // Twice: the first one was the key.
            if !isPasting { keys.append(.escape) }
            return 1
        default:
            // A letter together with Alt means nothing here.
            return 2
        }
    }

    /// `ESC [` parameters, intermediates, final.
    private mutating func controlSequence(_ keys: inout [Key]) -> Int? {
        guard let end = pending.dropFirst(2).firstIndex(where: { !(0x20...0x3F).contains($0) }) else {
            return pending.count < Self.maximumLength ? nil : pending.count
        }
        guard (0x40...0x7E).contains(pending[end]) else { return end }
        let parameters = String(decoding: pending[2..<end], as: UTF8.self)
        switch (pending[end], parameters) {
        case (UInt8(ascii: "~"), "200"): isPasting = true
        case (UInt8(ascii: "~"), "201"): isPasting = false
        case _ where isPasting: break
        case (UInt8(ascii: "~"), _):
            if let key = Self.numbered(parameters.prefix { $0 != ";" }) { keys.append(key) }
        default:
            if let key = Self.final(pending[end]) { keys.append(key) }
        }
        return end + 1
    }

    private static func numbered(_ number: Substring) -> Key? {
        switch number {
        case "1", "7": .home
        case "4", "8": .end
        case "3": .delete
        case "5": .pageUp
        case "6": .pageDown
        default: nil
        }
    }

    private static func final(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "Z"): .backTab
        default: nil
        }
    }
}

@_spi(Testing) import SAML

/// The old trick against libraries that take the algorithm from the document: HMAC with the provider's public certificate as the
/// secret, computed correctly.
enum ForgedHMAC {
    static func response() throws -> String {
        let method = "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"
        let signed = try Hostile.signed()
        let original = signed.part(from: "<ds:SignatureValue>", to: "</ds:SignatureValue>")
        let forged = signed.replacingFirst(Hostile.rsaSHA256, with: method)
        let information = forged.part(from: "<ds:SignedInfo>", to: "</ds:SignedInfo>")
        let value = authenticationCode(
            of: Array(canonical(information).utf8), secret: Array(Fixture.providerKey.certificate.pem.utf8))
        return forged.replacingFirst(
            original, with: "<ds:SignatureValue>\(Base64.encode(value))</ds:SignatureValue>")
    }

    /// Exclusive canonicalisation of a SignedInfo without white space: its namespace, and end tags for empty elements.
    private static func canonical(_ text: String) -> String {
        var text = text.replacingFirst("<ds:SignedInfo>", with: #"<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">"#)
        for name in ["CanonicalizationMethod", "SignatureMethod", "Transform", "DigestMethod"] {
            text.replace("<ds:\(name) ", with: "<ds:\(name)\u{1}")
            text = text.split(separator: "<ds:\(name)\u{1}", omittingEmptySubsequences: false).enumerated().map { index, part in
                index == 0 ? String(part) : "<ds:\(name) " + String(part).replacingFirst("/>", with: "></ds:\(name)>")
            }.joined()
        }
        return text
    }

    private static func authenticationCode(of message: [UInt8], secret: [UInt8]) -> [UInt8] {
        let key = secret.count > 64 ? SHA256Digest.of(secret) : secret
        let block = key + [UInt8](repeating: 0, count: 64 - key.count)
        return SHA256Digest.of(block.map { $0 ^ 0x5C } + SHA256Digest.of(block.map { $0 ^ 0x36 } + message))
    }
}

/// SHA-256 (FIPS 180-4), so that these tests do not depend on what the module uses.
enum SHA256Digest {
    static func of(_ message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = roots(2).prefix(8).map { $0 }
        let constants = roots(3)
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        padded += (0..<8).map { UInt8(truncatingIfNeeded: UInt64(message.count * 8) >> (56 - 8 * UInt64($0))) }
        for start in stride(from: 0, to: padded.count, by: 64) { compress(padded[start..<(start + 64)], &state, constants) }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
    }

    private static func compress(_ block: ArraySlice<UInt8>, _ state: inout [UInt32], _ constants: [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[index + $1]) }
        }
        for index in 16..<64 {
            let first = rotate(words[index - 15], 7) ^ rotate(words[index - 15], 18) ^ words[index - 15] >> 3
            let second = rotate(words[index - 2], 17) ^ rotate(words[index - 2], 19) ^ words[index - 2] >> 10
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var now = state
        for index in 0..<64 {
            let choice = (now[4] & now[5]) ^ (~now[4] & now[6])
            let first = rotate(now[4], 6) ^ rotate(now[4], 11) ^ rotate(now[4], 25)
            let one = now[7] &+ first &+ choice &+ constants[index] &+ words[index]
            let majority = (now[0] & now[1]) ^ (now[0] & now[2]) ^ (now[1] & now[2])
            let second = rotate(now[0], 2) ^ rotate(now[0], 13) ^ rotate(now[0], 22)
            now = [one &+ second &+ majority, now[0], now[1], now[2], now[3] &+ one, now[4], now[5], now[6]]
        }
        state = zip(state, now).map { $0 &+ $1 }
    }

    private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 { value >> count | value << (32 - count) }

    /// The first 32 bits of the fractional parts of the square or cube roots of the first 64 primes, by whole numbers only:
    /// the largest x with x^degree ≤ prime · 2^(32 · degree).
    private static func roots(_ degree: Int) -> [UInt32] {
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < 64 {
            if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
            candidate += 1
        }
        return primes.map { prime in
            let bound = UInt128(prime) << UInt128(32 * degree)
            var root: UInt128 = 0
            for bit in stride(from: 36, through: 0, by: -1) {
                let next = root | UInt128(1) << UInt128(bit)
                if (1..<degree).reduce(next, { power, _ in power * next }) <= bound { root = next }
            }
            return UInt32(truncatingIfNeeded: root)
        }
    }
}

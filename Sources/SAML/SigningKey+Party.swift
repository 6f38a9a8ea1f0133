import Dates

extension SigningKey {
    /// Generates the key of a simulated party. Its certificate is valid from the day before: a verifier's clock may be slow.
    ///
    /// - Parameters:
    ///   - party: The party's name; its first 64 characters are the certificate's subject.
    ///   - now: The current time, in Unix seconds.
    ///   - spare: As for ``generate(commonName:validity:now:spare:)``.
    /// - Throws: ``SAMLError/Code/invalidField`` for a name or time that a certificate cannot contain.
    public static func make(for party: String, now: Int64, spare: String? = nil) throws(SAMLError) -> SigningKey {
        let name = String(party.unicodeScalars.prefix(64).map { Character($0) })
        let isEarly = now < XMLDateTime.range.lowerBound + 86_400
        return try generate(commonName: name, now: isEarly ? now : now - 86_400, spare: spare)
    }

    /// Generates a key that no service trusts, for faults.
    ///
    /// - Parameters:
    ///   - now: The current time, in Unix seconds.
    ///   - spare: As for ``generate(commonName:validity:now:spare:)``.
    /// - Throws: ``SAMLError/Code/invalidField`` for a time that a certificate cannot contain.
    public static func makeUntrusted(now: Int64, spare: String? = nil) throws(SAMLError) -> SigningKey {
        try make(for: "untrusted.example", now: now, spare: spare)
    }
}

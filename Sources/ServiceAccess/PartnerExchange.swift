/// What the service requires of the exchange of the platform's sign-in, in every version of its interface.
package enum PartnerExchange {
    /// The SAML issuer of the service, which identifies the channel to the provider.
    package static let channel = "https://saml.sp.auth.adobe.com"

    /// Collapses spaces and tabs, removes line breaks and trims, as the service's documentation requires of the response.
    package static func collapse(_ response: String) -> String {
        // Most responses contain no white space.
        let hasBlanks = response.utf8.withContiguousStorageIfAvailable { $0.contains { $0 <= UInt8(ascii: " ") } }
        guard hasBlanks ?? true else { return response }
        var text: [UInt8] = []
        text.reserveCapacity(response.utf8.count)
        let space = UInt8(ascii: " ")
        for byte in response.utf8 {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): continue
            case space, UInt8(ascii: "\t"): if let last = text.last, last != space { text.append(space) }
            default: text.append(byte)
            }
        }
        if text.last == space { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }
}

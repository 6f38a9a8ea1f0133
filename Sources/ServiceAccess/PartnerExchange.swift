/// The service's requirements for the exchange of the platform's sign-in, in every version of its interface.
package enum PartnerExchange {
    /// The SAML issuer of the service, which identifies the channel to the provider.
    package static let channel = "https://saml.sp.auth.adobe.com"

    /// Returns a provider's response as forms contain it: collapsed, in Base64; nil if nothing is left of it.
    package static func formValue(of response: String?) -> String? {
        let text = Array(collapse(response ?? "").utf8)
        return text.isEmpty ? nil : Digest.base64(text)
    }

    /// Collapses spaces and tabs, removes line breaks and trims, as the service's documentation requires of the response.
    package static func collapse(_ response: String) -> String {
        let space = UInt8(ascii: " ")
        var text: [UInt8] = []
        text.reserveCapacity(response.utf8.count)
        var rest = Array(response.utf8)[...]
        while let index = rest.firstIndex(where: { $0 <= space }) {
            text += rest[..<index]
            switch rest[index] {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
            case space, UInt8(ascii: "\t"): if let last = text.last, last != space { text.append(space) }
            case let control: text.append(control)
            }
            rest = rest[(index + 1)...]
        }
        text += rest
        if text.last == space { text.removeLast() }
        return String(decoding: text, as: UTF8.self)
    }
}

/// What the service requires of the exchange of the platform's sign-in, in every version of its interface.
package enum PartnerExchange {
    /// The SAML issuer of the service, which identifies the channel to the provider.
    package static let channel = "https://saml.sp.auth.adobe.com"

    /// Collapses spaces and tabs, removes line breaks and trims, as the service's documentation requires of the response.
    package static func collapse(_ response: String) -> String {
        var text = ""
        for character in response.unicodeScalars {
            switch character {
            case "\n", "\r": continue
            case " ", "\t": if !text.isEmpty, text.unicodeScalars.last != " " { text.unicodeScalars.append(" ") }
            default: text.unicodeScalars.append(character)
            }
        }
        return text.hasSuffix(" ") ? String(text.dropLast()) : text
    }
}

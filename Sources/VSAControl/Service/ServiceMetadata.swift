/// The SAML metadata of a service, as the service or the device has it.
struct ServiceMetadata {
    let text: String

    /// The address at which it receives responses; empty if there is none.
    var consumer: String {
        text.firstMatch(of: /AssertionConsumerService\s[^>]*Location="(?<url>[^"]*)"/).map { String($0.output.url) } ?? ""
    }

    /// Its certificates, regardless of the formatting.
    var certificates: Set<String> {
        Set(text.matches(of: /X509Certificate[^>]*>(?<text>[^<]+)</).map { $0.output.text.filter { !$0.isWhitespace } })
    }
}

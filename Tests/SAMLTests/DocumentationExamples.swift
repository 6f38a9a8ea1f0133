import SAML

/// The examples in the documentation of SAML. They are only compiled; ArchitectureTests compares them with the documentation.
private enum DocumentationExamples {
    static func sign(_ response: Response, _ policy: ResponsePolicy, now: Int64) throws {
        let key = try SigningKey.generate(commonName: "provider.example", now: now)
        let xml = try response.signed(with: key)
        let accepted = try Response.verify(Array(xml.utf8), certificates: [key.certificate], policy: policy)
        print(accepted.issuer)
    }
}

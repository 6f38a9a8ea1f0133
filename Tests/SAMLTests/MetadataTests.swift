import SAML
import Testing

@Suite("Metadata")
struct MetadataTests {
    private static let certificate = Fixture.providerKey.certificate

    @Test(
        "written metadata is read",
        arguments: [
            .identityProvider(singleSignOnURL: Fixture.singleSignOn),
            .identityProvider(singleSignOnURL: Fixture.singleSignOn, singleLogoutURL: "https://alpha.example/saml/slo?a=1&b=2"),
            .serviceProvider(assertionConsumerServiceURL: Fixture.consumer),
            .serviceProvider(assertionConsumerServiceURL: Fixture.consumer, singleLogoutURL: "http://127.0.0.1:1/slo"),
        ] as [EntityDescriptor.Role])
    func roundTrip(role: EntityDescriptor.Role) throws {
        let descriptor = EntityDescriptor(
            entityID: "https://e.example/?a&b", role: role,
            certificates: [MetadataTests.certificate, Fixture.strangerKey.certificate])
        #expect(try EntityDescriptor(xml: descriptor.xml()) == descriptor)
    }

    @Test("metadata of another product is read")
    func foreign() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!-- made elsewhere -->
            <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example">
              <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
                <KeyDescriptor use="encryption"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"/></KeyDescriptor>
                <KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
                  \(MetadataTests.certificate.derBase64)
                </X509Certificate></X509Data></KeyInfo></KeyDescriptor>
                <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/r"/>
                <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/p"/>
              </IDPSSODescriptor>
            </EntityDescriptor>
            """
        let descriptor = try EntityDescriptor(xml: text)
        #expect(descriptor.entityID == "https://idp.example")
        #expect(descriptor.role == .identityProvider(singleSignOnURL: "https://idp.example/p"))
        #expect(descriptor.certificates == [MetadataTests.certificate])
    }

    private static let valid = EntityDescriptor(
        entityID: "https://idp.example", role: .identityProvider(singleSignOnURL: Fixture.singleSignOn),
        certificates: [certificate]
    ).xml()

    @Test(
        "incomplete metadata is rejected with the field's name",
        arguments: [
            (#"entityID="https://idp.example""#, "", "entityID"), ("<md:SingleSignOnService", "<md:Other", "SingleSignOnService"),
            (#"use="signing""#, #"use="encryption""#, "KeyDescriptor"), ("IDPSSODescriptor", "Other", "IDPSSODescriptor"),
        ])
    func incomplete(old: String, new: String, field: String) {
        let text = MetadataTests.valid.replacing(old, with: new)
        let error = #expect(throws: SAMLError.self) { try EntityDescriptor(xml: text) }
        #expect(error?.code == .invalidMetadata)
        #expect(error?.detail.contains(field) == true)
    }

    @Test("a document type in metadata is rejected")
    func documentType() {
        #expect(throws: SAMLError(.documentTypeForbidden, "")) { try EntityDescriptor(xml: "<!DOCTYPE a>" + MetadataTests.valid) }
    }

    @Test("a response verifies against metadata that was sent as text")
    func trustByMetadata() throws {
        let descriptor = try EntityDescriptor(xml: MetadataTests.valid)
        _ = try Fixture.verify(Fixture.response().signed(with: Fixture.providerKey).utf8, certificates: descriptor.certificates)
    }
}

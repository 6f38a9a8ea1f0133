import SwiftASN1

/// The public key of an X.509 certificate. Everything else in the certificate, such as its issuer and dates, is ignored.
struct CertificateKey: PEMParseable {
    static let defaultPEMDiscriminator = "CERTIFICATE"

    /// The element `subjectPublicKeyInfo` in DER.
    let bytes: ArraySlice<UInt8>

    init(derEncoded node: ASN1Node) throws {
        // Certificate: the signed part, the algorithm, the signature.
        bytes = try DER.sequence(node, identifier: .sequence) { certificate in
            let key = try DER.sequence(try Self.next(&certificate), identifier: .sequence) { fields in
                _ = try DER.optionalExplicitlyTagged(&fields, tagNumber: 0, tagClass: .contextSpecific) { version in
                    try Int(derEncoded: version)
                }
                for _ in ["serialNumber", "signature", "issuer", "validity", "subject"] { _ = try Self.next(&fields) }
                let key = try Self.next(&fields).encodedBytes
                while fields.next() != nil {}
                return key
            }
            for _ in ["signatureAlgorithm", "signatureValue"] { _ = try Self.next(&certificate) }
            return key
        }
    }

    private static func next(_ nodes: inout ASN1NodeCollection.Iterator) throws -> ASN1Node {
        guard let node = nodes.next() else {
            throw ASN1Error.invalidASN1Object(reason: "an element of the certificate is missing")
        }
        return node
    }
}

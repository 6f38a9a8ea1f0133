import Foundation
import Testing

/// Changes SAML documents as text. The response has no line breaks; its elements are found by their names without prefix.
extension String {
    /// The range of the first element with a local name, from its tag to its end tag.
    func element(_ name: String, after start: String.Index? = nil) -> Range<String.Index>? {
        let rest = self[(start ?? startIndex)...]
        guard let opening = rest.range(of: "<([A-Za-z0-9]+:)?\(name)[ >]", options: .regularExpression),
            let closing = rest[opening.upperBound...].range(of: "</([A-Za-z0-9]+:)?\(name)>", options: .regularExpression)
        else { return nil }
        return opening.lowerBound..<closing.upperBound
    }

    /// Without an XML declaration.
    func withoutDeclaration() -> String {
        hasPrefix("<?xml") ? String(self[(range(of: "?>")?.upperBound ?? startIndex)...]) : self
    }

    /// Without the first signature.
    func withoutFirstSignature() -> String {
        var text = self
        if let range = text.element("Signature") { text.removeSubrange(range) }
        return text
    }

    /// Without all signatures.
    func withoutSignatures() -> String {
        var text = self
        while let range = text.element("Signature") { text.removeSubrange(range) }
        return text
    }
}

/// A way to place a forged assertion next to a signed one (XML signature wrapping).
struct Wrapping: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Gets the signed response, its signed assertion, and a forged assertion without a signature.
    fileprivate let build: @Sendable (_ response: String, _ assertion: String, _ forged: String) -> String

    /// The forged response.
    ///
    /// - Throws: An error if the response does not have the expected structure.
    func wrap(_ response: String) throws -> String {
        let range = try #require(response.element("Assertion"))
        let assertion = String(response[range])
        let forged = assertion.withoutSignatures().replacing("u-1002-bob", with: "u-1001-alice")
        try #require(forged != assertion)
        let result = build(response, assertion, forged)
        try #require(result != response)
        return result
    }

    private static func withNewID(_ element: String) -> String {
        element.replacing(/\ ID="([^"]+)"/, maxReplacements: 1) { " ID=\"_forged\($0.1.suffix(8))\"" }
    }

    static let all = [
        Wrapping(testDescription: "forged assertion before the signed one") { response, assertion, forged in
            response.replacing(assertion, with: withNewID(forged) + assertion)
        },
        Wrapping(testDescription: "forged assertion after the signed one") { response, assertion, forged in
            response.replacing(assertion, with: assertion + withNewID(forged))
        },
        Wrapping(testDescription: "forged assertion with the same ID, signed one after it") { response, assertion, forged in
            response.replacing(assertion, with: forged + assertion)
        },
        Wrapping(testDescription: "signed assertion inside the forged one") { response, assertion, forged in
            let closing = forged.range(of: "</", options: .backwards)?.lowerBound ?? forged.endIndex
            return response.replacing(
                assertion, with: withNewID(String(forged[..<closing])) + assertion + String(forged[closing...]))
        },
        Wrapping(testDescription: "signed assertion in the forged one's signature object") { response, assertion, forged in
            guard let signature = assertion.element("Signature") else { return response }
            let moved = String(assertion[signature])
            let opening = moved.range(of: "</", options: .backwards)?.lowerBound ?? moved.endIndex
            let prefix = moved.contains("<ds:Signature") ? "ds:" : ""
            let wrapped =
                String(moved[..<opening]) + "<\(prefix)Object>\(assertion.withoutSignatures())</\(prefix)Object>"
                + String(moved[opening...])
            let renamed = withNewID(forged)
            let place = renamed.range(of: ">", range: renamed.element("Issuer")!.lowerBound..<renamed.endIndex)!
            let end = renamed.range(of: ">", range: place.upperBound..<renamed.endIndex)!.upperBound
            return response.withoutFirstSignature().replacing(
                assertion, with: String(renamed[..<end]) + wrapped + String(renamed[end...]))
        },
        Wrapping(testDescription: "signed response inside a forged response") { response, assertion, forged in
            let outer = withNewID(response.withoutSignatures())
                .replacing(assertion.withoutSignatures(), with: withNewID(forged))
            let closing = outer.range(of: "</", options: .backwards)?.lowerBound ?? outer.endIndex
            return outer[..<closing] + "<samlp:Extensions xmlns:samlp=\"urn:oasis:names:tc:SAML:2.0:protocol\">"
                + response.withoutDeclaration() + "</samlp:Extensions>" + outer[closing...]
        },
        Wrapping(testDescription: "forged assertion in a response without a signature, signed one beside it") {
            response, assertion, forged in
            response.withoutFirstSignature().replacing(assertion, with: withNewID(forged) + assertion)
        },
    ]
}

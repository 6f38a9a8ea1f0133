/// Parsing of untrusted bytes into a document.
extension SignatureVerifier {
    /// Parses a text: size, encoding, document type, attributes, well-formedness.
    ///
    /// - Parameter limit: The maximum number of bytes.
    func open(_ bytes: [UInt8], limit: Int = SAMLLimits.maximumSize) throws(SAMLError) -> XMLDocument {
        try bytes.withUnsafeBufferPointer { buffer throws(SAMLError) in
            try open(UnsafeRawBufferPointer(buffer), limit: limit)
        }
    }

    private func open(_ bytes: UnsafeRawBufferPointer, limit: Int) throws(SAMLError) -> XMLDocument {
        if bytes.count > limit, !skipping.contains(.size) {
            throw SAMLError(.tooLarge, "\(bytes.count) bytes; at most \(limit) are accepted")
        }
        if !skipping.contains(.encoding), bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil {
            throw SAMLError(.invalidEncoding, "the text must be UTF-8 without NUL")
        }
        if !skipping.contains(.documentType) {
            var text = StartTagScan(bytes)
            if text.skip(past: "<!DOCTYPE") {
                throw SAMLError(.documentTypeForbidden, "a document type is never accepted")
            }
        }
        if !skipping.contains(.attributes) {
            var tags = StartTagScan(bytes)
            try tags.requireAtMost(SAMLLimits.maximumAttributes)
        }
        let document = try XMLDocument(bytes, recover: skipping.contains(.wellFormedness))
        if document.hasType, !skipping.contains(.documentType) {
            throw SAMLError(.documentTypeForbidden, "a document type is never accepted")
        }
        return document
    }
}

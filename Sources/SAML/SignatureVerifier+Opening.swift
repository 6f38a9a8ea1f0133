/// Parsing of untrusted bytes into a document.
extension SignatureVerifier {
    /// Parses a text: size, encoding, document type, attributes, well-formedness.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes.
    ///   - isText: Whether the bytes are known to be UTF-8.
    func open(
        _ bytes: UnsafeRawBufferPointer, limit: Int = SAMLLimits.maximumSize, isText: Bool = false
    ) throws(SAMLError) -> XMLDocument {
        if bytes.count > limit, !skipping.contains(.size) {
            throw SAMLError(.tooLarge, "\(bytes.count) bytes; at most \(limit) are accepted")
        }
        if !skipping.contains(.encoding), bytes.contains(0) || !isText && !isUTF8(bytes) {
            throw SAMLError(.invalidEncoding, "the text must be UTF-8 without NUL")
        }
        if !skipping.contains(.documentType), contains("<!DOCTYPE", in: bytes) {
            throw SAMLError(.documentTypeForbidden, "a document type is never accepted")
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

    /// The same for a string, which is UTF-8 already.
    func open(_ text: String, limit: Int = SAMLLimits.maximumSize) throws(SAMLError) -> XMLDocument {
        var text = text
        let result: Result<XMLDocument, SAMLError> = text.withUTF8 { buffer in
            do throws(SAMLError) {
                return .success(try open(UnsafeRawBufferPointer(buffer), limit: limit, isText: true))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// The same for received bytes.
    func open(_ bytes: [UInt8]) throws(SAMLError) -> XMLDocument {
        try bytes.withUnsafeBufferPointer { buffer throws(SAMLError) in try open(UnsafeRawBufferPointer(buffer)) }
    }
}

/// Whether bytes are UTF-8.
private func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
        switch decoder.decode(&iterator) {
        case .scalarValue: continue
        case .emptyInput: return true
        case .error: return false
        }
    }
}

private func contains(_ text: StaticString, in bytes: UnsafeRawBufferPointer) -> Bool {
    let needle = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard bytes.count >= needle.count, let first = needle.first else { return false }
    for start in 0...(bytes.count - needle.count) where bytes[start] == first {
        if UnsafeRawBufferPointer(rebasing: bytes[start..<(start + needle.count)]).elementsEqual(needle) { return true }
    }
    return false
}

@_spi(Testing) import SAML

extension HostileCase {
    /// Rejected before a signature is checked.
    static let ofText: [HostileCase] = [
        HostileCase("more than 64 KiB", .size, .tooLarge) {
            try Hostile.signed() + String(repeating: " ", count: SAMLLimits.maximumSize)
        },
        HostileCase(bytes: "not UTF-8", .encoding, .invalidEncoding, withoutCheck: .refused(.notXML)) {
            let text = try Hostile.signed()
            let split = text.utf8.count - 100
            return Array(text.utf8.prefix(split)) + [0xFF, 0xFE] + Array(text.utf8.dropFirst(split))
        },
        HostileCase("document type", .documentType, .documentTypeForbidden) {
            try "<!DOCTYPE samlp:Response>" + Hostile.signed()
        },
        HostileCase("65 attributes in a tag", .attributes, .tooManyAttributes) {
            let attributes = (0..<SAMLLimits.maximumAttributes).map { " a\($0)='='" }.joined()
            return try Hostile.signed(extensions: #"<x xmlns="urn:x""# + attributes + "/>")
        },
        HostileCase("text after the root", .wellFormedness, .notXML) { try Hostile.signed() + "<more>" },
        HostileCase("deep nesting", .depth, .tooDeep) {
            let depth = SAMLLimits.maximumDepth
            return try Hostile.signed(
                extensions: #"<x xmlns="urn:x">"# + String(repeating: "<x>", count: depth)
                    + String(repeating: "</x>", count: depth) + "</x>")
        },
        HostileCase("comment in a name", .comments, .commentForbidden) {
            try Hostile.signed().replacingFirst(">alice</saml:NameID>", with: ">ali<!-- -->ce</saml:NameID>")
        },
    ]

    private init(
        bytes name: String, _ check: Check, _ code: SAMLError.Code, withoutCheck: Outcome,
        document: @escaping @Sendable () throws -> [UInt8]
    ) {
        self.name = name
        self.check = check
        self.code = code
        self.withoutCheck = withoutCheck
        self.document = document
    }
}

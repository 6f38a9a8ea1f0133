import MediaTokenVerifier

/// The examples in the documentation of MediaTokenVerifier. They are only compiled; ArchitectureTests compares them with the documentation.
private enum DocumentationExamples {
    struct Refused: Error {
        let reason: String
    }

    static func verify(_ serializedToken: String, certificate: String) throws {
        let verifier = try MediaTokenVerifier(certificatePEM: certificate, requestorID: "REF30")
        let verification = verifier.verify(serializedToken, resourceID: "news")
        guard verification.isValid else { throw Refused(reason: verification.detail) }
    }
}

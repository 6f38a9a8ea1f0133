import EntitlementREST

/// The examples in the documentation of EntitlementREST. They are only compiled; ArchitectureTests compares them with the documentation.
private enum DocumentationExamples {
    static func authorize(_ statement: String) async throws {
        let client = EntitlementClient(serviceProvider: "REF30", softwareStatement: statement)
        if let profile = try await client.currentProfile() {
            let decision = try await client.authorize(resource: "news", at: profile.mvpd)
            print(decision.isAuthorized)
        }
    }
}

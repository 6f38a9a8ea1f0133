import VideoSubscriberAccount

/// The examples in the documentation of VideoSubscriberAccount. They are only compiled; ArchitectureTests compares them with the documentation.
private enum DocumentationExamples {
    static func provider() async throws {
        let manager = VSAccountManager()
        guard try await manager.checkAccessStatus() == .granted else { return }
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        manager.enqueue(request) { metadata, _ in
            print(metadata?.accountProviderIdentifier ?? "nobody is signed in")
        }
    }
}

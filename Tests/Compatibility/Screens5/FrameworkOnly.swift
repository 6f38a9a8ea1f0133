import VideoSubscriberAccount

// The same for an app that uses only the framework.

func request(for attributes: [String], token: Data) -> VSAccountMetadataRequest {
    let request = VSAccountMetadataRequest()
    request.channelIdentifier = Bundle.main.bundleIdentifier ?? UUID().uuidString
    request.attributeNames = attributes
    request.verificationToken = token.base64EncodedString()
    return request
}

func isOver(_ metadata: VSAccountMetadata) -> Bool { metadata.authenticationExpirationDate.map { $0 < Date() } ?? true }

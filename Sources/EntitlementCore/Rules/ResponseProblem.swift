import TVWorld

/// The reason why a provider's verified response does not sign a device in: the message of the refusal.
enum ResponseProblem: String {
    case unknownRequest = "The response answers a request that the service did not make."
    case usedRequest = "The response answers a request that was answered before."
    case otherRequestor = "The response answers a request of another requestor."
    case otherDevice = "The response answers a request of another device."
    case otherProvider = "The response answers a request to another MVPD."
    case otherPlatform = "The response answers a request of another platform."
    case expiredRequest = "The request that the response answers has expired."
    case missingSubject = "The response names no subject."

    /// Returns the problems of a response to a request that a device passed to its provider, the most important first.
    static func all(
        of request: PendingRequest?, origin: PendingRequest.Origin, key: DeviceKey, mvpd: String, platform: Platform,
        subject: String, now: Int64
    ) -> [ResponseProblem] {
        guard let request, request.sentBy == origin else { return [.unknownRequest] }
        let problems: [(ResponseProblem, Bool)] = [
            (.usedRequest, request.usedAt != nil), (.otherRequestor, request.key.requestor != key.requestor),
            (.otherDevice, request.key != key), (.otherProvider, request.mvpd != mvpd),
            (.otherPlatform, request.platform != platform), (.expiredRequest, now >= request.expiresAt),
            (.missingSubject, subject.isEmpty),
        ]
        return problems.compactMap { $0.1 ? $0.0 : nil }
    }
}

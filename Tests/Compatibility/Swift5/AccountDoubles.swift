import Foundation
import VideoSubscriberAccount

// What an app's own unit tests use instead of the system.

final class MetadataDouble: VSAccountMetadata {
    override var accountProviderIdentifier: String? { "double.example" }
    override var authenticationExpirationDate: Date? { Date(timeIntervalSince1970: 2_000_000_000) }
    override var accountProviderResponse: VSAccountProviderResponse? { ResponseDouble() }
}

final class ResponseDouble: VSAccountProviderResponse {
    override var authenticationScheme: VSAccountProviderAuthenticationScheme { .api }
    override var body: String? { "{}" }
}

final class AccountManagerDouble: VSAccountManager {
    private(set) var requests: [VSAccountMetadataRequest] = []

    override func checkAccessStatus(
        options: [VSCheckAccessOption: Any] = [:],
        completionHandler: @escaping @Sendable (VSAccountAccessStatus, (any Error)?) -> Void
    ) {
        completionHandler(.denied, VSError(.accessNotGranted))
    }

    override func enqueue(
        _ request: VSAccountMetadataRequest, completionHandler: @escaping (VSAccountMetadata?, (any Error)?) -> Void
    ) -> VSAccountManagerResult {
        requests.append(request)
        completionHandler(MetadataDouble(), nil)
        return VSAccountManagerResult()
    }
}

/// The app's code does not know that it uses the double.
func providerOfDouble() -> String {
    let manager: VSAccountManager = AccountManagerDouble()
    var answer = "nothing"
    let result = manager.enqueue(VSAccountMetadataRequest()) { metadata, _ in
        let scheme = metadata?.accountProviderResponse?.authenticationScheme
        answer = "\(metadata?.accountProviderIdentifier ?? "nil") \(scheme?.rawValue ?? "nil")"
    }
    result.cancel()
    return answer
}

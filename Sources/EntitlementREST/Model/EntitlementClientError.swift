import Foundation

/// The reason why a call of ``EntitlementClient`` failed. A denied resource is not an error, but a ``Decision``.
public enum EntitlementClientError: Error, Sendable, Hashable {
    /// The service did not register the app or issue an access token, with the reason.
    case registration(String)
    /// The service answered with an error.
    case service(EnhancedError)
    /// The service temporarily accepts no more requests.
    case throttled
    /// The service answered with this status and without an error document.
    case http(Int)
    /// There was no complete answer, with the reason.
    case connection(String)
    /// The answer does not have the service's format, with the reason.
    case unreadable(String)
    /// The code has expired, was replaced, or was never issued.
    case sessionEnded
    /// The task of the call was cancelled.
    case cancelled
}

extension EntitlementClientError: LocalizedError, CustomStringConvertible {
    /// A description of the error, as a sentence.
    public var description: String {
        switch self {
        case .registration(let reason): "The service does not accept the app: \(reason)"
        case .service(let error): error.description
        case .throttled: "The service received too many requests."
        case .http(let status): "The service answered \(status)."
        case .connection(let reason), .unreadable(let reason): reason
        case .sessionEnded: "The code is no longer valid."
        case .cancelled: "The call was cancelled."
        }
    }

    /// The service's text for the user, or else the description.
    public var errorDescription: String? {
        if case .service(let error) = self { error.errorDescription } else { description }
    }
}

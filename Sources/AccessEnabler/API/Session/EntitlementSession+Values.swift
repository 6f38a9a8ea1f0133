import Foundation

extension EntitlementSession {
    /// A television provider of the requestor.
    public struct Provider: Sendable, Hashable, Identifiable {
        /// The identifier at the service.
        public let id: String
        /// The name to display.
        public let displayName: String
        /// The URL of the logo.
        public let logoURL: URL?
        /// Whether the platform's single sign-on is enabled for this provider.
        public let hasSingleSignOn: Bool

        init(_ provider: ProviderConfiguration) {
            id = provider.id
            displayName = provider.displayName
            logoURL = URL(string: provider.logoURL)
            hasSingleSignOn = provider.hasSingleSignOn
        }
    }

    /// A decision about one resource.
    public struct ResourceDecision: Sendable, Hashable, Identifiable {
        /// The resource.
        public let resource: String
        /// Whether the user is authorized for the resource.
        public let isAuthorized: Bool
        /// The reason for a negative decision, if the service provides one.
        public let reason: Status?

        /// The resource.
        public var id: String { resource }

        init(_ decision: PreauthorizeAnswer.Decision) {
            resource = decision.id
            isAuthorized = decision.isAuthorized
            reason = decision.error.map { Status($0, resource: decision.id) }
        }
    }

    /// An advanced status: a code with details. Mirrors the dictionary of `EntitlementStatus`.
    public struct Status: Sendable, Hashable {
        /// The severity.
        public enum Level: String, Sendable, Hashable, CaseIterable {
            /// A call failed.
            case error
            /// Something may fail later.
            case warning
            /// Information.
            case info
            /// A call succeeded.
            case success
        }

        /// The code, such as `VSA403` or `Z100`; in a decision, the enhanced error code.
        public let code: String
        /// The severity.
        public let level: Level
        /// A human-readable message.
        public let message: String?
        /// The original error, or the provider's message.
        public let details: String?
        /// The resource, if the status concerns one.
        public let resource: String?

        init(_ report: StatusReport) {
            code = report.errorID
            level = Level(rawValue: report.level) ?? .error
            message = report.message
            details = report.details
            resource = report.resource
        }

        init(_ status: PreauthorizeAnswer.Status, resource: String? = nil) {
            code = status.code
            level = .error
            message = status.message
            details = status.details
            self.resource = resource
        }
    }
}

/// An event in an ``EntitlementSession`` that is not the answer to a call.
public enum EntitlementEvent: Sendable, Hashable {
    /// An advanced status. A failed call also reports its own in ``EntitlementError/statuses``.
    case status(EntitlementSession.Status)
    /// Data for the app's analytics. Mirrors `sendTrackingData`.
    case tracking(Tracking)

    /// Data about an event for the app's analytics, in the order of the iOS/tvOS API.
    public struct Tracking: Sendable, Hashable {
        /// The kind of event.
        public enum Kind: Sendable, Hashable, CaseIterable {
            /// A check of the authentication, or a login.
            case authentication
            /// The answer to a request for a media token.
            case authorization
            /// A provider was selected.
            case providerSelection
        }

        /// The kind of event.
        public let kind: Kind
        /// The data.
        public let values: [String]

        init(_ values: [String], event: Int32) {
            kind =
                switch event {
                case TRACKING_AUTHORIZATION: .authorization
                case TRACKING_GET_SELECTED_PROVIDER: .providerSelection
                default: .authentication
                }
            self.values = values
        }
    }
}

import Foundation

extension EntitlementSession {
    /// A television provider of the requestor.
    public struct Provider: Sendable, Hashable, Identifiable {
        /// The identifier at the service.
        public let id: String
        /// The name to show.
        public let displayName: String
        /// The address of the logo.
        public let logoURL: URL?
        /// Whether the platform's single sign-on is on for this provider.
        public let hasSingleSignOn: Bool

        init(_ provider: ProviderConfiguration) {
            id = provider.id
            displayName = provider.displayName
            logoURL = URL(string: provider.logoURL)
            hasSingleSignOn = provider.hasSingleSignOn
        }
    }

    /// Whether one resource may be watched.
    public struct ResourceDecision: Sendable, Hashable, Identifiable {
        /// The resource.
        public let resource: String
        /// Whether it may be watched.
        public let isAuthorized: Bool
        /// Why not, when the service tells.
        public let reason: Status?

        /// The resource.
        public var id: String { resource }

        init(_ decision: PreauthorizeAnswer.Decision) {
            resource = decision.id
            isAuthorized = decision.isAuthorized
            reason = decision.error.map { Status($0, resource: decision.id) }
        }
    }

    /// An advanced status: a code with what belongs to it. Mirrors the dictionary of `EntitlementStatus`.
    public struct Status: Sendable, Hashable {
        /// How grave it is.
        public enum Level: String, Sendable, Hashable, CaseIterable {
            /// Something that was asked for failed.
            case error
            /// Something may fail later.
            case warning
            /// To be known.
            case info
            /// Something succeeded.
            case success
        }

        /// The code, as `VSA403` or `Z100`; of a decision the enhanced error code.
        public let code: String
        /// How grave it is.
        public let level: Level
        /// A text for people.
        public let message: String?
        /// The original error, or the provider's text.
        public let details: String?
        /// The resource that it is about.
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

/// What happens in an ``EntitlementSession`` beside the answers to its calls.
public enum EntitlementEvent: Sendable, Hashable {
    /// An advanced status; a failed call carries its own in ``EntitlementError/statuses``, too.
    case status(EntitlementSession.Status)
    /// Data for the app's analytics. Mirrors `sendTrackingData`.
    case tracking(Tracking)

    /// Data about an event for the app's analytics, in the order of the iOS/tvOS API.
    public struct Tracking: Sendable, Hashable {
        /// What the data are about.
        public enum Kind: Sendable, Hashable, CaseIterable {
            /// A check of the authentication, or a login.
            case authentication
            /// The answer to a request for a media token.
            case authorization
            /// A provider was selected.
            case providerSelection
        }

        /// What the data are about.
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

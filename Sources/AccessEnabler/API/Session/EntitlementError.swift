import Foundation

/// The error of a call of ``EntitlementSession``.
public struct EntitlementError: Error, Sendable, Hashable {
    /// The kind of an error; ``EntitlementError/statuses`` contain details.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The requestor's configuration is not available.
        case configurationFailed
        /// The last configuration failed, so no other call is possible; `preauthorize` also fails until `configure` has returned.
        case notConfigured
        /// The user is not logged in.
        case notAuthenticated
        /// The user is not authorized for the resource.
        case notAuthorized
        /// The login was cancelled by the user or the app, or by a logout.
        case loginCancelled
        /// The requestor has no provider.
        case noProvider
        /// The login failed for another reason.
        case loginFailed
        /// The service did not decide about the resources.
        case preauthorizationFailed
        /// The task of the call was cancelled.
        case cancelled
    }

    /// The kind of the error.
    public let kind: Kind
    /// The advanced statuses that were raised for the call.
    public let statuses: [EntitlementSession.Status]
    /// The message of the provider or the service; empty if there is none.
    public let message: String

    init(_ kind: Kind, statuses: [EntitlementSession.Status] = [], message: String = "") {
        self.kind = kind
        self.statuses = statuses
        self.message = message
    }

    init(_ kind: Kind, _ answer: Answer) {
        self.init(kind, statuses: answer.statuses, message: answer.statuses.lazy.compactMap(\.message).first ?? "")
    }

    /// Creates the error of a failed login from the code of `setAuthenticationStatus`.
    init(login answer: Answer) {
        guard answer.isConfigured, case .setAuthenticationStatus(_, let code) = answer.callback else {
            self.init(.notConfigured, answer)
            return
        }
        switch code {
        case PROVIDER_NOT_SELECTED_ERROR: self.init(.loginCancelled, answer)
        case PROVIDER_NOT_AVAILABLE_ERROR: self.init(.noProvider, answer)
        default: self.init(.loginFailed, answer)
        }
    }

    /// Creates the error of a request for a media token.
    init(refusal answer: Answer) {
        guard answer.isConfigured, case .tokenRequestFailed(_, let code, let description) = answer.callback else {
            self.init(.notConfigured, answer)
            return
        }
        let kind: Kind = code == USER_NOT_AUTHENTICATED_ERROR ? .notAuthenticated : .notAuthorized
        self.init(kind, statuses: answer.statuses, message: description)
    }

    init(preauthorization status: PreauthorizeAnswer.Status) {
        let kind: Kind =
            switch status.code {
            case "requestor_not_configured": .notConfigured
            case "authentication_session_missing", "authentication_session_expired": .notAuthenticated
            default: .preauthorizationFailed
            }
        self.init(kind, statuses: [EntitlementSession.Status(status)], message: status.message ?? "")
    }
}

extension EntitlementError: LocalizedError, CustomStringConvertible {
    /// The kind, the codes, and the message.
    public var description: String {
        let codes = statuses.map(\.code).joined(separator: " ")
        return [kind.rawValue, codes, message].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// The message of the provider or the service, or else the kind with the codes.
    public var errorDescription: String? { message.isEmpty ? description : message }
}

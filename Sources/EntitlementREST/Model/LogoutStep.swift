import Foundation
import ServiceAccess

/// The remaining step of a logout. The profile has been removed in any case.
public enum LogoutStep: Sendable, Hashable {
    /// A browser must open this address, so that the provider also logs the user out.
    case browser(URL)
    /// The user must sign out in the settings of the device.
    case partner
    /// No step remains.
    case complete
    /// No step remains: the user was not signed in, or a logout whose answer was lost had already removed the profile.
    case invalid
    /// A value of a newer service.
    case unknown(String)

    /// Reads the step for a provider from an answer.
    init(_ json: JSONValue, mvpd: String, service: String) throws(EntitlementClientError) {
        let logouts = try Reader(json, "the answer").required("logouts", \.object)
        let entry = logouts[mvpd] ?? logouts.sorted { $0.key < $1.key }.first?.value
        let reader = try Reader(entry, "the logout")
        switch try reader.text("actionName") {
        case "logout":
            guard let url = ServiceAddress.resolve(try reader.text("url"), at: service) else {
                throw .unreadable("url in the logout is not an address.")
            }
            self = .browser(url)
        case "partner_logout": self = .partner
        case "complete": self = .complete
        case "invalid": self = .invalid
        case let word: self = .unknown(word)
        }
    }
}

/// The answer to a logout, with the remaining step.
package struct LogoutAnswer: Sendable {
    package let step: LogoutStep
    /// The answer as received.
    package let json: JSONValue
}

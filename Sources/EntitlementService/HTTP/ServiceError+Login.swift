import EntitlementCore
import HTTPTypes
import TVWorld

extension ServiceError {
    /// Creates an error with the page for a refused login or logout.
    init(login refusal: Refusal) {
        let title =
            switch refusal.code {
            case .invalidCode, .invalidAuthenticationSession: "This code cannot be used"
            case .invalidRequestor, .invalidServiceProvider: "This channel is unknown"
            case .invalidDeviceID: "This device is unknown"
            case .invalidRedirectURL: "The app's address is not registered"
            case .unknownIntegration, .invalidIntegration, .invalidMVPD: "This TV provider is not available"
            case .invalidSAMLResponse: "The TV provider's response was not accepted"
            case .loginCompleted: "This login is already complete"
            case .loginExpired: "This login has expired"
            case .loginCancelled: "You are not logged in"
            case .loginDenied: "The TV provider did not log you in"
            case .logoutIncomplete: "You may still be logged in at the TV provider"
            default: "The login cannot start"
            }
        var page = ErrorPage(
            title: title, paragraphs: [refusal.message, refusal.details ?? "Go back to the app and start again."])
        if let url = refusal.returnURL {
            // If no app runs in this browser, a television is waiting for the login.
            let isTelevision = url.contains("/activate/done?code=")
            page.links = [.init(label: isTelevision ? "Continue" : "Back to the app", address: url)]
            if isTelevision, refusal.code == .loginCancelled || refusal.code == .loginDenied {
                page.paragraphs[1] = "Your TV is still waiting: choose your TV provider again, or another one."
            }
        }
        self.init(HTTPResponse.Status(code: refusal.status), page)
    }
}

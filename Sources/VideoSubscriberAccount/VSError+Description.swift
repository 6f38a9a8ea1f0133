import Foundation

extension VSError {
    /// Creates an error with a description and, if there is one, its cause.
    init(_ code: Code, description: String, underlying: (any Error)? = nil, userInfo: [String: Any] = [:]) {
        var userInfo = userInfo
        userInfo[NSLocalizedDescriptionKey] = description
        if let underlying { userInfo[NSUnderlyingErrorKey] = underlying as NSError }
        self.init(code, userInfo: userInfo)
    }

    static var cancelledByApp: VSError { VSError(.userCancelled, description: "The request was cancelled by the app.") }

    /// A request that may interrupt was made by a manager without a delegate. Apple's framework terminates the process.
    static var delegateMissing: VSError {
        VSError(.rejected, description: "A request with isInterruptionAllowed needs a delegate of the VSAccountManager.")
    }

    /// Returns the error for a status other than granted.
    static func accessNotGranted(_ status: VSAccountAccessStatus) -> VSError {
        let (text, privateCode) =
            switch status {
            case .denied: ("The user has denied access to the TV-provider subscription.", -11)
            case .restricted: ("This device does not let apps see the TV-provider subscription.", -23)
            case .notDetermined, .granted: ("The user has not been asked for access to the TV-provider subscription.", -12)
            }
        return VSError(
            .accessNotGranted, description: text,
            underlying: NSError(domain: VSPrivateErrorDomain, code: privateCode, userInfo: nil))
    }
}

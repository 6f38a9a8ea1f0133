@testable import AccessEnabler

// How logins and logouts end.
extension Callback {
    static let loggedIn = Callback.setAuthenticationStatus(isSuccess: true, code: USER_AUTHENTICATED)
    static let loginFailed = Callback.setAuthenticationStatus(isSuccess: false, code: GENERIC_AUTHENTICATION_ERROR)
    static let loginCancelled = Callback.setAuthenticationStatus(isSuccess: false, code: PROVIDER_NOT_SELECTED_ERROR)
    static let loggedOut = Callback.setAuthenticationStatus(isSuccess: false, code: USER_NOT_AUTHENTICATED_ERROR)
}

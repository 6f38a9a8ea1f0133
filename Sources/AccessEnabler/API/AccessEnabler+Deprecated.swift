import Foundation

// Forms of releases 1 to 3.0. Signatures and secrets are ignored: registration took their place.
extension AccessEnabler {
    /// Names the requestor. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    public func setRequestor(_ requestorID: String?, setSignedRequestorId signature: String?) {
        setRequestor(requestorID)
    }

    /// Names the requestor. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    public func setRequestor(_ requestorID: String?, signedRequestorID signature: String?) {
        setRequestor(requestorID)
    }

    /// Names the requestor and the services. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    public func setRequestor(_ requestorID: String?, setSignedRequestorId signature: String?, serviceProviders urls: [Any]?) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Names the requestor and the services. The signature is ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    public func setRequestor(_ requestorID: String?, signedRequestorID signature: String?, serviceProviders urls: [Any]?) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Names the requestor (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    public func setRequestor(
        _ requestorID: String?, setSignedRequestorId signature: String?, secret: String?, publicKey: String?
    ) {
        setRequestor(requestorID)
    }

    /// Names the requestor (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:)")
    public func setRequestor(
        _ requestorID: String?, signedRequestorID signature: String?, secret: String?, publicKey: String?
    ) {
        setRequestor(requestorID)
    }

    /// Names the requestor and the services (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    public func setRequestor(
        _ requestorID: String?, setSignedRequestorId signature: String?, serviceProviders urls: [Any]?, secret: String?,
        publicKey: String?
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Names the requestor and the services (tvOS). Signature, secret and key are ignored.
    @available(*, deprecated, renamed: "setRequestor(_:serviceProviders:)")
    public func setRequestor(
        _ requestorID: String?, signedRequestorID signature: String?, serviceProviders urls: [Any]?, secret: String?,
        publicKey: String?
    ) {
        setRequestor(requestorID, serviceProviders: urls)
    }

    /// Logs in; the array names the MVPDs that the system's picker shows (2.0 to 2.3.1).
    @available(*, deprecated, message: "Use the dictionary with TV_PROVIDERS.")
    public func getAuthentication(_ filter: [Any]) {
        getAuthentication([TV_PROVIDERS: filter])
    }

    /// Logs in, with data and an array of MVPDs (2.0 to 2.3.1).
    @available(*, deprecated, message: "Use the dictionary with TV_PROVIDERS.")
    public func getAuthentication(_ forceAuthn: Bool, withData data: [AnyHashable: Any]?, andFilter filter: [Any]) {
        getAuthentication(forceAuthn, withData: data, andFilter: [TV_PROVIDERS: filter])
    }

    /// Goes on after a login page, without knowing its last URL.
    @available(*, deprecated, renamed: "handleExternalURL(_:)")
    public func getAuthenticationToken() {
        handleExternalURL(nil)
    }
}

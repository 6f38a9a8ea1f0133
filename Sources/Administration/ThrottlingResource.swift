/// The limits on how often a device may make calls.
package struct ThrottlingResource: AddressedResource {
    package static let path = "throttling"

    package var enabled: Bool
    package var callsPerSecond: Int64
    package var burst: Int64
    package var idleSeconds: Int64
    package var retryAfter: Bool

    package init(enabled: Bool, callsPerSecond: Int64, burst: Int64, idleSeconds: Int64, retryAfter: Bool) {
        self.enabled = enabled
        self.callsPerSecond = callsPerSecond
        self.burst = burst
        self.idleSeconds = idleSeconds
        self.retryAfter = retryAfter
    }
}

/// The limits for the calls of a device.
///
/// Mirrors the throttling page: one call per second, and a one-time allowance of ten more.
package struct ThrottlingResource: AddressedResource, Encodable {
    package static let path = "throttling"

    /// Whether the limits are enabled.
    package var enabled: Bool
    /// The number of calls per second.
    package var callsPerSecond: Int64
    /// The one-time allowance of additional calls.
    package var burst: Int64
    /// The number of seconds without a call after which a device counts as new.
    package var idleSeconds: Int64
    /// Whether a refusal contains `Retry-After: 1`, unlike the published sample.
    package var retryAfter: Bool

    package init(
        enabled: Bool = false, callsPerSecond: Int64 = 1, burst: Int64 = 10, idleSeconds: Int64 = 60, retryAfter: Bool = true
    ) {
        self.enabled = enabled
        self.callsPerSecond = callsPerSecond
        self.burst = burst
        self.idleSeconds = idleSeconds
        self.retryAfter = retryAfter
    }
}

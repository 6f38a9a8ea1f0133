import TVWorld

/// The limits of values in administrative calls, which the service checks and the command line shows.
package enum AdministrationLimit {
    /// The longest lifetime of a token of a shared identity in seconds: ten years.
    package static let identityTokenLifetime: Int64 = 315_360_000
    /// The length of the identifiers of requestors and MVPDs, in characters.
    package static let identifierLength = 1...TextRule.identifier.limit
    /// The maximum size of a key or a certificate in PEM, in bytes.
    package static let pemSize = TextRule.certificate.limit
    /// Steps of a clock in milliseconds: up to a hundred years.
    package static let clockStep: ClosedRange<Int64> = -3_153_600_000_000...3_153_600_000_000
    /// A device's calls per second.
    package static let callsPerSecond: ClosedRange<Int64> = 1...1_000
    /// A device's additional calls at the first contact.
    package static let burst: ClosedRange<Int64> = 0...100_000
    /// The idle time in seconds after which a device counts as new.
    package static let idleSeconds: ClosedRange<Int64> = 1...86_400
    /// The maximum size of a snapshot that is loaded, in bytes.
    package static let snapshotSize = 64 << 20
    /// The maximum size of the details of a shared event as JSON, in bytes.
    package static let detailSize = 8_192
    /// The maximum number of apps, and of prompts, of a shared device.
    package static let sharedCount = 200
}

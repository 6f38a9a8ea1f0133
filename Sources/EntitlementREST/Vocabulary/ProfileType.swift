/// The origin of a profile.
public struct ProfileType: OpenVocabulary {
    /// A login at the provider.
    public static let regular = Self("regular")
    /// The system account of the device.
    public static let appleSSO = Self("appleSSO")
    /// The identity of the platform, from another app.
    public static let platformSSO = Self("platformSSO")
    /// A service token, from another app or device.
    public static let serviceTokenSSO = Self("serviceTokenSSO")
    /// A degradation rule: every user counts as signed in.
    public static let degraded = Self("degraded")
    /// A temporary pass.
    public static let temporary = Self("temporary")

    /// The service's spelling.
    public let word: String

    /// Creates a value from the service's spelling.
    public init(_ word: String) { self.word = word }
}

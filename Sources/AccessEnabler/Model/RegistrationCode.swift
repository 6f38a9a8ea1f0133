import ServiceAccess

struct RegistrationCode: Sendable, Equatable {
    let code: String
    /// The lifetime, in milliseconds.
    let lifetime: Int64
    /// The page on which users enter it.
    let registrationURL: String?

    /// The service's default: half an hour.
    private static let defaultLifetime: Int64 = 1_800_000
    /// The service's maximum: ten hours.
    private static let longestLifetime: Int64 = 36_000_000

    /// Creates a code from the service's answer; nil if the answer contains none.
    init?(json: JSONValue?) {
        guard let code = json?["code"]?.text, !code.isEmpty, code.utf8.count <= 64,
            code.utf8.allSatisfy({ (33...126).contains($0) })
        else { return nil }
        self.code = code
        registrationURL = json?["info"]?["registrationURL"]?.text
        // Both dates are those of the service, because the device's clock may be wrong.
        guard let begin = json?["generated"]?.integer, let end = json?["expires"]?.integer, end > begin, begin >= 0 else {
            lifetime = Self.defaultLifetime
            return
        }
        lifetime = min(end - begin, Self.longestLifetime)
    }
}

import TVWorld

/// A code that a device shows, so that its user can sign in on a second screen.
///
/// Mirrors the registration record of REST v1 (`/reggie/v1/{requestor}/regcode`).
public struct RegistrationCode: Sendable, Codable, Equatable {
    /// The code as displayed: ``length`` characters of ``alphabet``.
    public var code: String
    /// A random identifier of the record.
    public var id: String
    /// The owner of the sign-in.
    public var key: DeviceKey
    /// The requesting client.
    public var clientID: String
    /// The provider, if the device has already selected it.
    public var mvpd: String?
    /// The device's platform; nil if it is unknown.
    public var platform: Platform?
    /// The device information.
    public var device: [String: String] = [:]
    /// The information that the service itself detected about the device.
    public var connection = ClientConnection()
    /// The creation date, in Unix milliseconds.
    public var createdAt: Int64
    /// The expiration date, in Unix milliseconds.
    public var expiresAt: Int64
    /// Whether it was used for a sign-in; it cannot be used again.
    public var isUsed = false
    /// The authentication session of REST v2; nil for a code of REST v1.
    public var session: AuthenticationSession?

    /// The characters of a code: those that are easily confused on a television (I, O, 0, 1) are excluded.
    public static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".unicodeScalars)
    /// The number of characters of a code.
    public static let length = 7
    /// The default lifetime of a code in seconds.
    public static let defaultLifetime: Int64 = 1_800
    /// The maximum lifetime of a code in seconds.
    public static let longestLifetime: Int64 = 36_000

    /// Draws an unpredictable code, unless a scenario has a seed. The alphabet has 32 characters, so all are equally likely.
    static func draw(from random: any RandomSource) -> String {
        String(String.UnicodeScalarView(random.identifier(length).map { alphabet[Int($0 & 31)] }))
    }

    /// Returns the entered text in the form of a code.
    ///
    /// Case, spaces and punctuation do not matter, full-width characters are accepted, and excluded characters are replaced with
    /// those that they are confused with: 1 and I with L, 0 and O with Q.
    ///
    /// - Returns: Nil if it cannot be a code.
    public static func normalized(_ entered: String) -> String? {
        guard entered.utf8.count <= 128 else { return nil }
        var code = String.UnicodeScalarView()
        for scalar in entered.unicodeScalars {
            // The full-width forms of the ASCII characters are in the same order.
            let plain = (0xFF01...0xFF5E).contains(scalar.value) ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
            guard plain.properties.isAlphabetic || plain.properties.numericType != nil else { continue }
            switch plain.properties.uppercaseMapping.unicodeScalars.first ?? plain {
            case "1", "I": code.append("L")
            case "0", "O": code.append("Q")
            case let sign where alphabet.contains(sign): code.append(sign)
            default: return nil
            }
        }
        return code.count == length ? String(code) : nil
    }
}

extension RegistrationCode: StoredRecord {
    public static var table: String { "registration_code" }
    public static var listColumns: [String] { ["requestor"] }
    /// An hour, during which a user who enters the code learns that it has expired.
    public static var retention: Int64 { 3_600_000 }

    public var recordKey: String { code }
    public var endsAt: Int64? { max(expiresAt, session?.profileExpiresAt ?? expiresAt) }
    public var listValues: [String?] { [key.requestor] }
}

/// The information that the service itself detects about a client.
public struct ClientConnection: Sendable, Codable, Equatable {
    /// The `User-Agent` header.
    public var userAgent: String?
    /// The client's address.
    public var address: String?
    /// The client's port.
    public var port: Int?
    /// Whether the connection is encrypted.
    public var isSecure: Bool

    /// Creates the values of a connection.
    public init(userAgent: String? = nil, address: String? = nil, port: Int? = nil, isSecure: Bool = false) {
        self.userAgent = userAgent
        self.address = address
        self.port = port
        self.isSecure = isSecure
    }

    /// The values for the records: the `User-Agent` is limited to its first characters.
    var stored: ClientConnection {
        var stored = self
        stored.userAgent = userAgent.map { String($0.prefix(512)) }
        return stored
    }
}

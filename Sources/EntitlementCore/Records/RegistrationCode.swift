import TVWorld

/// A code that a device shows, so that its user can sign in on a second screen.
///
/// Mirrors the registration record of REST v1 (`/reggie/v1/{requestor}/regcode`).
public struct RegistrationCode: Sendable, Codable, Equatable {
    /// The code as it is shown: ``length`` signs of ``alphabet``.
    public var code: String
    /// A random identifier of the record.
    public var id: String
    /// Whose sign-in it is for.
    public var key: DeviceKey
    /// The client that asked for it.
    public var clientID: String
    /// The provider, when the device has chosen it already.
    public var mvpd: String?
    /// The device's platform.
    public var platform: Platform
    /// What the device told about itself.
    public var device: [String: String]
    /// The same in the service's form, with what the service saw by itself: JSON.
    public var normalizedDevice: String
    /// The device's `User-Agent`.
    public var userAgent: String
    /// When it was made, in Unix milliseconds.
    public var createdAt: Int64
    /// When it ends, in Unix milliseconds.
    public var expiresAt: Int64
    /// Whether somebody signed in with it; it takes no second sign-in.
    public var isUsed: Bool

    /// A code that was just made.
    public init(
        code: String, id: String, key: DeviceKey, clientID: String, mvpd: String? = nil, platform: Platform,
        device: [String: String] = [:], normalizedDevice: String = "{}", userAgent: String = "", createdAt: Int64,
        expiresAt: Int64, isUsed: Bool = false
    ) {
        self.code = code
        self.id = id
        self.key = key
        self.clientID = clientID
        self.mvpd = mvpd
        self.platform = platform
        self.device = device
        self.normalizedDevice = normalizedDevice
        self.userAgent = userAgent
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.isUsed = isUsed
    }

    /// The signs of a code: what is mistaken for another sign on a television (I, O, 0, 1) is not among them.
    public static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".unicodeScalars)
    /// How many signs a code has.
    public static let length = 7
    /// Seconds that a code lives when the device asks for nothing else.
    public static let defaultLifetime: Int64 = 1_800
    /// Seconds that a code lives at most.
    public static let longestLifetime: Int64 = 36_000

    /// A code that nobody can foresee, unless a scenario has a seed. The alphabet has 32 signs, so that each is as likely as the others.
    static func draw(from random: any RandomSource) -> String {
        String(String.UnicodeScalarView(random.identifier(length).map { alphabet[Int($0 & 31)] }))
    }

    /// What a user entered, in the form of a code.
    ///
    /// Case, blanks and punctuation do not matter, full-width signs are taken, and signs that no code has stand for those they are
    /// mistaken for: 1 and I for L, 0 and O for Q.
    ///
    /// - Returns: nil when it cannot be a code.
    public static func normalized(_ entered: String) -> String? {
        guard entered.utf8.count <= 128 else { return nil }
        var code = String.UnicodeScalarView()
        for scalar in entered.unicodeScalars {
            // The full-width forms of the ASCII signs follow each other in the same order.
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
    /// An hour, in which the user who enters it is told that it has ended.
    public static var retention: Int64 { 3_600_000 }

    public var recordKey: String { code }
    public var endsAt: Int64? { expiresAt }
    public var listValues: [String?] { [key.requestor] }
}

/// The value of one user-metadata attribute, in the types of the service's `usermetadata` response.
public enum AttributeValue: Sendable, Codable, Equatable {
    /// `remaining_resources`, `expiration_date`: only the service creates these.
    case number(Int64)
    /// `userID`, `householdID`, …
    case text(String)
    /// `hba_status`, `allowMirroring`
    case flag(Bool)
    /// `zip`, `channelID`
    case list([String])
    /// `maxRating`
    case map([String: String])

    /// Reads a JSON value of any of the types.
    ///
    /// - Throws: `DecodingError` if the value is neither a Boolean, a string, a whole number, a list of strings nor a map of
    ///   strings.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let number = try? container.decode(Int64.self) {
            self = .number(number)
        } else if let list = try? container.decode([String].self) {
            self = .list(list)
        } else {
            self = .map(try container.decode([String: String].self))
        }
    }

    /// Writes the plain JSON value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        case .list(let list): try container.encode(list)
        case .map(let map): try container.encode(map)
        }
    }
}

/// A user who can sign in at one provider.
public struct Subscriber: Sendable, Equatable {
    /// The platform identifier of the provider.
    public var provider: String
    /// The name typed into the sign-in form.
    public var username: String
    /// The password typed into the sign-in form.
    public var password: String
    /// The provider's metadata of the user, by attribute name.
    public var attributes: [String: AttributeValue]
    /// The resources that the subscription covers.
    public var channels: [String]
    /// Whether the provider rejects the user in spite of a correct password.
    public var isSuspended: Bool

    /// Creates a subscriber; `channelID` defaults to `channels` and `householdID` to ``userID``.
    public init(
        provider: String, username: String, password: String, attributes: [String: AttributeValue],
        channels: [String], isSuspended: Bool = false
    ) {
        self.provider = provider
        self.username = username
        self.password = password
        self.attributes = attributes
        self.attributes["channelID"] = attributes["channelID"] ?? .list(channels)
        self.channels = channels
        self.isSuspended = isSuspended
        // A user without a superior account is a household of one.
        self.attributes["householdID"] = attributes["householdID"] ?? .text(userID)
    }

    /// The provider's identifier of the user: `userID`, else the user name.
    public var userID: String {
        if case .text(let text)? = attributes["userID"] { text } else { username }
    }
}

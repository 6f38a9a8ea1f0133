/// The value of one user-metadata attribute, in the shapes of the service's `usermetadata` answer.
public enum AttributeValue: Sendable, Codable, Equatable {
    /// `remaining_resources`, `expiration_date`: only the service makes these
    case number(Int64)
    /// `userID`, `householdID`, …
    case text(String)
    /// `hba_status`, `allowMirroring`
    case flag(Bool)
    /// `zip`, `channelID`
    case list([String])
    /// `maxRating`
    case map([String: String])

    /// Reads the JSON value of the shape that fits.
    ///
    /// - Throws: `DecodingError` when the value is none of text, Boolean, list of texts, map of texts.
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

/// A person who can sign in at one provider.
public struct Subscriber: Sendable, Equatable {
    /// The platform identifier of the provider.
    public var provider: String
    /// The name typed into the sign-in form.
    public var username: String
    /// The password typed into the sign-in form.
    public var password: String
    /// What the provider tells about the person, by attribute name.
    public var attributes: [String: AttributeValue]
    /// The resources that the subscription covers.
    public var channels: [String]
    /// Whether the provider rejects the person after the password was right.
    public var isSuspended: Bool

    /// A subscriber; `channelID` is filled from `channels` and `householdID` from ``userID`` unless the attributes name them.
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
        // A person without an account above theirs is a household of one.
        self.attributes["householdID"] = attributes["householdID"] ?? .text(userID)
    }

    /// The identifier that the provider uses for the person: `userID`, else the user name.
    public var userID: String {
        if case .text(let text)? = attributes["userID"] { text } else { username }
    }
}

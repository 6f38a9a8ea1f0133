import Encodings

/// The identifier of a request: its owner, and the token that the caller chose.
///
/// Mirrors the object path `…/request/SENDER/TOKEN`, which the caller knows before the call, as with desktop portals.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
    /// The connection that created the request, which is opaque here: on the bus, its unique name `:1.42`.
    public let owner: String
    /// The caller's token.
    public let token: String

    /// The maximum length of a token, in characters (all of them ASCII).
    public static let maximumTokenLength = 255

    /// Creates an identifier with a valid token.
    ///
    /// - Throws: `InvalidInput` with the field `token` and what is accepted.
    public init(owner: String, token: String) throws(InvalidInput) {
        let bytes = token.utf8
        guard (1...Self.maximumTokenLength).contains(bytes.count),
            bytes.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_") })
        else {
            throw InvalidInput(field: "token", message: "must be 1 to 255 characters of A-Z a-z 0-9 _")
        }
        self.owner = owner
        self.token = token
    }

    /// The last two elements of the object path: the owner without `:` and with `_` for `.`, followed by the token.
    public var path: String {
        var sender = owner.utf8.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 }
        if sender.first == UInt8(ascii: ":") { sender.removeFirst() }
        return String(decoding: sender, as: UTF8.self) + "/" + token
    }

    public var description: String { path }
}

/// The number of a step that the machine waits for. Each number is used once, so that late events are recognized.
public struct StepID: Sendable, Hashable {
    /// The number, starting at 1.
    public let number: UInt64

    init(_ number: UInt64) {
        self.number = number
    }
}

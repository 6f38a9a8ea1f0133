import TVWorld

/// The reason why the device does not do what a call requests, although the values of the call are valid.
public struct Refusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of reason: each has its own error name on the bus.
    public enum Kind: Sendable, Equatable {
        /// What the call names does not exist.
        case notFound
        /// The device has reached a maximum number.
        case limitReached
        /// There is an unfinished request with the identifier.
        case pathInUse
    }

    /// The kind of reason.
    public let kind: Kind
    /// The message.
    public let description: String

    /// Creates a refusal.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// Returns the refusal of an unknown name, with the nearest known one or a list of them.
    public static func unknown(_ what: String, _ name: String, at place: String? = nil, known: [String]) -> Refusal {
        let owner = place.map { " at \($0)" } ?? ""
        return Refusal(.notFound, "no \(what) \(name)\(owner); \(NearestName.remark(on: name, known: known))")
    }
}

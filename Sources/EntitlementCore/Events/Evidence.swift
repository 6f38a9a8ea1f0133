/// The state of a provider's response. It is verified only on demand, outside the decision, which is then made again.
public enum Evidence<Contents: Sendable & Equatable>: Sendable, Equatable {
    /// Nothing was sent.
    case absent
    /// It was not verified.
    case unverified
    /// It was rejected, with the reason.
    case refused(String)
    /// It was verified.
    case verified(Contents)

    var isVerified: Bool { if case .verified = self { true } else { false } }
}

/// A programme's rating in one of the schemes of user metadata (`maxRating`).
public struct Rating: Sendable, Equatable {
    /// `MPAA` or `VCHIP`, the keys of `maxRating`.
    public var scheme: String
    /// `PG-13`, `TV-14`, …
    public var value: String

    /// Returns whether the rating exceeds a user's limit; unknown schemes and values have no limit.
    func exceeds(_ limits: [String: String]) -> Bool {
        guard let scale = Self.scales[scheme], let limit = limits[scheme], let highest = scale.firstIndex(of: limit),
            let rank = scale.firstIndex(of: value)
        else { return false }
        return rank > highest
    }

    private static let scales = [
        "MPAA": ["G", "PG", "PG-13", "R", "NC-17"],
        "VCHIP": ["TV-Y", "TV-Y7", "TV-G", "TV-PG", "TV-14", "TV-MA"],
    ]
}

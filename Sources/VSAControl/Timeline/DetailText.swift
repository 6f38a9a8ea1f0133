import TVWorld

/// The details of journal entries in one line.
enum DetailText {
    /// Returns `key=value` for every detail; long values are truncated, and long hexadecimal ones more so.
    static func line(_ details: JSON) -> String {
        let details = details.normalized
        guard case .object(let members) = details else { return details.serialized }
        return members.map { member in
            let value = EventExpectation.plain(member.value)
            let limit = value.count >= 32 && value.allSatisfy(\.isHexDigit) ? 8 : 60
            return "\(member.key)=\(value.count > limit ? value.prefix(limit) + "…" : value)"
        }.joined(separator: " ")
    }
}

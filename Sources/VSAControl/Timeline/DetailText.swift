/// Details of the journals on one line.
enum DetailText {
    /// `key=value` for every detail; long values are cut.
    static func line(_ details: JSON) -> String {
        guard case .object(let members) = details else { return details.compact }
        return members.map { member in
            let value = if case .string(let text) = member.value { text } else { member.value.compact }
            return "\(member.name)=\(value.count > 60 ? value.prefix(60) + "…" : value)"
        }.joined(separator: " ")
    }
}

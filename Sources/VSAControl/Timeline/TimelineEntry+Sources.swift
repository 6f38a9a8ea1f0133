import TVWorld

extension TimelineEntry: JSONConvertible {
    /// The entry for programs.
    var json: JSON {
        .members([
            "id": id.description, "source": id.source.rawValue, "sequence": id.sequence,
            "time": Timestamp.text(unixMilliseconds: time), "machineTime": machineTime, "event": event,
            "application": application, "correlation": correlation, "outcome": outcome, "details": details.normalized,
        ])
    }

    /// The entry as a separate document.
    var document: JSON {
        guard case .object(let members) = json else { return json }
        return .document(members)
    }

    /// The details in one line: `key=value` for each; long values are truncated, and long hexadecimal ones more so.
    var detailLine: String {
        let details = details.normalized
        guard case .object(let members) = details else { return details.serialized }
        return members.map { member in
            let value = EventExpectation.plain(member.value)
            let limit = value.count >= 32 && value.allSatisfy(\.isHexDigit) ? 8 : 60
            return "\(member.key)=\(value.count > limit ? value.prefix(limit) + "…" : value)"
        }.joined(separator: " ")
    }
}

extension [TimelineEntry] {
    var jsonLines: String { map { $0.document.serialized + "\n" }.joined() }

    /// The number of each journal's newest entry; 0 for a journal without any.
    var newest: [TimelineSource: Int64] {
        reduce(into: [.device: 0, .service: 0, .library: 0]) {
            $0[$1.id.source] = Swift.max($0[$1.id.source] ?? 0, $1.id.sequence)
        }
    }

    /// Returns the entries after an entry; if no journal contains it any more, those of its journal with larger numbers, and
    /// later ones.
    func after(_ id: TimelineID) -> [TimelineEntry] {
        if let place = firstIndex(where: { $0.id == id }) { return Array(self[(place + 1)...]) }
        let next = first { $0.id.source == id.source && $0.id.sequence > id.sequence }
        return next.map { next in filter { !TimelineEntry.comesBefore($0, next) } } ?? []
    }
}

import TVWorld

extension SnapshotFile {
    /// Returns a report of what was done with the file.
    ///
    /// - Parameter verb: `saved` or `loaded`.
    func report(_ verb: String, _ path: String) -> Report {
        Report(
            ["file": path, "savedAt": savedAt, "parts": service == nil ? ["device"] : ["device", "service"]],
            text: "\(verb) \(path): the device\(service == nil ? "" : " and its service")")
    }
}

extension Report {
    /// Returns the differences between two snapshots.
    ///
    /// - Parameters:
    ///   - from: The file with the state before.
    ///   - to: The file with the state after; nil: the current state.
    static func differences(_ differences: [SnapshotDifference], from: String, to: String?) -> Report {
        Report(document: .document(["from": from, "to": to, "differences": differences.map(json)])) { style in
            guard !differences.isEmpty else { return "no difference" }
            var parts: [String] = []
            for part in ["device", "service"] {
                let lines = differences.filter { $0.part == part }.flatMap(rows)
                guard !lines.isEmpty else { continue }
                parts.append(style.text(part, .heading) + "\n" + Table(headings: [], rows: lines).text(style).indented)
            }
            func count(_ kind: SnapshotDifference.Kind) -> Int { differences.count { $0.kind == kind } }
            let sum = "\(count(.changed)) changed, \(count(.added)) added, \(count(.removed)) removed"
            return (parts + [sum]).joined(separator: "\n")
        }
    }

    private static func json(_ difference: SnapshotDifference) -> JSON {
        let fields = difference.fields.map { field in
            JSON.members([
                "name": field.name, "before": SnapshotValue(field.name, field.before).json,
                "after": SnapshotValue(field.name, field.after).json,
            ])
        }
        return .members([
            "part": difference.part, "thing": difference.thing, "name": difference.name, "kind": difference.kind.rawValue,
            "fields": fields,
        ])
    }

    private static func rows(_ difference: SnapshotDifference) -> [[Table.Cell]] {
        let name = difference.name.split(separator: " ").map { SnapshotValue.shortened(String($0)) }.joined(separator: " ")
        let title = name.isEmpty ? difference.thing : "\(difference.thing) \(name)"
        func change(_ field: SnapshotDifference.Field) -> String {
            let values = "\(SnapshotValue(field.name, field.before).text) → \(SnapshotValue(field.name, field.after).text)"
            return field.name.isEmpty ? values : "\(field.name): \(values)"
        }
        let (sign, emphasis, details): (String, Style.Emphasis, [String]) =
            switch difference.kind {
            case .added: ("+", .good, [summary(difference.fields.map { ($0.name, $0.after) })])
            case .removed: ("-", .bad, [summary(difference.fields.map { ($0.name, $0.before) })])
            case .changed: ("~", .attention, difference.fields.map(change))
            }
        return details.enumerated().map { index, detail in
            [.init(index == 0 ? sign : "", emphasis), .init(index == 0 ? title : ""), .init(detail)]
        }
    }

    /// The maximum length of a summary, in characters.
    private static let summaryLength = 90

    /// Returns a summary of an item in one line, with only the informative values.
    private static func summary(_ values: [(name: String, value: JSON?)]) -> String {
        var text = ""
        for (name, value) in values {
            let value = SnapshotValue(name, value)
            // Values of the device or the subscriber would displace those of the item.
            guard value.saysSomething, !name.contains(".") else { continue }
            let piece = name.isEmpty ? value.text : "\(name) \(value.text)"
            guard text.count + piece.count <= summaryLength else { return text + ", …" }
            text += text.isEmpty ? piece : ", \(piece)"
        }
        return text
    }
}

/// A value of a snapshot for display.
struct SnapshotValue {
    private let name: String
    private let value: JSON?

    /// The last components of the names of secret values.
    private static let secrets: Set<String> = [
        "password", "token", "secretDigest", "seed", "update-context", "authentication-data", "set-top-box-user-token",
        "pem", "code", "nonce",
    ]
    /// The last components of the names of dates in Unix milliseconds, or in seconds.
    private static let times: Set<String> = [
        "added-at", "addedAt", "createdAt", "expiresAt", "usedAt", "issuedAt", "signed-in-at", "expires-at", "billing-cycle-end",
        "startedAt", "endsAt", "firstUsedAt",
    ]

    /// - Parameter name: The name of the value, with dots between components.
    init(_ name: String, _ value: JSON?) {
        self.name = name.split(separator: ".").last.map(String.init) ?? ""
        self.value = value
    }

    /// Whether the value is informative in a summary.
    var saysSomething: Bool {
        guard let value, !Self.secrets.contains(name) else { return false }
        return value != .bool(false) && value != .integer(0) && value != "" && value != [] && name != "known"
    }

    /// The value for programs; a secret is masked.
    var json: JSON {
        guard let value else { return .null }
        return Self.secrets.contains(name) ? "***" : value.normalized
    }

    /// The value in readable form: short, times as dates, secrets masked.
    var text: String {
        guard let value else { return "none" }
        if Self.secrets.contains(name) { return "***" }
        if Self.times.contains(name), let time = value.integer {
            // A time in seconds with that many digits would be far beyond every date.
            return Timestamp.text(unixSeconds: time.magnitude > 100_000_000_000 ? time / 1_000 : time)
        }
        if let text = value.text { return text.isEmpty ? "\"\"" : Self.shortened(text) }
        if let texts = value.texts { return "[\(texts.map(Self.shortened).joined(separator: ", "))]" }
        return Self.shortened(value.serialized)
    }

    /// Returns a string truncated to a readable length.
    static func shortened(_ text: String) -> String {
        let isRandom = text.count > 20 && text.allSatisfy { $0.isHexDigit || $0 == "-" || $0 == "_" }
        if isRandom { return "\(text.prefix(9))…" }
        return text.count > 60 ? "\(text.prefix(50))…" : text
    }
}

extension String {
    /// The string with every line indented by two spaces.
    fileprivate var indented: String { split(separator: "\n").map { "  " + $0 }.joined(separator: "\n") }
}

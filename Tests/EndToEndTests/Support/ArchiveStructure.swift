import Foundation

/// The structure of an HTTP Archive by the specification of HAR 1.2: the required members and their types.
enum ArchiveStructure {
    private indirect enum Kind: Sendable {
        case text, number, date
        case object(String)
        case list(of: Kind)
    }

    private static let members: [String: [(name: String, kind: Kind)]] = [
        "document": [("log", .object("log"))],
        "log": [("version", .text), ("creator", .object("creator")), ("entries", .list(of: .object("entry")))],
        "creator": [("name", .text), ("version", .text)],
        "entry": [
            ("startedDateTime", .date), ("time", .number), ("request", .object("request")), ("response", .object("response")),
            ("cache", .object("cache")), ("timings", .object("timings")),
        ],
        "request": [
            ("method", .text), ("url", .text), ("httpVersion", .text), ("cookies", .list(of: .object("pair"))),
            ("headers", .list(of: .object("pair"))), ("queryString", .list(of: .object("pair"))), ("headersSize", .number),
            ("bodySize", .number),
        ],
        "response": [
            ("status", .number), ("statusText", .text), ("httpVersion", .text), ("cookies", .list(of: .object("pair"))),
            ("headers", .list(of: .object("pair"))), ("content", .object("content")), ("redirectURL", .text),
            ("headersSize", .number), ("bodySize", .number),
        ],
        "content": [("size", .number), ("mimeType", .text)],
        "pair": [("name", .text), ("value", .text)],
        "cache": [],
        "timings": [("send", .number), ("wait", .number), ("receive", .number)],
    ]

    /// The problems of a document; empty if it is an archive. Custom members begin with an underscore.
    static func faults(in data: Data) throws -> [String] {
        let document = try JSONSerialization.jsonObject(with: data)
        var faults = faults(of: document, as: .object("document"), at: "")
        let log = (document as? [String: Any])?["log"] as? [String: Any]
        if log?["version"] as? String != "1.2" { faults.append("log.version is not 1.2") }
        for (index, entry) in (log?["entries"] as? [[String: Any]] ?? []).enumerated() {
            let timings = (entry["timings"] as? [String: Double] ?? [:]).values.reduce(0, +)
            if let time = entry["time"] as? Double, abs(time - timings) > 0.001 {
                faults.append("entries[\(index)].time is not the sum of the timings")
            }
        }
        return faults
    }

    private static func faults(of value: Any?, as kind: Kind, at path: String) -> [String] {
        guard let value else { return ["\(path) is missing"] }
        switch kind {
        case .text: return value is String ? [] : ["\(path) is not a string"]
        case .number: return value is NSNumber ? [] : ["\(path) is not a number"]
        case .date:
            let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
            return (value as? String).flatMap { try? format.parse($0) } == nil ? ["\(path) is not a date"] : []
        case .list(let element):
            guard let list = value as? [Any] else { return ["\(path) is not a list"] }
            return list.enumerated().flatMap { faults(of: $0.element, as: element, at: "\(path)[\($0.offset)]") }
        case .object(let name):
            guard let object = value as? [String: Any] else { return ["\(path) is not an object"] }
            let known = members[name] ?? []
            let strange = object.keys.filter { key in !key.hasPrefix("_") && !known.contains { $0.name == key } }
            return known.flatMap { faults(of: object[$0.name], as: $0.kind, at: "\(path).\($0.name)") }
                + strange.sorted().map { "\(path).\($0) is not in the specification" }
        }
    }
}

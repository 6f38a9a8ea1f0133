import Administration
import Encodings
import FoundationEssentials
import TVWorld

/// The requests that the service has answered, as an HTTP Archive (HAR 1.2), without bodies, cookies and secrets.
enum HTTPArchive {
    /// Returns the archive of the service with this base URL.
    static func document(_ requests: [RequestResource], service: String) -> JSON {
        .members([
            "log": .members([
                "version": .string("1.2"),
                "creator": .members(["name": .string("vsactl"), "version": .string(simulatorVersion)]),
                "entries": .array(requests.sorted { $0.machineTime < $1.machineTime }.map { entry($0, service: service) }),
            ])
        ])
    }

    private static func entry(_ record: RequestResource, service: String) -> JSON {
        let milliseconds = JSON.number(String(Double(record.microseconds) / 1_000))
        let query = record.path.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let parameters = query.split(separator: "&").map { part -> JSON in
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(decoded)
            return pair(pieces[0], pieces.count > 1 ? pieces[1] : "")
        }
        return .members([
            "startedDateTime": .string(Timestamp.text(unixMilliseconds: record.machineTime / 1_000)), "time": milliseconds,
            "request": .members([
                "method": .string(record.method), "url": .string(service + record.path), "httpVersion": .string("HTTP/1.1"),
                "cookies": .array([]), "headers": headers(record.correlation.map { ("traceparent", "00-\($0)-…") }),
                "queryString": .array(parameters), "headersSize": .integer(-1), "bodySize": .integer(record.requestSize ?? -1),
            ]),
            "response": .members([
                "status": .integer(record.status), "statusText": .string(""), "httpVersion": .string("HTTP/1.1"),
                "cookies": .array([]), "headers": headers(("Adobe-Request-Id", record.request)),
                "content": .members(["size": .integer(record.responseSize ?? -1), "mimeType": .string(record.contentType)]),
                "redirectURL": .string(""), "headersSize": .integer(-1), "bodySize": .integer(record.responseSize ?? -1),
            ]),
            "cache": .members([:]), "timings": .members(["send": .integer(0), "wait": milliseconds, "receive": .integer(0)]),
            "_correlation": .optional(record.correlation),
        ])
    }

    private static func headers(_ header: (String, String)?) -> JSON { .array(header.map { [pair($0.0, $0.1)] } ?? []) }

    private static func pair(_ name: String, _ value: String) -> JSON {
        .members(["name": .string(name), "value": .string(value)])
    }

    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decode(text.utf8, plusIsSpace: true) ?? String(text.replacing("+", with: " "))
    }
}

import Administration
import Encodings
import FoundationEssentials
import TVWorld

/// The requests that the service has answered, as an HTTP Archive (HAR 1.2), without bodies, cookies and secrets.
enum HTTPArchive {
    /// Returns the archive of the service with this base URL.
    static func document(_ requests: [RequestResource], service: String) -> JSON {
        .members([
            "log": JSON.members([
                "version": "1.2", "creator": JSON.members(["name": "vsactl", "version": simulatorVersion]),
                "entries": requests.sorted { $0.machineTime < $1.machineTime }.map { entry($0, service: service) },
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
            "startedDateTime": Timestamp.text(unixMilliseconds: record.machineTime / 1_000), "time": milliseconds,
            "request": JSON.members([
                "method": record.method, "url": service + record.path, "httpVersion": "HTTP/1.1", "cookies": JSON.array([]),
                "headers": headers(record.correlation.map { ("traceparent", "00-\($0)-…") }),
                "queryString": parameters, "headersSize": -1, "bodySize": record.requestSize ?? -1,
            ]),
            "response": JSON.members([
                "status": record.status, "statusText": "", "httpVersion": "HTTP/1.1", "cookies": JSON.array([]),
                "headers": headers(("Adobe-Request-Id", record.request)),
                "content": JSON.members(["size": record.responseSize ?? -1, "mimeType": record.contentType]),
                "redirectURL": "", "headersSize": -1, "bodySize": record.responseSize ?? -1,
            ]),
            "cache": JSON.members([:]), "timings": JSON.members(["send": 0, "wait": milliseconds, "receive": 0]),
            "_correlation": record.correlation,
        ])
    }

    private static func headers(_ header: (String, String)?) -> [JSON] { header.map { [pair($0.0, $0.1)] } ?? [] }

    private static func pair(_ name: String, _ value: String) -> JSON {
        .members(["name": name, "value": value])
    }

    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decode(text.utf8, plusIsSpace: true) ?? String(text.replacing("+", with: " "))
    }
}

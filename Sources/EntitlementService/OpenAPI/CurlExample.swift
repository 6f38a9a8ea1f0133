import Encodings
import TVWorld

/// A call of an operation with `curl`, to be pasted into a shell that has `VSASIM_SERVICE_URL`, `VSASIM_ADMIN_TOKEN` and, for
/// calls of apps, `ACCESS_TOKEN`.
struct CurlExample: Sendable {
    /// The path with its query.
    let target: String
    /// The header fields, in addition to `Authorization`.
    let headers: [(name: String, value: String)]
    /// The variable that contains the token of `Authorization`.
    let tokenVariable: String?
    /// The body; nil if the call has none.
    let body: Body?
    private let method: String
    private let options: String

    enum Body: Sendable {
        case form([(name: String, value: String)])
        case json(String)
        case file(String, mediaType: String)
    }

    /// The variables by security scheme; the dashboard's login is a cookie instead.
    private static let tokenVariables = [
        "administrator": "VSASIM_ADMIN_TOKEN", "client": "ACCESS_TOKEN", "clientV2": "ACCESS_TOKEN",
    ]

    init(_ operation: APIOperation) {
        func values(_ place: String) -> [(name: String, value: String)] {
            operation.parameters.filter { $0.place == place && ($0.isRequired || place == "path") }
                .map { ($0.name, Self.text($0.sample)) }
        }
        let path = values("path").reduce(operation.path) { path, part in
            path.replacing("{\(part.name)}", with: PercentEncoding.encode(part.value))
        }
        let query = values("query").map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
        target = query.isEmpty ? path : "\(path)?\(query)"
        headers = values("header")
        tokenVariable = operation.schemes.lazy.compactMap { Self.tokenVariables[$0] }.first
        body = operation.body.map { body -> Body in
            switch body.mediaType {
            case "application/x-www-form-urlencoded": .form(body.sample.memberList.map { ($0.key, Self.text($0.value)) })
            case "application/json": .json(body.sample.serialized)
            case let type: .file("document.\(type.split { "/+".contains($0) }.last ?? "body")", mediaType: type)
            }
        }
        method = operation.method
        let cookies = operation.schemes.contains("dashboard") ? " -b cookies.txt" : ""
        options = (operation.isStream ? "-sN" : "-s") + cookies
    }

    /// The command, with one option per line.
    var command: String {
        let data: [String] =
            switch body {
            case nil: []
            case .form(let fields): fields.map { "--data-urlencode \(Self.quoted("\($0.name)=\($0.value)"))" }
            case .json(let json): ["-H 'Content-Type: application/json'", "-d \(Self.quoted(json))"]
            case .file(let name, let type): ["-H \(Self.quoted("Content-Type: \(type)"))", "--data-binary @\(name)"]
            }
        // curl itself chooses POST for a body.
        let choice = method == "GET" || method == "POST" && !data.isEmpty ? "" : " -X \(method)"
        var lines = ["curl \(options)\(choice) \"$VSASIM_SERVICE_URL\(target)\""]
        if let tokenVariable { lines.append("-H \"Authorization: Bearer $\(tokenVariable)\"") }
        lines += headers.map { "-H \(Self.quoted("\($0.name): \($0.value)"))" } + data
        return lines.joined(separator: " \\\n  ")
    }

    /// Returns a value as the text of a parameter.
    private static func text(_ json: JSON) -> String {
        if case .array(let values) = json { return values.map(text).joined(separator: ",") }
        return json.text ?? json.serialized
    }

    /// Returns a string as a single shell word.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}

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
    /// The members of a form; nil for any other body.
    let form: [(name: String, value: String)]?
    /// The JSON body; nil if the call has none, or takes it from a form or a file.
    let json: String?
    private let method: String
    private let file: (name: String, mediaType: String)?
    private let options: String

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
        let body = operation.body
        switch body?.mediaType {
        case nil: (form, json, file) = (nil, nil, nil)
        case "application/x-www-form-urlencoded":
            form = body?.sample.memberList.map { ($0.key, Self.text($0.value)) }
            (json, file) = (nil, nil)
        case "application/json":
            json = body?.sample.serialized
            (form, file) = (nil, nil)
        case let type?:
            let name = type.split(separator: "/").last?.split(separator: "+").last ?? "body"
            file = ("document.\(name)", type)
            (form, json) = (nil, nil)
        }
        method = operation.method
        let cookies = operation.schemes.contains("dashboard") ? " -b cookies.txt" : ""
        options = (operation.isStream ? "-sN" : "-s") + cookies
    }

    /// The command, with one option per line.
    var command: String {
        var first = "curl \(options)"
        let hasBody = json != nil || file != nil || form?.isEmpty == false
        if method != "GET", method != "POST" || !hasBody { first += " -X \(method)" }
        var lines = ["\(first) \"$VSASIM_SERVICE_URL\(target)\""]
        if let tokenVariable { lines.append("-H \"Authorization: Bearer $\(tokenVariable)\"") }
        lines += headers.map { "-H \(Self.quoted("\($0.name): \($0.value)"))" }
        if let json { lines += ["-H 'Content-Type: application/json'", "-d \(Self.quoted(json))"] }
        lines += (form ?? []).map { "--data-urlencode \(Self.quoted("\($0.name)=\($0.value)"))" }
        if let file { lines += ["-H \(Self.quoted("Content-Type: \(file.mediaType)"))", "--data-binary @\(file.name)"] }
        return lines.joined(separator: " \\\n  ")
    }

    /// Returns a value as the text of a parameter.
    private static func text(_ json: JSON) -> String {
        if case .array(let values) = json { return values.map(text).joined(separator: ",") }
        return json.text ?? json.serialized
    }

    /// Returns a text as a single shell word.
    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: #"'\''"#) + "'" }
}

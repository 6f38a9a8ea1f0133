import TVWorld

/// An operation of an OpenAPI document, with its references resolved.
struct DescribedOperation {
    /// Method and path: `GET /health`.
    let name: String
    private let operation: JSON
    private let path: JSON
    private let document: JSON

    /// All operations of a document.
    static func all(of document: JSON) -> [DescribedOperation] {
        let methods = ["get", "put", "post", "delete", "patch"]
        return (document["paths"]?.members ?? []).flatMap { path in
            path.value.members.filter { methods.contains($0.key) }.map { method in
                DescribedOperation(
                    name: "\(method.key.uppercased()) \(path.key)", operation: method.value, path: path.value,
                    document: document)
            }
        }
    }

    var identifier: String? { operation["operationId"]?.text }
    var tags: [String] { operation["tags"]?.texts ?? [] }
    var statuses: Set<String> { Set((operation["responses"]?.members ?? []).map(\.key)) }
    var bodyTypes: [String] { operation["requestBody"]?["content"]?.members.map(\.key) ?? [] }

    /// The security schemes, one of which it requires; empty if it can be called without any.
    var schemes: [String] { alternatives.contains(.object([])) ? [] : acceptedSchemes }

    /// The security schemes that it accepts, also when it can be called without any.
    var acceptedSchemes: [String] { alternatives.flatMap { $0.members.map(\.key) } }

    private var alternatives: [JSON] { operation["security"]?.elements ?? [] }

    /// The names of its parameters in the path.
    var pathParameters: [String] { names(ofParametersIn: "path") }

    /// The names of its parameters in a place: `path`, `query` or `header`.
    func names(ofParametersIn place: String) -> [String] {
        let parameters = (path["parameters"]?.elements ?? []) + (operation["parameters"]?.elements ?? [])
        return parameters.map(resolved).filter { $0["in"]?.text == place }.compactMap { $0["name"]?.text }
    }

    /// The names of the members of its body.
    var bodyFields: [String] {
        let schemas = (operation["requestBody"]?["content"]?.members ?? []).compactMap { $0.value["schema"].map(resolved) }
        return schemas.flatMap { $0["properties"]?.members.map(\.key) ?? [] }
    }

    /// The media types of each successful response.
    var successTypes: [[String]] {
        responses.filter { $0.key.hasPrefix("2") }.map { $0.value["content"]?.members.map(\.key) ?? [] }
    }

    /// The names of the headers of each response.
    var headers: [[String]] { responses.map { $0.value["headers"]?.members.map(\.key) ?? [] } }

    /// Returns the names of the headers of the response with a status.
    func headers(of status: String) -> [String] {
        responses.first { $0.key == status }?.value["headers"]?.members.map(\.key) ?? []
    }

    /// The operations that its responses link to.
    var links: [String] {
        responses.flatMap { ($0.value["links"]?.members ?? []).map { $0.value["operationId"]?.text ?? "" } }
    }

    private var responses: [JSON.Member] {
        (operation["responses"]?.members ?? []).map { .init($0.key, resolved($0.value)) }
    }

    private func resolved(_ json: JSON) -> JSON {
        guard let reference = json["$ref"]?.text else { return json }
        return document.target(of: reference) ?? .null
    }
}

extension JSON {
    /// The members of an object; of anything else, none.
    var members: [Member] { if case .object(let members) = self { members } else { [] } }

    /// The target of a reference in this document (`#/components/schemas/Fault`).
    func target(of reference: String) -> JSON? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(self as JSON?) { $0?[String($1)] }
    }
}

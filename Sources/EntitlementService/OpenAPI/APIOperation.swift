import TVWorld

/// An operation of an OpenAPI document, as displayed on the API page.
struct APIOperation: Sendable {
    /// A parameter, or a member of the body.
    struct Field: Sendable {
        let name: String
        /// `path`, `query`, `header` or `body`.
        let place: String
        let isRequired: Bool
        /// A short description of its schema.
        let kind: String
        let description: String?
        /// A value that it accepts.
        let sample: JSON
    }

    struct Body: Sendable {
        let mediaType: String
        /// A body that the operation accepts.
        let sample: JSON
    }

    let id: String
    /// The method, in upper case.
    let method: String
    let path: String
    let summary: String
    let description: String?
    /// The first tag: its group on the page.
    let tag: String
    /// The security schemes, one of which is used; empty if the operation requires none.
    let schemes: [String]
    let parameters: [Field]
    let body: Body?
    let bodyFields: [Field]
    let responses: [(status: String, description: String)]
    /// Whether the response is a stream of events.
    let isStream: Bool

    /// Returns all operations of a document, in order.
    static func all(of document: JSON) -> [APIOperation] {
        let schemas = SchemaReader(document: document)
        return (document["paths"]?.memberList ?? []).flatMap { path in
            path.value.memberList.filter { CommonParts.methods.contains($0.key) }.map { method in
                APIOperation(method.key, path.key, method.value, shared: path.value["parameters"], schemas)
            }
        }
    }

    private init(_ method: String, _ path: String, _ json: JSON, shared: JSON?, _ schemas: SchemaReader) {
        id = json["operationId"]?.text ?? ""
        self.method = method.uppercased()
        self.path = path
        summary = json["summary"]?.text ?? ""
        description = json["description"]?.text
        tag = json["tags"]?.texts?.first ?? ""
        schemes = json["security"]?.elements.flatMap { $0.memberList.map(\.key) } ?? []
        parameters = ((shared?.elements ?? []) + (json["parameters"]?.elements ?? [])).map(schemas.resolved).map { parameter in
            let name = parameter["name"]?.text ?? ""
            return Field(
                name, in: parameter["in"]?.text ?? "", isRequired: parameter["required"]?.bool ?? false,
                parameter["schema"] ?? .null, description: parameter["description"]?.text, schemas)
        }
        let content = json["requestBody"].map(schemas.resolved)?["content"]?.memberList.first
        let schema = schemas.resolved(content?.value["schema"] ?? .null)
        body = content.map { content in
            Body(mediaType: content.key, sample: content.value["example"] ?? schemas.sample(of: schema, named: "body"))
        }
        let required = schema["required"]?.texts ?? []
        bodyFields = (schema["properties"]?.memberList ?? []).map { member in
            Field(member.key, in: "body", isRequired: required.contains(member.key), member.value, description: nil, schemas)
        }
        let responses = (json["responses"]?.memberList ?? []).map { (status: $0.key, value: schemas.resolved($0.value)) }
        self.responses = responses.map { ($0.status, $0.value["description"]?.text ?? "") }
        isStream = responses.contains { $0.value["content"]?["text/event-stream"] != nil }
    }
}

extension APIOperation.Field {
    fileprivate init(
        _ name: String, in place: String, isRequired: Bool, _ schema: JSON, description: String?, _ schemas: SchemaReader
    ) {
        self.name = name
        self.place = place
        self.isRequired = isRequired
        kind = schemas.summary(of: schema)
        self.description = description ?? schemas.resolved(schema)["description"]?.text
        sample = schemas.sample(of: schema, named: name)
    }
}

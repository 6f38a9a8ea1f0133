import TVWorld

/// The parts that many operations have in common, and the headers of every response: `x-common` of the OpenAPI document.
struct CommonParts {
    /// Parameters and responses, and the operations that have them.
    private struct Rule {
        /// The methods, in lower case; nil: all.
        let methods: [String]?
        /// A part of the path; nil: any path.
        let part: String?
        /// The security scheme, if no other is accepted; nil: any or none.
        let security: String?
        /// Whether only operations with a body have them.
        let needsBody: Bool
        let parameters: [JSON]
        let responses: [JSON.Member]

        init?(_ json: JSON) {
            guard case .object = json else { return nil }
            methods = json["methods"]?.texts
            part = json["part"]?.text
            security = json["security"]?.text
            needsBody = json["body"]?.bool ?? false
            parameters = json["parameters"]?.elements ?? []
            responses = json["responses"]?.memberList ?? []
        }

        func fits(_ operation: JSON, method: String, path: String) -> Bool {
            if let methods, !methods.contains(method) { return false }
            if needsBody, operation["requestBody"] == nil { return false }
            if let part, !path.contains(part) { return false }
            guard let security else { return true }
            let schemes = (operation["security"]?.elements ?? []).flatMap { $0.memberList.map(\.key) }
            return !schemes.isEmpty && schemes.allSatisfy { $0 == security }
        }
    }

    /// The members of a path that are operations.
    static let methods: Set<String> = ["get", "put", "post", "delete", "patch"]

    private let headers: [JSON.Member]
    private let rules: [Rule]
    /// Members of operations, by the beginning of the path.
    private let operations: [(path: String, members: [JSON.Member])]

    /// Reads `x-common`; nil if it is invalid.
    init?(_ json: JSON?) {
        guard case .object(let headers)? = json?["headers"], case .array(let rules)? = json?["rules"] else { return nil }
        self.headers = headers
        self.rules = rules.compactMap(Rule.init)
        operations = (json?["operations"]?.elements ?? []).map { ($0["path"]?.text ?? "", $0.removing("path").memberList) }
        guard self.rules.count == rules.count else { return nil }
    }

    /// Returns the document with these members, parameters, responses and headers added. What an operation itself has is kept.
    func complete(_ document: JSON) -> JSON {
        Self.closed(document).changing("paths") { paths in
            paths.mapMembers { path in
                path.value.mapMembers { Self.methods.contains($0.key) ? operation($0, at: path.key) : $0.value }
            }
        }.changing("components") { components in
            components.changing("responses") { responses in responses.mapMembers { response($0.value) } }
        }
    }

    private func operation(_ member: JSON.Member, at path: String) -> JSON {
        let operation = withMembers(member.value, at: path)
        let rules = rules.filter { $0.fits(operation, method: member.key, path: path) }
        return Self.adding(rules.flatMap(\.parameters), to: operation)
            .changing("requestBody", Self.withContent)
            .changing("responses") { responses in
                let own = responses.mapMembers { $0.value["$ref"] == nil ? response($0.value) : $0.value }
                let all = rules.reduce(own) { $0.adding($1.responses) }
                return .object(all.memberList.sorted { $0.key < $1.key })
            }
    }

    /// Returns a schema, or a value that contains schemas, in which objects with properties have no others, unless they permit
    /// them.
    private static func closed(_ json: JSON) -> JSON {
        if case .array(let values) = json { return .array(values.map(closed)) }
        guard case .object(let members) = json else { return json }
        let isObject = json["type"]?.text == "object" || json["type"]?.texts?.contains("object") == true
        let isOpen = !isObject || json["properties"] == nil || json["additionalProperties"] != nil
        return .object(
            members.flatMap { member in
                let member = JSON.Member(member.key, closed(member.value))
                return member.key == "type" && !isOpen ? [member, .init("additionalProperties", false)] : [member]
            })
    }

    /// Returns an operation with further parameters before its own.
    private static func adding(_ parameters: [JSON], to operation: JSON) -> JSON {
        guard !parameters.isEmpty else { return operation }
        let own = operation["parameters"]?.elements ?? []
        var members = operation.memberList.filter { $0.key != "parameters" }
        let place = members.firstIndex { ["requestBody", "responses"].contains($0.key) } ?? members.count
        members.insert(.init("parameters", .array(parameters + own)), at: place)
        return .object(members)
    }

    /// Returns an operation with the members that it lacks, at their usual place.
    private func withMembers(_ operation: JSON, at path: String) -> JSON {
        let first = ["operationId", "summary", "description", "tags"]
        let missing = operations.first { path.hasPrefix($0.path) }?.members.filter { operation[$0.key] == nil } ?? []
        let own = operation.memberList
        return .object(
            own.filter { first.contains($0.key) } + missing + own.filter { !first.contains($0.key) })
    }

    private func response(_ json: JSON) -> JSON {
        let response = Self.withContent(json)
        return response["headers"] == nil
            ? response.adding([.init("headers", .object(headers))]) : response.changing("headers") { $0.adding(headers) }
    }

    /// Returns a body or response; its own schema is that of its JSON.
    private static func withContent(_ body: JSON) -> JSON {
        .object(
            body.memberList.map { member in
                guard member.key == "schema" else { return member }
                return JSON.Member("content", .object([.init("application/json", .object([member]))]))
            })
    }
}

extension JSON {
    /// Returns an object whose members have other values; everything else is unchanged.
    fileprivate func mapMembers(_ transform: (Member) -> JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.map { Member($0.key, transform($0)) })
    }

    /// Returns an object with another value of one member, if it has that member.
    fileprivate func changing(_ key: String, _ change: (JSON) -> JSON) -> JSON {
        mapMembers { $0.key == key ? change($0.value) : $0.value }
    }

    /// Returns an object with additional members; existing ones are kept.
    fileprivate func adding(_ others: [Member]) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members + others.filter { self[$0.key] == nil })
    }

    func removing(_ key: String) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.key != key })
    }
}

import TVWorld

/// The responses that many operations have in common, and the headers of every response: `x-common` of the OpenAPI document.
struct CommonResponses {
    /// Responses, and the operations that have them.
    private struct Rule {
        /// The methods, in lower case; nil: all.
        let methods: [String]?
        /// The security scheme, if no other is accepted; nil: any or none.
        let security: String?
        /// Whether only operations with a body have them.
        let needsBody: Bool
        let responses: [JSON.Member]

        init?(_ json: JSON) {
            guard case .object(let responses)? = json["responses"] else { return nil }
            methods = json["methods"]?.texts
            security = json["security"]?.text
            needsBody = json["body"]?.bool ?? false
            self.responses = responses
        }

        func fits(_ operation: JSON, method: String) -> Bool {
            if let methods, !methods.contains(method) { return false }
            if needsBody, operation["requestBody"] == nil { return false }
            guard let security else { return true }
            guard let alternatives = operation["security"]?.elements, !alternatives.isEmpty else { return false }
            return alternatives.allSatisfy { $0[security] != nil }
        }
    }

    /// The members of a path that are operations.
    static let methods: Set<String> = ["get", "put", "post", "delete", "patch"]

    private let headers: [JSON.Member]
    private let rules: [Rule]

    /// Reads `x-common`; nil if it is invalid.
    init?(_ json: JSON?) {
        guard case .object(let headers)? = json?["headers"], case .array(let rules)? = json?["responses"] else { return nil }
        self.headers = headers
        self.rules = rules.compactMap(Rule.init)
        guard self.rules.count == rules.count else { return nil }
    }

    /// Returns the document with these responses and headers added. The operations' own responses are kept.
    func complete(_ document: JSON) -> JSON {
        document.changing("paths") { paths in
            paths.mapMembers { path in
                path.value.mapMembers { Self.methods.contains($0.key) ? complete($0.value, method: $0.key) : $0.value }
            }
        }.changing("components") { components in
            components.changing("responses") { responses in responses.mapMembers { withHeaders($0.value) } }
        }
    }

    private func complete(_ operation: JSON, method: String) -> JSON {
        operation.changing("responses") { responses in
            let own = responses.mapMembers { $0.value["$ref"] == nil ? withHeaders($0.value) : $0.value }
            let all = rules.filter { $0.fits(operation, method: method) }.reduce(own) { $0.adding($1.responses) }
            guard case .object(let members) = all else { return all }
            return .object(members.sorted { $0.key < $1.key })
        }
    }

    private func withHeaders(_ response: JSON) -> JSON {
        response["headers"] == nil
            ? response.adding([.init("headers", .object(headers))]) : response.changing("headers") { $0.adding(headers) }
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

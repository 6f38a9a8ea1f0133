import HTTPTypes
import Hummingbird
import TVWorld

extension Asset {
    /// The start page and the API page.
    static let reference = Asset("reference", .style, PageFiles.referenceCss)
}

/// The pages for newcomers: an introduction to the service, and its calls.
struct StartController: Sendable {
    let version: String
    let options: ServiceOptions

    var routes: [Route] {
        [
            Route(.get, "/", audience: .newcomer) { showStart($0) },
            Route(.get, "/docs", audience: .newcomer) { try showReference($0) },
        ]
    }

    private func showStart(_ call: APICall) -> Response {
        Page(
            title: "entitlementd", template: PageFiles.startMustache,
            content: [
                "version": .text(version), "address": .text(call.baseURL),
                "metricsNeedToken": .flag(options.protectsDashboard),
            ], styles: [.reference], look: "wide"
        ).response
    }

    private func showReference(_ call: APICall) throws -> Response {
        var page = Page(
            title: "API of entitlementd", template: PageFiles.referenceMustache, content: try Self.reference.get(),
            styles: [.reference], look: "wide")
        page.content["address"] = .text(call.baseURL)
        page.content["version"] = .text(version)
        return page.response
    }

    /// The content that is the same for every request, created on the first one.
    private static let reference = Result { () throws -> [String: PageValue] in
        let document = try OpenAPIDocument.current.get().json
        let operations = APIOperation.all(of: document)
        // Responses that all calls have in common are listed once.
        let common = operations.dropFirst().reduce(into: Set(operations.first?.responses.map(\.status) ?? [])) {
            $0.formIntersection($1.responses.map(\.status))
        }
        let tags = (document["tags"]?.elements ?? []).enumerated().compactMap { index, tag -> PageValue? in
            let name = tag["name"]?.text ?? ""
            let members = operations.filter { $0.tag == name }
            guard !members.isEmpty else { return nil }
            return [
                "anchor": .text("group-\(index)"), "name": .text(name), "description": .optional(tag["description"]?.text),
                "count": .number(members.count), "operations": .list(members.map { operation($0, without: common) }),
            ]
        }
        return [
            "tags": .list(tags), "count": .number(operations.count), "common": .text(common.sorted().joined(separator: ", ")),
        ]
    }

    private static func operation(_ operation: APIOperation, without common: Set<String>) -> PageValue {
        let fields = operation.parameters + operation.bodyFields
        return [
            "id": .text(operation.id), "method": .text(operation.method), "path": .text(operation.path),
            "summary": .text(operation.summary), "description": .optional(operation.description),
            "curl": .text(CurlExample(operation).command), "access": .text(access(operation)),
            "hasFields": .flag(!fields.isEmpty),
            "fields": .list(
                fields.map { field in
                    [
                        "name": .text(field.name), "place": .text(field.place), "isRequired": .flag(field.isRequired),
                        "kind": .text(field.kind), "description": .optional(field.description),
                    ]
                }),
            "responses": .list(
                operation.responses.filter { !common.contains($0.status) }.map {
                    ["status": .text($0.status), "description": .text($0.description)]
                }),
        ]
    }

    /// Returns the callers that may use an operation.
    private static func access(_ operation: APIOperation) -> String {
        switch operation.schemes.first {
        case "administrator" where operation.schemes.contains("metrics"):
            "The administration's token or the one of --metrics-token-file."
        case "administrator": "The administration's token."
        case "dashboard": "The cookie of a login to the dashboard."
        case nil: "No token."
        default: "An app's access token."
        }
    }
}

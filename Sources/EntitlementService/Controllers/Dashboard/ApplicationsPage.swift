import Administration
import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension DashboardController {
    /// `GET /dashboard/applications`
    func applicationsPage(_ call: APICall, form: FormParameters?) -> Page {
        let (statements, world) = engine.read {
            ($0.statements.values.sorted { ($1.issuedAt, $0.id) < ($0.issuedAt, $1.id) }, $0.world)
        }
        let choices = [("*", "every requestor")] + world.requestors.map { ($0.id, "\($0.name) (\($0.id))") }
        let content: [String: PageValue] = [
            "applications": .list(statements.map(Self.application)),
            "form": .object(
                Dictionary(
                    uniqueKeysWithValues: ["name", "version", "domains", "schemes"].map { ($0, .text(form?[$0] ?? "")) })),
            "requestors": .list(
                choices.map { value, label in
                    ["value": .text(value), "label": .text(label), "isSelected": .flag(form?["requestor"] == value)]
                }),
            "scopes": Self.options(
                [("", "every interface")] + ClientScope.allCases.map { ($0.rawValue, $0.rawValue) }, form?["scope"]),
            "platforms": .list(
                Platform.allCases.map { platform in
                    [
                        "value": .text(platform.rawValue), "label": .text(platform.deviceType),
                        "isOn": .flag(form.map { $0["platforms.\(platform.rawValue)"] != nil } ?? true),
                    ]
                }),
        ]
        return dashboardPage(.applications, content, for: call)
    }

    private static func application(_ statement: SoftwareStatement) -> PageValue {
        [
            "id": .text(statement.id), "name": .text(statement.name),
            "path": .text("/dashboard/applications/\(PercentEncoding.encode(statement.id))"),
            "requestor": .text(statement.requestors.isEmpty ? "every requestor" : statement.requestors.joined(separator: ", ")),
            "platforms": .text(statement.platforms.map(\.deviceType).joined(separator: ", ")),
            "schemes": .text(statement.schemes.map { $0 + "://" }.joined(separator: " ")),
            "scopes": .text(statement.scopes?.joined(separator: " ") ?? "every interface"),
            "issued": .text(ReadableTime.moment(statement.issuedAt * 1_000)),
            "state": .text(statement.isRevoked ? "revoked" : "in force"), "tag": .text(statement.isRevoked ? "bad" : "good"),
            "canRevoke": .flag(!statement.isRevoked),
        ]
    }

    /// `POST /dashboard/applications`
    func submitApplication(_ call: APICall) async throws -> Response {
        let form = call.parameters
        var members: [JSON.Member] = [
            .init("requestors", .strings(form["requestor"] == "*" ? [] : [form["requestor"] ?? ""])),
            .init("name", .string(form["name"] ?? "")),
            .init("platforms", .strings(Platform.allCases.map(\.rawValue).filter { form["platforms.\($0)"] != nil })),
        ]
        if let scope = form["scope"], !scope.isEmpty { members.append(.init("scopes", .strings([scope]))) }
        if let version = form["version"], !version.isEmpty { members.append(.init("version", .string(version))) }
        for name in ["schemes", "domains"] {
            let texts = (form[name] ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
            if !texts.isEmpty { members.append(.init(name, .strings(texts))) }
        }
        return try await submit(.applications, for: call) {
            guard Platform.allCases.contains(where: { form["platforms.\($0.rawValue)"] != nil }) else {
                throw AdministrationFields.wrong("platforms", "at least one of iOS and tvOS")
            }
            let name = try await administration.registerApplication(.object(members), requestID: call.requestID).name
            return "\(name) was registered. You can download its statement now."
        }
    }

    /// `POST /dashboard/applications/{id}/revoke`
    func submitRevocation(_ call: APICall) async throws -> Response {
        try await submit(.applications, for: call) {
            let name = try await administration.revokeApplication(call.part("id"), requestID: call.requestID).name
            return "\(name) was revoked: its apps can no longer register or get tokens."
        }
    }

    /// `GET /dashboard/applications/{id}/statement`
    func showStatement(_ call: APICall) throws -> Response {
        let id = call.part("id")
        guard let statement = engine.read({ $0.statements[id] }) else {
            throw ServiceError.page(
                .notFound, "No such application", "No registered application has this identifier.",
                "The page Applications lists all.")
        }
        var response = Response.content(.ok, "text/plain; charset=utf-8", statement.token)
        response.headers[.contentDisposition] = "attachment; filename=\"statement-\(statement.id).jwt\""
        response.headers[.contentTypeOptions] = "nosniff"
        return response
    }
}

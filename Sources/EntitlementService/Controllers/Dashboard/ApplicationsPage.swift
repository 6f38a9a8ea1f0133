import Administration
import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

extension DashboardController {
    func applicationsContent(_ form: FormParameters) -> [String: PageValue] {
        let (statements, world) = engine.read {
            ($0.statements.values.sorted { ($1.issuedAt, $0.id) < ($0.issuedAt, $1.id) }, $0.world)
        }
        let choices = [("*", "every requestor")] + world.requestors.map { ($0.id, "\($0.name) (\($0.id))") }
        return [
            "applications": .list(statements.map(Self.application)),
            "form": form.entered, "requestors": Self.options(choices, form["requestor"]),
            "scopes": Self.options(
                [("", "every interface")] + ClientScope.allCases.map { ($0.rawValue, $0.rawValue) }, form["scope"]),
            "platforms": .list(
                Platform.allCases.map { platform in
                    [
                        "value": .text(platform.rawValue), "label": .text(platform.deviceType),
                        "isOn": .flag(form.names.isEmpty || form["platforms.\(platform.rawValue)"] != nil),
                    ]
                }),
        ]
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

    /// The forms that register and revoke an application.
    var applicationForms: [Route] {
        [
            form("/dashboard/applications", .applications) { call in
                let body = try Self.registration(call.parameters)
                let name = try await administration.registerApplication(body, requestID: call.requestID).name
                return "\(name) was registered. You can download its statement now."
            },
            form("/dashboard/applications/{id}/revoke", .applications) { call in
                let name = try await administration.revokeApplication(call.part("id"), requestID: call.requestID).name
                return "\(name) was revoked: its apps can no longer register or get tokens."
            },
        ]
    }

    private static func registration(_ form: FormParameters) throws -> JSON {
        let platforms = Platform.allCases.map(\.rawValue).filter { form["platforms.\($0)"] != nil }
        guard !platforms.isEmpty else { throw AdministrationFields.wrong("platforms", "at least one of iOS and tvOS") }
        return .filled([
            "requestors": .strings(form["requestor"] == "*" ? [] : [form["requestor"] ?? ""]),
            "name": .string((form["name"] ?? "").trimmingWhitespace), "platforms": .strings(platforms),
            "scopes": form.text("scope").map { JSON.array([$0]) }, "version": form.text("version"),
            "schemes": form.words("schemes"), "domains": form.words("domains"),
        ])
    }

    func showStatement(_ call: APICall) throws -> Response {
        let id = call.part("id")
        guard let statement = engine.read({ $0.statements[id] }) else {
            throw ServiceError.page(
                .notFound, "No such application", "No registered application has this identifier.",
                "The Applications page lists all of them.")
        }
        return .statement(statement)
    }
}

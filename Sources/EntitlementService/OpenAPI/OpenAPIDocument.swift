import NIOCore
import TVWorld

/// The description of every call that the service answers (OpenAPI 3.1), put together from one part for each area.
///
/// Each part is a JSON object with the members that it adds: `paths`, the sections of `components`, `tags`. `docs/openapi.json` is the
/// same document, written by `scripts/openapi-docs`.
struct OpenAPIDocument: Sendable {
    /// Why parts make no document.
    struct Defect: Error, CustomStringConvertible {
        let description: String
    }

    /// The document.
    let json: JSON
    /// The same, as it is served.
    let text: String
    /// The same, encoded once for all answers.
    let buffer: ByteBuffer

    /// The parts, in the order of the document. `scripts/openapi-docs` reads this list.
    static let parts = [
        frame, responses, registration, configuration, authentication, authorization, access, service, administration, statements,
        throttling, mediaTokens,
        pages, login, providers, secondScreen, dashboard, dashboardForms, dashboardChanges, activation, requestors, applications,
        certificates, sessions, faults, clock, requests, scenario,
        dashboardFaults, timeline,
    ]

    /// The service's own, made when it is first asked for.
    static let current = Result { try OpenAPIDocument(parts: parts) }

    /// A document of parts.
    ///
    /// - Throws: ``Defect`` when a part is no JSON object, or two parts describe the same thing.
    init(parts: [String]) throws {
        var whole = JSON.object([])
        for (index, part) in parts.enumerated() {
            let json: JSON
            do {
                json = try JSON(parsing: part.utf8)
            } catch {
                throw Defect(description: "part \(index) of the OpenAPI document: \(error.message)")
            }
            whole = try Self.merge(whole, json, at: "")
        }
        json = whole
        text = whole.serialized
        buffer = ByteBuffer(string: text)
    }

    private static func merge(_ first: JSON, _ second: JSON, at place: String) throws -> JSON {
        switch (first, second) {
        case (.object(var members), .object(let others)):
            for other in others {
                if let index = members.firstIndex(where: { $0.key == other.key }) {
                    members[index].value = try merge(members[index].value, other.value, at: "\(place)/\(other.key)")
                } else {
                    members.append(other)
                }
            }
            return .object(members)
        case (.array(let values), .array(let others)): return .array(values + others)
        default: throw Defect(description: "two parts of the OpenAPI document describe \(place)")
        }
    }
}

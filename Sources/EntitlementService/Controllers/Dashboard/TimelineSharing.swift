import Administration
import EntitlementCore
import HTTPTypes
import TVWorld

/// The entries of the device and of apps, for the dashboard.
extension DashboardController {
    /// The calls of programs that share entries or open the dashboard.
    var sharingRoutes: [Route] {
        [
            administration.administration(.post, "dashboard-links") { try await makeDashboardLink($0) },
            administration.reading("timeline", query: ["wait"]) { try await awaitViewers($0) },
            administration.changing("timeline", method: .post) { try shareTimeline($1) },
            administration.changing("timeline/device") {
                dashboard.shared.show(try SharedDevice($1))
                return viewerCount
            },
        ]
    }

    /// The maximum number of entries in a call.
    private static let entryLimit = 500

    /// `GET /admin/v1/timeline[?wait=SECONDS]`: the number of viewers of the dashboard's timeline; waits for the first.
    private func awaitViewers(_ call: APICall) async throws -> JSON {
        let wait = try administration.number(call.parameters, "wait", 0...30) ?? 0
        let (viewers, shared) = (dashboard.viewers, dashboard.shared)
        if wait > 0 {
            shared.noteCall()
            await viewers.arrivals.wait(seconds: wait) { viewers.number > 0 }
            shared.noteCall()
        }
        return viewerCount
    }

    /// `POST /admin/v1/timeline`: entries of the journals of the device and of apps.
    private func shareTimeline(_ body: JSON) throws -> JSON {
        let fields = try AdministrationFields(body, known: ["entries"])
        // A body with an error is rejected completely.
        let entries = try AdministrationFields.list(
            fields["entries"], "entries", limit: Self.entryLimit,
            known: ["id", "machineTime", "time", "event", "application", "correlation", "details"], Self.entry)
        dashboard.shared.add(entries)
        return viewerCount
    }

    /// The number of viewers, as the answer to a program that shares.
    private var viewerCount: JSON { ["viewers": .integer(dashboard.viewers.number)] }

    private static func entry(_ fields: AdministrationFields) throws -> TimelineEntry {
        let text = try fields.required("id", 2...20)
        guard let id = TimelineID(text), id.source != .service, text.first?.isLetter == true else {
            throw AdministrationFields.wrong("id", "the number of an entry of the device or a library, such as d12 or l3")
        }
        let details = fields["details"] ?? .object([])
        guard case .object = details, details.serialized.utf8.count <= AdministrationLimit.detailSize else {
            throw AdministrationFields.wrong("details", "an object of at most \(AdministrationLimit.detailSize) bytes")
        }
        return TimelineEntry(
            id, machineTime: try fields.requiredInteger("machineTime", 0...Int64.max),
            time: try fields.requiredInteger("time", .min...Int64.max), event: try fields.required("event", 1...128),
            application: try fields.text("application", 1...256), correlation: try fields.text("correlation", 1...64),
            details: details)
    }
}

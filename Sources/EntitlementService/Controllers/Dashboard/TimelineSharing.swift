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
        let viewers = dashboard.viewers
        if wait > 0 {
            await dashboard.shared.listening {
                await viewers.arrivals.wait(seconds: wait) { viewers.number > 0 }
            }
        }
        return viewerCount
    }

    /// `POST /admin/v1/timeline`: entries of the journals of the device and of apps.
    private func shareTimeline(_ body: JSON) throws -> JSON {
        _ = try AdministrationFields(body, known: ["entries"])
        guard case .array(let values)? = body["entries"], values.count <= Self.entryLimit else {
            throw AdministrationFields.wrong("entries", "a list of at most \(Self.entryLimit)")
        }
        // A body with an error is rejected completely.
        dashboard.shared.add(try values.enumerated().map { try Self.entry($0.element, "entries[\($0.offset)]") })
        return viewerCount
    }

    /// The number of viewers, as the answer to a program that shares.
    private var viewerCount: JSON { ["viewers": .integer(dashboard.viewers.number)] }

    private static func entry(_ value: JSON, _ place: String) throws -> TimelineEntry {
        guard case .object = value else { throw AdministrationFields.wrong(place, "an object") }
        let fields = try AdministrationFields(
            value, known: ["id", "machineTime", "time", "event", "application", "correlation", "details"])
        let text = try fields.required("id", 2...20)
        guard let id = TimelineID(text), id.source != .service, text.first?.isLetter == true else {
            throw AdministrationFields.wrong(
                "\(place).id", "the number of an entry of the device or a library, such as d12 or l3")
        }
        func number(_ name: String, _ range: ClosedRange<Int64>) throws -> Int64 {
            guard let number = try fields.integer(name, range) else {
                throw AdministrationFields.wrong("\(place).\(name)", "a whole number; it is required")
            }
            return number
        }
        let (machineTime, time) = (try number("machineTime", 0...Int64.max), try number("time", .min...Int64.max))
        let details = value["details"] ?? .object([])
        guard case .object = details, details.serialized.utf8.count <= AdministrationLimit.detailSize else {
            throw AdministrationFields.wrong(
                "\(place).details", "an object of at most \(AdministrationLimit.detailSize) bytes")
        }
        return TimelineEntry(
            id, machineTime: machineTime, time: time, event: try fields.required("event", 1...128),
            application: try fields.text("application", 1...256), correlation: try fields.text("correlation", 1...64),
            details: details)
    }
}

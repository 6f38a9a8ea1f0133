import HTTPTypes
import Hummingbird

extension DashboardController {
    /// `GET /dashboard/events`: server-sent events (HTML standard, section 9.2), one for each event of the timeline, as HTML.
    /// `Last-Event-ID`, else `after`, contains the viewer's position. It stays open for clients that accept `text/event-stream`
    /// by name, as browsers do; others receive the available events. With `page=device` it reports the changes of that page
    /// since the position, which is then that of its parts.
    func eventStream(_ call: APICall) throws -> Response {
        guard dashboard.viewers.haveRoom else {
            var refusal = ServiceError(
                .serviceUnavailable, "\(DashboardViewers.limit) viewers are already open. Close one and try again.")
            refusal.headers[.retryAfter] = "30"
            throw refusal
        }
        let position = call.request.headers[.lastEventID] ?? call.parameters["after"]
        let seen = position.flatMap { TimelineCursor($0) }
        let filter = EventFilter(call.parameters["text"])
        let viewer = EventViewer(
            journal: engine.journal, dashboard: dashboard, filter: filter,
            followsDevice: call.parameters["page"] == DashboardSection.device.rawValue,
            shownParts: position.flatMap { PartNumbers($0) },
            stays: call.request.headers[values: .accept].contains { $0.lowercased().contains("text/event-stream") },
            isAdmitted: { try await isAdmitted(call) })
        let viewers = dashboard.viewers
        let body = ResponseBody { writer in
            guard viewers.enter() else { return try await writer.finish(nil) }
            defer { viewers.leave() }
            try await viewer.send(after: seen, to: &writer)
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store", .contentTypeOptions: "nosniff",
                .referrerPolicy: "no-referrer",
            ],
            body: body)
    }
}

extension HTTPField.Name {
    static let lastEventID = Self("Last-Event-ID")!
}

import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import ServiceLifecycle
import TVWorld

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
        let viewer = EventViewer(
            journal: engine.journal, dashboard: dashboard, filter: EventFilter(call.parameters["text"]),
            followsDevice: call.parameters["page"] == DashboardSection.device.rawValue,
            position: call.request.headers[.lastEventID] ?? call.parameters["after"] ?? "",
            stays: call.request.headers[values: .accept].contains { $0.lowercased().contains("text/event-stream") },
            isAdmitted: { try await isAdmitted(call) })
        let viewers = dashboard.viewers
        let body = ResponseBody { writer in
            guard viewers.enter() else { return try await writer.finish(nil) }
            defer { viewers.leave() }
            try await viewer.send(to: &writer)
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

/// A viewer of the timeline, and the events to send to it.
struct EventViewer: Sendable {
    let journal: Journal
    let dashboard: Dashboard
    let filter: EventFilter
    /// Whether the viewer has requested the changes of the device's page instead of events.
    let followsDevice: Bool
    /// The position of the last event or change that the viewer has seen: a ``TimelineCursor``, or the ``PartNumbers`` of the
    /// device's page. With any other text, only later ones are requested.
    let position: String
    /// Whether the viewer waits for further events.
    let stays: Bool
    /// Returns whether the viewer may still see the dashboard; false after its logout.
    let isAdmitted: @Sendable () async throws -> Bool

    /// The maximum number of events that a late viewer receives at once.
    private static let replayLimit: Int64 = 200
    /// The maximum number of the service's events that are sent between two checks of the journal.
    private static let batchSize = 32
    /// The interval of messages to a viewer of an idle service, without which a lost connection would go unnoticed.
    private static let beat = TimeAmount.seconds(15)

    /// Sends events as they occur, until the viewer leaves or the service shuts down.
    func send(to writer: inout any ResponseBodyWriter) async throws {
        let shared = dashboard.shared
        var shown = PartNumbers(position) ?? dashboard.deviceNumbers
        let seen = TimelineCursor(position)
        var cursor = seen ?? TimelineCursor()
        var lastShared = seen == nil ? shared.entries().last : 0
        let latest = journal.latest
        // A number from before a restart may be larger than all current ones.
        var start = cursor.numbers[.service] ?? latest
        if start > latest || start < 0 { start = 0 }
        cursor.numbers[.service] = max(start, latest - Self.replayLimit)
        let (wakes, waker) = journal.wakes.follow(and: shared.wakes, dashboard.console.wakes)
        let beats = MultiThreadedEventLoopGroup.singleton.next()
            .scheduleRepeatedTask(initialDelay: Self.beat, delay: Self.beat) { _ in waker.yield(()) }
        defer {
            beats.cancel()
            waker.finish()
        }
        try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
        waker.yield(())
        for await _ in wakes.cancelOnGracefulShutdown() {
            do {
                guard try await isAdmitted() else { break }
            } catch let failure as StoreFailure where failure.isTemporary && stays {
                // If the store does not answer, nothing is shown. A browser that is rejected while the store is down would give
                // up.
                try await writer.write(ByteBuffer(string: ":\n\n"))
                continue
            } catch {
                break
            }
            var hasSent = false
            while let text = followsDevice ? changes(since: &shown) : batch(after: &cursor, &lastShared) {
                if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                hasSent = hasSent || !text.isEmpty
            }
            guard stays else { break }
            if !hasSent { try await writer.write(ByteBuffer(string: ":\n\n")) }
        }
    }

    /// Returns the changes of the device's page in the stream's format; nil if there are none.
    private func changes(since shown: inout PartNumbers) -> String? {
        let current = dashboard.deviceNumbers
        defer { shown = current }
        return current.events(since: shown)
    }

    /// Returns the next events in the stream's format, except those that the viewer filters out; nil if there are none.
    ///
    /// - Parameter lastShared: The number of the last shared entry that was sent; 0 before the first.
    private func batch(after cursor: inout TimelineCursor, _ lastShared: inout Int64) -> String? {
        let own = journal.entries(after: cursor.numbers[.service] ?? 0, limit: Self.batchSize).map { TimelineEvent($0) }
        let (others, last) = dashboard.shared.entries(after: lastShared)
        // Entries that the viewer already has are skipped; later ones are all new, even if a device restarts its numbers.
        let unseen = lastShared > 0 ? others : others.filter { cursor.isBefore($0.id) }
        lastShared = last
        let events = own + unseen.map { TimelineEvent(entry: $0) }
        guard !events.isEmpty else { return nil }
        var text = ""
        for event in events.sorted(by: { TimelineEntry.comesBefore($0.entry, $1.entry) }) {
            cursor.pass(event.entry.id)
            guard filter.accepts(event) else { continue }
            let html = PageTemplate.render(PageFiles.dashboardCallMustache, TimelineEvent.page(ofCall: [event]))
            text += "id: \(cursor)\n" + html.split(whereSeparator: \.isNewline).map { "data: \($0)\n" }.joined() + "\n"
        }
        return text
    }
}

extension HTTPField.Name {
    static let lastEventID = Self("Last-Event-ID")!
}

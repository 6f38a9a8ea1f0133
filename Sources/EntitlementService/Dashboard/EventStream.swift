import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import ServiceLifecycle

extension ServiceEnvironment {
    /// The most events that a viewer who comes late gets at once.
    private static let replayLimit: Int64 = 200
    /// The most events that are sent between two looks at the journal.
    private static let batchSize = 32
    /// How often a viewer of a quiet service hears from it; only then a connection that is gone is noticed.
    private static let beat = TimeAmount.seconds(15)

    /// `GET /dashboard/events`: server-sent events (HTML standard, section 9.2), one for each entry of the journal, with the entry as
    /// HTML. `Last-Event-ID`, else `after`, says what the viewer has seen. It stays open for who accepts `text/event-stream` by name, as
    /// browsers do; others get what is there.
    func eventStream(_ call: Call) throws -> Response {
        guard dashboard.viewers.haveRoom else {
            var refusal = HTTPRefusal(
                .serviceUnavailable, "\(DashboardViewers.limit) viewers look at the events already. Close one and try again.")
            refusal.headers[.retryAfter] = "30"
            throw refusal
        }
        let seen = (call.request.headers[.lastEventID] ?? call.parameters["after"]).flatMap { Int64($0) }
        let filter = EventFilter(call.parameters["text"])
        let (journal, viewers) = (engine.journal, dashboard.viewers)
        let latest = journal.latest
        // A number from before a restart is larger than all of ours.
        var start = seen ?? latest
        if start > latest || start < 0 { start = 0 }
        let first = max(start, latest - Self.replayLimit)
        let stays = call.request.headers[values: .accept].contains { $0.lowercased().contains("text/event-stream") }
        let body = ResponseBody { writer in
            guard viewers.enter() else { return try await writer.finish(nil) }
            defer { viewers.leave() }
            try await Self.send(journal, after: first, filter, stays: stays, to: &writer)
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

    /// Sends entries as they come, until the viewer goes or the service shuts down.
    private static func send(
        _ journal: Journal, after start: Int64, _ filter: EventFilter, stays: Bool, to writer: inout any ResponseBodyWriter
    ) async throws {
        var last = start
        let (wakes, waker) = journal.follow()
        let beats = MultiThreadedEventLoopGroup.singleton.next()
            .scheduleRepeatedTask(initialDelay: beat, delay: beat) { _ in waker.yield(()) }
        defer {
            beats.cancel()
            waker.finish()
        }
        try await writer.write(ByteBuffer(string: "retry: 2000\n\n"))
        waker.yield(())
        for await _ in wakes.cancelOnGracefulShutdown() {
            var hasSent = false
            while true {
                let entries = journal.entries(after: last, limit: batchSize)
                guard let end = entries.last?.sequence else { break }
                last = end
                let text = entries.filter { filter.accepts($0) }.map { event(of: $0) }.joined()
                if !text.isEmpty { try await writer.write(ByteBuffer(string: text)) }
                hasSent = hasSent || !text.isEmpty
            }
            guard stays else { break }
            if !hasSent { try await writer.write(ByteBuffer(string: ":\n\n")) }
        }
    }

    /// An entry as an event.
    private static func event(of entry: Journal.Entry) -> String {
        let html = PageTemplate.event.render(PageValue(event: entry).members)
        let lines = html.split(whereSeparator: \.isNewline).map { "data: \($0)\n" }.joined()
        return "id: \(entry.sequence)\n\(lines)\n"
    }
}

extension HTTPField.Name {
    static let lastEventID = Self("Last-Event-ID")!
}

import Hummingbird
import NIOCore
import NIOPosix
import ServiceLifecycle
import TVWorld

/// A viewer of the timeline, and the events to send to it.
struct EventViewer: Sendable {
    let journal: Journal
    let dashboard: Dashboard
    let filter: EventFilter
    /// Whether the viewer wants the changes of the device's page instead of events.
    let followsDevice: Bool
    /// The numbers of the parts that the viewer's page shows; nil: only later changes are requested.
    let shownParts: PartNumbers?
    /// Whether the viewer waits for further events.
    let stays: Bool
    /// Returns whether the viewer may still see the dashboard, as until its logout.
    let isAdmitted: @Sendable () async throws -> Bool

    /// The maximum number of events that a late viewer receives at once.
    private static let replayLimit: Int64 = 200
    /// The maximum number of the service's events that are sent between two checks of the journal.
    private static let batchSize = 32
    /// The interval of messages to a viewer of an idle service, without which a lost connection would go unnoticed.
    private static let beat = TimeAmount.seconds(15)

    /// Sends events as they occur, until the viewer leaves or the service shuts down.
    ///
    /// - Parameter seen: The entries that the viewer already has; nil: only new ones are requested.
    func send(after seen: TimelineCursor?, to writer: inout any ResponseBodyWriter) async throws {
        let shared = dashboard.shared
        var shown = shownParts ?? dashboard.deviceNumbers
        var cursor = seen ?? TimelineCursor()
        var position = seen == nil ? shared.entries().last : 0
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
                // Without an answer nothing is shown. A browser that is turned away while the store is down would give up.
                try await writer.write(ByteBuffer(string: ":\n\n"))
                continue
            } catch {
                break
            }
            var hasSent = false
            while let text = followsDevice ? changes(since: &shown) : batch(after: &cursor, &position) {
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
    /// - Parameter position: The number of the last shared entry that was sent; 0 before the first.
    private func batch(after cursor: inout TimelineCursor, _ position: inout Int64) -> String? {
        let own = journal.entries(after: cursor.numbers[.service] ?? 0, limit: Self.batchSize).map { TimelineEvent($0) }
        let (others, last) = dashboard.shared.entries(after: position)
        // Entries that the viewer already has are skipped; later ones are all new, even if a device restarts its numbers.
        let unseen = position > 0 ? others : others.filter { cursor.isBefore($0.id) }
        position = last
        let events = own + unseen.map { TimelineEvent(shared: $0) }
        guard !events.isEmpty else { return nil }
        var text = ""
        for event in events.sorted(by: { TimelineEntry.comesBefore($0.entry, $1.entry) }) {
            cursor.pass(event.entry.id)
            guard filter.accepts(event) else { continue }
            let html = PageTemplate.render(PageFiles.dashboardCallMustache, TimelineCall(event).page)
            text += "id: \(cursor)\n" + html.split(whereSeparator: \.isNewline).map { "data: \($0)\n" }.joined() + "\n"
        }
        return text
    }
}

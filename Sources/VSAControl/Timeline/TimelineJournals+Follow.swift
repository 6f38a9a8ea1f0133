import Administration
import Synchronization
import TVWorld

extension TimelineJournals {
    /// The entries that have arrived from the journals and have not been passed on.
    private final class Arrivals: Sendable {
        let entries = Mutex<[TimelineEntry]>([])
        let wakes: AsyncStream<Void>
        private let waker: AsyncStream<Void>.Continuation

        init() {
            (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        }

        func add(_ new: [TimelineEntry]) {
            guard !new.isEmpty else { return }
            entries.withLock { $0 += new }
            waker.yield(())
        }

        func end() { waker.finish() }

        func take() -> [TimelineEntry] {
            entries.withLock { entries in
                defer { entries = [] }
                return entries.sorted(by: TimelineEntry.comesBefore)
            }
        }
    }

    /// The time for which entries of several journals are collected before they are sorted, because what one call causes arrives
    /// together.
    private static let gathering = Duration.milliseconds(40)

    /// Follows the timeline without gaps.
    ///
    /// - Parameters:
    ///   - last: The newest known entry of each journal; later entries come first. A journal without one begins now.
    ///   - take: Receives the entries, in order; returns whether to continue.
    /// - Throws: `Failure`, also if a daemon exits.
    func follow(after last: [TimelineSource: Int64], _ take: ([TimelineEntry]) throws -> Bool) async throws {
        let arrivals = Arrivals()
        let followers = Task {
            defer { arrivals.end() }
            try await followAll(after: last, arrivals)
        }
        defer { followers.cancel() }
        for await _ in arrivals.wakes {
            _ = await Waiting.pass(Self.gathering)
            let entries = arrivals.take()
            guard try entries.isEmpty || take(entries) else { return }
        }
        try Task.checkCancellation()
        try await followers.value
    }

    private func followAll(after last: [TimelineSource: Int64], _ arrivals: Arrivals) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            if let device {
                group.addTask { try await device.monitor(after: last[.device]) { arrivals.add($0) } }
            }
            if let service { group.addTask { try await Self.follow(service, after: last[.service], arrivals) } }
            if let library {
                group.addTask { try await library.follow(after: last[.library]) { arrivals.add($0) } }
            }
            // The first one to end ends all: each continues until its source ends.
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func follow(_ service: ServiceControl, after known: Int64?, _ arrivals: Arrivals) async throws {
        var last: Int64
        if let known { last = known } else { last = try await service.journal(after: 0).last?.sequence ?? 0 }
        while !Task.isCancelled {
            // The service responds as soon as there is an entry.
            let entries = try await service.journal(after: last, wait: 20)
            last = entries.last?.sequence ?? last
            arrivals.add(entries.map { TimelineEntry(service: $0) })
        }
    }
}

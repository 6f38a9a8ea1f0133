import Administration
import Synchronization
import TVWorld

/// The journals of device, service and library, combined into one timeline.
struct TimelineJournals: Sendable {
    /// The device; nil if there is none, or its entries are not requested.
    var device: DeviceControl?
    /// The service; nil if there is none, or its entries are not requested.
    var service: ServiceControl?
    /// The library's file; nil if there is none, or its entries are not requested.
    var library: LibraryJournal?
    /// The reason why the service's entries are missing although they are requested.
    private(set) var absence: String?

    /// Finds the journals of this session.
    ///
    /// - Parameters:
    ///   - sources: The sources whose entries are requested.
    ///   - required: The sources that must be available; the others may be missing.
    /// - Throws: `Failure` with `ExitStatus.unreachable` if a required source is not available.
    static func find(
        _ sources: Set<TimelineSource> = Set(TimelineSource.allCases), required: Set<TimelineSource> = [.device],
        address: String?
    ) async throws -> TimelineJournals {
        var journals = TimelineJournals()
        if sources.contains(.device) {
            journals.device =
                required.contains(.device) ? try await DeviceControl.connect(address: address) : await present(address: address)
        }
        if sources.contains(.service) {
            do {
                journals.service = required.contains(.service) ? try ServiceControl.discover() : try await present()
            } catch let failure as Failure where !required.contains(.service) {
                journals.absence = "without the service's entries: \(failure.message)"
            }
        }
        if sources.contains(.library) { journals.library = LibraryJournal() }
        if required.contains(.library), journals.library == nil {
            throw Failure(
                .unreachable, "VSASIM_JOURNAL names no file: the library's events are missing",
                advice: "Set it for the app and for vsactl; vsactl run does.")
        }
        return journals
    }

    /// Returns the device if it is running or the bus can start it; it is not required.
    private static func present(address: String?) async -> DeviceControl? {
        guard let device = try? await DeviceControl.connect(address: address) else { return nil }
        do { _ = try await device.status() } catch { return nil }
        return device
    }

    /// Returns the service if it is running and responds; it is not required.
    private static func present() async throws -> ServiceControl {
        let service = try ServiceControl.discover()
        guard service.address.adminToken != nil else {
            throw Failure(.failed, "the administrator's token of the one at \(service.address.url) is not known")
        }
        try await service.checkHealth()
        return service
    }

    /// Returns the timeline without the journals of other sources.
    func only(_ sources: Set<TimelineSource>) -> TimelineJournals {
        TimelineJournals(
            device: sources.contains(.device) ? device : nil, service: sources.contains(.service) ? service : nil,
            library: sources.contains(.library) ? library : nil)
    }

    /// Returns all entries of the journals, in the timeline's order.
    func entries() async throws -> [TimelineEntry] {
        async let device = self.device?.wholeJournal() ?? []
        async let service = self.service?.journal(after: 0) ?? []
        let library = try library?.entries() ?? []
        return TimelineEntry.merged([try await device, try await service.map { TimelineEntry(service: $0) }, library])
    }

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
    ///   - last: The newest known entry of each journal, after which it is followed. A journal without one begins now.
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

extension GlobalOptions {
    /// Returns the journals of this session; missing ones are reported on standard error.
    ///
    /// - Parameter sources: The sources, each of which is required. If empty, all sources, of which only the device is required,
    ///   or only the service if no device is expected beside it.
    func journals(_ sources: [TimelineSource] = []) async throws -> TimelineJournals {
        let service = try? ServiceControl.present()
        if sources.isEmpty { remarkAbsentDevice(beside: service) }
        let journals =
            sources.isEmpty
            ? try await TimelineJournals.find(
                required: [DeviceControl.isExpected(bus: address, beside: service) ? .device : .service], address: address)
            : try await TimelineJournals.find(Set(sources), required: Set(sources), address: address)
        if let absence = journals.absence { StandardStream.remark("vsactl: \(absence)") }
        return journals
    }

    /// Shows the selected ones of some entries, and of those that follow, until the output is closed.
    ///
    /// - Parameters:
    ///   - last: The newest known entry of each journal; a journal without one begins now.
    ///   - count: The number of entries after which to end; nil: none.
    func stream(
        _ entries: [TimelineEntry], andAfter last: [TimelineSource: Int64], of journals: TimelineJournals,
        _ filter: TimelineFilter, count: UInt? = nil
    ) async throws {
        try await ReaderWatch.perform {
            var (filter, groups, left) = (filter, CorrelationGroups(), count)
            func show(_ entries: [TimelineEntry]) -> Bool {
                for entry in filter.apply(entries) where left != 0 {
                    stream(.line(entry, groups.row(entry)))
                    left = left.map { $0 - 1 }
                }
                return left != 0 && !StandardStream.isOutputClosed
            }
            guard show(entries) else { return }
            try await journals.follow(after: last, show)
        }
    }
}

import Administration
import DBus
import TVWorld

/// Sends events of the device and of apps to the service's dashboard while it is being viewed.
///
/// The service does not know the device; only a program that knows both can combine them.
struct TimelineSharing: Sendable {
    let service: ServiceControl
    /// Returns the journals of the device and of the library.
    let journals: @Sendable () async throws -> TimelineJournals

    /// The number of entries of each journal that are sent when viewing begins.
    private static let beginning = 500
    /// The maximum number and size of entries in a call: by default, a service accepts bodies of 256 KiB.
    private static let batch = (count: 200, size: 128 << 10)
    /// The interval at which the service is queried for viewers while there are no new entries.
    private static let beat = Duration.seconds(20)

    /// Sends entries until the task is cancelled.
    ///
    /// - Throws: `Failure` if the service or the device has exited.
    func perform() async throws {
        while !Task.isCancelled {
            // The service answers as soon as there is a viewer.
            let viewers = try await service.send(.get, "/admin/v1/timeline?wait=25", as: Viewers.self).viewers
            guard viewers > 0 else { continue }
            let journals = try await journals()
            do { try await share(journals) } catch {
                await journals.device?.connection.close()
                throw error
            }
            await journals.device?.connection.close()
        }
    }

    /// Sends existing and new entries until there are no more viewers.
    private func share(_ journals: TimelineJournals) async throws {
        let device = try await journals.device?.journal(after: nil, limit: Self.beginning) ?? []
        let library = try journals.library?.entries() ?? []
        var last: [TimelineSource: Int64] = [:]
        last[.device] = journals.device.map { _ in device.last?.id.sequence ?? 0 }
        last[.library] = journals.library.map { _ in library.last?.id.sequence ?? 0 }
        guard try await tell(TimelineEntry.merged([device, library.suffix(Self.beginning)])) else { return }
        try await tell(journals.device)
        let (news, feed) = AsyncStream.makeStream(of: [TimelineEntry].self)
        try await Waiting.first(
            { [last] in
                try await journals.follow(after: last) { entries in
                    feed.yield(entries)
                    return true
                }
            },
            { while await Waiting.pass(Self.beat) { feed.yield([]) } },
            {
                for await entries in news {
                    guard try await tell(entries) else { return }
                    if entries.contains(where: { $0.id.source == .device }) { try await tell(journals.device) }
                }
            })
    }

    /// Shows the device's current state.
    private func tell(_ device: DeviceControl?) async throws {
        guard let device else { return }
        let state = try await device.sharedState()
        _ = try await service.send(.put, "/admin/v1/timeline/device", body: state, as: Viewers.self)
    }

    /// Sends entries, and returns whether there are viewers.
    private func tell(_ entries: [TimelineEntry]) async throws -> Bool {
        var batch: [JSON] = []
        var size = 0
        for entry in entries.map(\.shared) {
            let length = entry.serialized.utf8.count
            if batch.count == Self.batch.count || (size + length > Self.batch.size && !batch.isEmpty) {
                _ = try await share(batch)
                (batch, size) = ([], 0)
            }
            batch.append(entry)
            size += length
        }
        return try await share(batch) > 0
    }

    /// Shows entries on the dashboard, and returns the number of viewers.
    private func share(_ entries: [JSON]) async throws -> Int {
        let body = JSON.members(["entries": entries])
        return try await service.send(.post, "/admin/v1/timeline", body: body, as: Viewers.self).viewers
    }

    /// The number of viewers of the dashboard's timeline.
    private struct Viewers: Decodable {
        var viewers: Int
    }
}

extension TimelineEntry {
    /// The entry in the form that the dashboard accepts: it would reject a call with a text that is empty or too long, and apps
    /// write what they want to the library's journal.
    var shared: JSON {
        let details = details.normalized
        return .members([
            "id": id.description, "machineTime": max(0, machineTime), "time": time, "event": SafeText.line(event, upTo: 128),
            "application": application.map { SafeText.line($0, upTo: 256) }.nonEmpty,
            "correlation": correlation.map { SafeText.line($0, upTo: 64) }.nonEmpty,
            "details": details.serialized.utf8.count <= AdministrationLimit.detailSize ? details : ["cut": true],
        ])
    }
}

import Administration
import EntitlementCore
import HTTPTypes
import Hummingbird
import Synchronization
import TVWorld

/// The counts of the calls of devices. Seconds are counted from a device's first call, as in the documentation's example.
final class Throttle: Sendable {
    private struct Bucket: Sendable, Codable {
        var start: Int64
        var second: Int64
        var callsInSecond: Int64
        var burstLeft: Int64
        var last: Int64
    }

    private let current: Mutex<ThrottlingResource>
    private let devices: SharedValues<Bucket>
    private let initial: ThrottlingResource
    /// The store whose nodes count together; nil if this process is the only one.
    private let shared: PostgreSQLTokenStore?
    private static let settingsName = SharedValueName("throttling-limits")
    /// The time for which nodes that count together remember a device, in milliseconds; longer than any idle time.
    private static let memory: Int64 = 86_400_000 + 1_000

    init(_ settings: ThrottlingResource, shared: PostgreSQLTokenStore? = nil) {
        initial = settings
        self.shared = shared
        devices = SharedValues(SharedValueName.deviceKind, lifetime: Self.memory, store: shared)
        current = Mutex(settings)
    }

    /// The current settings.
    var settings: ThrottlingResource { current.withLock { $0 } }

    /// Changes the settings, and removes all devices.
    ///
    /// - Parameter settings: The new settings; nil for the initial ones, which are each node's own.
    /// - Throws: The store's error.
    func change(to settings: ThrottlingResource?) async throws {
        try await shared?.change(Self.settingsName, isAnnounced: true) { $0 = settings }
        current.withLock { $0 = settings ?? initial }
        // This comes last, so that nothing that was counted with the earlier settings remains.
        try await devices.removeAll()
    }

    /// Adopts the changes of another node.
    ///
    /// - Throws: The store's error.
    func follow() async throws {
        guard let shared else { return }
        let settings = try await shared.value(Self.settingsName, as: ThrottlingResource.self) ?? initial
        current.withLock { $0 = settings }
    }

    /// The maximum difference between the times of overlapping calls, in milliseconds; a greater one means that the clock was set
    /// back.
    private static let clockDifference: Int64 = 5_000

    /// Counts a call; returns false if the limit is exceeded.
    ///
    /// - Parameter now: Unix milliseconds.
    /// - Throws: The store's error.
    func admits(_ device: String, now: Int64) async throws -> Bool {
        guard settings.enabled else { return true }
        return try await devices.change([device]) { Self.admits(&$0, now: now, settings) }
    }

    private static func admits(_ bucket: inout Bucket?, now: Int64, _ settings: ThrottlingResource) -> Bool {
        var now = now
        // Calls at the same moment may be counted in another order than their times were read, on nodes whose clocks differ.
        if let known = bucket, now < known.last, now > known.last - clockDifference { now = known.last }
        // A clock that was set back also starts again.
        if let known = bucket, now - known.last >= settings.idleSeconds * 1_000 || now < known.last { bucket = nil }
        var counted = bucket ?? Bucket(start: now, second: 0, callsInSecond: 0, burstLeft: settings.burst, last: now)
        defer { bucket = counted }
        return count(&counted, now: now, settings)
    }

    private static func count(_ bucket: inout Bucket, now: Int64, _ settings: ThrottlingResource) -> Bool {
        bucket.last = now
        let second = (now - bucket.start) / 1_000
        if second != bucket.second {
            bucket.second = second
            bucket.callsInSecond = 0
        }
        if bucket.callsInSecond < settings.callsPerSecond {
            bucket.callsInSecond += 1
            return true
        }
        guard bucket.burstLeft > 0 else { return false }
        bucket.burstLeft -= 1
        return true
    }
}

/// The middleware that counts the requests to routes that the throttling page lists, and rejects those beyond the limit.
struct ThrottleMiddleware: Sendable {
    let throttle: Throttle
    let clock: any WorldClock

    /// Counts a request.
    ///
    /// - Throws: ``ServiceError`` 429 if it is beyond the limit, or the store's error.
    func count(_ request: Request, _ context: ServiceRequestContext) async throws {
        let device = ClientAddress(request.headers, peer: context.peer).text ?? ""
        if try await throttle.admits(device, now: clock.milliseconds()) { return }
        // As in the published sample: a page of the web server, regardless of the requested format.
        let page = """
            <html>
            <head><title>429 Too Many Requests</title></head>
            <body>
            <center><h1>429 Too Many Requests</h1></center>
            <hr><center>openresty</center>
            </body>
            </html>

            """
        var response = Response.content(.tooManyRequests, "text/html", page)
        if throttle.settings.retryAfter { response.headers[.retryAfter] = "1" }
        throw ServiceError(response)
    }
}

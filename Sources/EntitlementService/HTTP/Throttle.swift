import EntitlementCore
import HTTPTypes
import Hummingbird
import Synchronization

/// The limits for the calls of a device.
///
/// Mirrors the throttling page: one call per second, and ten more once.
public struct ThrottleSettings: Sendable, Equatable {
    /// Whether the limits are enabled.
    public var isEnabled: Bool
    /// The number of calls per second.
    public var callsPerSecond: Int
    /// The number of additional calls, once.
    public var burst: Int
    /// The number of seconds without a call after which a device counts as new.
    public var idleSeconds: Int64
    /// Whether a refusal has `Retry-After: 1`, which the published sample does not.
    public var tellsRetryAfter: Bool

    /// Creates the documented limits, disabled.
    public init(
        isEnabled: Bool = false, callsPerSecond: Int = 1, burst: Int = 10, idleSeconds: Int64 = 60, tellsRetryAfter: Bool = true
    ) {
        self.isEnabled = isEnabled
        self.callsPerSecond = callsPerSecond
        self.burst = burst
        self.idleSeconds = idleSeconds
        self.tellsRetryAfter = tellsRetryAfter
    }
}

/// Counts the calls of devices. Seconds are counted from a device's first call, as in the documentation's example.
final class Throttle: Sendable {
    private struct Bucket {
        var start: Int64
        var second: Int64
        var callsInSecond: Int
        var burstLeft: Int
        var last: Int64
    }

    private struct State {
        var settings: ThrottleSettings
        // Two generations limit the memory without searching for the oldest: when the first is full, it becomes the second, and a
        // device in neither counts as new.
        var recent: [String: Bucket] = [:]
        var earlier: [String: Bucket] = [:]
    }

    private let state: Mutex<State>
    private let initial: ThrottleSettings
    /// The number of devices in a generation; about 1 MB.
    static let generationLimit = 8_192

    init(_ settings: ThrottleSettings) {
        initial = settings
        state = Mutex(State(settings: settings))
    }

    /// The current settings. Changing them removes all devices.
    var settings: ThrottleSettings {
        get { state.withLock { $0.settings } }
        set { state.withLock { $0 = State(settings: newValue) } }
    }

    /// Restores the initial settings and removes all devices.
    func reset() { settings = initial }

    /// The number of known devices.
    var deviceCount: Int { state.withLock { $0.recent.count + $0.earlier.count } }

    /// Counts a call; returns false if the limit is exceeded.
    ///
    /// - Parameter now: Unix milliseconds.
    func admits(_ device: String, now: Int64) -> Bool {
        state.withLock { state in
            guard state.settings.isEnabled else { return true }
            var bucket = state.recent[device] ?? state.earlier.removeValue(forKey: device)
            // A clock that was set back starts again, too.
            if let known = bucket, now - known.last >= state.settings.idleSeconds * 1_000 || now < known.last { bucket = nil }
            var counted =
                bucket ?? Bucket(start: now, second: 0, callsInSecond: 0, burstLeft: state.settings.burst, last: now)
            let isAdmitted = Self.count(&counted, now: now, state.settings)
            if state.recent[device] == nil, state.recent.count >= Self.generationLimit {
                state.earlier = state.recent
                state.recent = [:]
            }
            state.recent[device] = counted
            return isAdmitted
        }
    }

    private static func count(_ bucket: inout Bucket, now: Int64, _ settings: ThrottleSettings) -> Bool {
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

extension Throttle {
    /// Counts a request, if its path is one that the throttling page lists.
    ///
    /// - Returns: The response if the limit is exceeded, otherwise nil.
    func refusal(of request: Request, _ context: ServiceRequestContext, now: Int64) -> Response? {
        guard DocumentedPaths.areThrottled(request.uri.path) else { return nil }
        let device = ClientAddress(request.headers, peer: context.peer).text ?? ""
        guard !admits(device, now: now) else { return nil }
        // The published sample: a page of the web server, regardless of the requested format.
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
        if settings.tellsRetryAfter { response.headers[.retryAfter] = "1" }
        return response
    }
}

/// The paths that the throttling page lists.
enum DocumentedPaths {
    /// Whether calls of a path are throttled.
    static func areThrottled(_ path: String) -> Bool {
        let parts = path.split(separator: "/").map { FormatRule.withoutSuffix(String($0)).text }
        switch (parts.first, parts.dropFirst().first) {
        case ("o", "client"): return parts.count == 3 && ["register", "token", "scopes", "validate"].contains(parts[2])
        case ("api", "v2"): return true
        case ("adobe-services", "config"): return true
        case ("reggie", "v1"): return parts.count >= 4 && parts[3] == "regcode"
        case ("api", "v1"): return parts.count > 2 && isThrottled(Array(parts[2...]))
        default: return false
        }
    }

    private static func isThrottled(_ parts: [String]) -> Bool {
        switch parts[0] {
        case "config", "checkauthn", "logout", "authorize", "preauthorize", "mediatoken", "identities": true
        case "tokens": parts.count > 1 && ["usermetadata", "authn", "authz", "media"].contains(parts[1])
        // The page lists it with a trailing slash: the browser's call is not throttled.
        case "authenticate": parts.count > 1
        default: parts.count > 2 && parts[1] == "profile-requests"
        }
    }
}

import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// `GET /admin/v1/throttling`
    func readThrottling() -> Response { .json(.ok, Self.json(throttle.settings)) }

    /// `PUT /admin/v1/throttling`: changes the given values immediately, until the service stops or is reset.
    func changeThrottling(_ call: Call) throws -> Response {
        guard case .object(let members) = try call.json() else {
            throw AdministrationError(.badRequest, "invalid_request", "The body must be a JSON object.")
        }
        var settings = throttle.settings
        for member in members {
            switch member.key {
            case "enabled": settings.isEnabled = try Self.flag(member)
            case "callsPerSecond": settings.callsPerSecond = Int(try Self.number(member, 1...1_000))
            case "burst": settings.burst = Int(try Self.number(member, 0...100_000))
            case "idleSeconds": settings.idleSeconds = try Self.number(member, 1...86_400)
            case "retryAfter": settings.tellsRetryAfter = try Self.flag(member)
            default:
                throw AdministrationError(
                    .badRequest, "invalid_request",
                    "\"\(member.key.prefix(64))\" is unknown; known are enabled, callsPerSecond, burst, idleSeconds, retryAfter.")
            }
        }
        throttle.settings = settings
        return .json(.ok, Self.json(settings))
    }

    private static func flag(_ member: JSON.Member) throws -> Bool {
        guard let flag = member.value.bool else {
            throw AdministrationError(.badRequest, "invalid_request", "\(member.key) takes true or false.")
        }
        return flag
    }

    private static func number(_ member: JSON.Member, _ range: ClosedRange<Int64>) throws -> Int64 {
        guard let number = member.value.integer, range.contains(number) else {
            throw AdministrationError(
                .badRequest, "invalid_request",
                "\(member.key) takes a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    private static func json(_ settings: ThrottleSettings) -> JSON {
        .object([
            .init("enabled", .bool(settings.isEnabled)), .init("callsPerSecond", .integer(settings.callsPerSecond)),
            .init("burst", .integer(settings.burst)), .init("idleSeconds", .integer(settings.idleSeconds)),
            .init("retryAfter", .bool(settings.tellsRetryAfter)),
        ])
    }
}

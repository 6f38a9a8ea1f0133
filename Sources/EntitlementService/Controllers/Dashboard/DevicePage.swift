import Dates
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The device of a session, as shared by a program that knows it. The service never accesses the device.
extension DashboardController {
    /// The time for which a page waits for the sharing program, in seconds.
    private static let patience: Int64 = 2

    /// `PUT /admin/v1/timeline/device`
    func shareDevice(_ call: APICall) throws -> Response {
        dashboard.shared.show(try SharedDevice(try call.json()))
        return viewerCount
    }

    /// `GET /dashboard/device`
    func devicePage(_ call: APICall, line: String = "") async throws -> Page {
        let shared = dashboard.shared
        // While there are viewers, every change arrives by itself; otherwise the state may be old.
        if dashboard.viewers.number == 0, shared.isShared {
            let before = shared.device?.number
            dashboard.viewers.look()
            await shared.wakes.wait(seconds: Self.patience) { shared.device?.number != before }
        } else {
            dashboard.viewers.look()
        }
        // Before the parts are read: the page's stream reports what changes from here on.
        let numbers = dashboard.deviceNumbers
        var content = consoleValues(line: line)
        content["shown"] = .text(numbers.description)
        content["isShared"] = .flag(shared.isShared)
        content["device"] = shared.device.map { Self.page($0.device) } ?? false
        content["moment"] = .text(shared.device.map { ReadableTime.moment($0.machineTime) } ?? "")
        return dashboardPage(.device, content, for: call)
    }

    /// Returns a time in the format of the other pages; other text is unchanged.
    private static func readable(_ time: String) -> String { RFC3339.milliseconds(time).map(ReadableTime.moment) ?? time }

    private static func page(_ device: SharedDevice) -> PageValue {
        var account: PageValue = false
        if let known = device.account {
            account = [
                "provider": .text(known.provider), "subscriber": .optional(known.subscriber),
                "signedInAt": .optional(known.signedInAt.map(readable)), "expiresAt": .optional(known.expiresAt.map(readable)),
                "isExpired": .flag(known.isExpired), "isRemembered": .flag(known.isRemembered),
            ]
        }
        let more = device.applicationCount - Int64(device.applications.count)
        return [
            "region": .text(device.region), "account": account, "more": .optional(more > 0 ? String(more) : nil),
            "applications": .list(
                device.applications.map { application in
                    [
                        "id": .text(application.id), "access": .text(application.access),
                        "tag": .text(application.access == "granted" ? "good" : application.access == "denied" ? "bad" : ""),
                        "identifiedBy": .text(application.identifiedBy ?? ""),
                        "reason": .text(application.usageDescription ?? ""),
                    ]
                }),
            "prompts": .list(
                device.prompts.map { prompt in
                    [
                        "application": .text(prompt.application), "kind": .text(prompt.kind), "stage": .text(prompt.stage),
                        "prompt": .text(prompt.prompt ?? ""), "asked": .text(prompt.asked ?? ""),
                    ]
                }),
        ]
    }
}

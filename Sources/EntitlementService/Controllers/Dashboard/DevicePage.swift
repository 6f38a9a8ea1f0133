import EntitlementCore
import TVWorld

/// The device of a session, as shared by a program that knows it. The service never accesses the device.
extension DashboardController {
    /// The time for which a page waits for the sharing program, in seconds.
    private static let patience: Int64 = 2

    func deviceContent(form: FormParameters) async -> [String: PageValue] {
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
        var content = consoleValues(form)
        content["shown"] = .text(numbers.description)
        content["isShared"] = .flag(shared.isShared)
        content["device"] = shared.device?.page ?? false
        content["moment"] = .text(shared.device.map { ReadableTime.moment($0.machineTime) } ?? "")
        return content
    }
}

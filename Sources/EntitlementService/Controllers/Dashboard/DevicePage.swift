import Encodings
import EntitlementCore
import HTTPTypes
import TVWorld

/// The device of a session, as shared by a program that knows it. The service never accesses the device.
extension DashboardController {
    /// The time for which a page waits for the sharing program, in seconds.
    private static let patience: Int64 = 2

    func deviceContent(_ form: FormParameters) async -> [String: PageValue] {
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

/// The console of a session that was opened with `vsactl run --console`: the service relays text and runs nothing.
extension DashboardController {
    /// The maximum number of lines in a call.
    private static let lineLimit = 100

    /// The calls of a session with a console, and the form that enters a line for its `entitle`.
    var consoleRoutes: [Route] {
        [
            // The lines that were entered since the last call.
            administration.reading("console", query: ["wait"]) { call in
                let wait = try administration.number(call.parameters, "wait", 0...30) ?? 0
                return ["lines": .strings(await dashboard.console.fetch(waiting: wait))]
            },
            // Lines that `entitle` wrote.
            administration.administration(.post, "console", taking: .json) { call in
                let body = try call.json()
                _ = try AdministrationFields(body, known: ["lines"])
                guard let lines = body["lines"]?.texts, lines.count <= Self.lineLimit else {
                    throw AdministrationFields.wrong("lines", "a list of at most \(Self.lineLimit) strings")
                }
                dashboard.console.write(lines)
                return .empty(.noContent)
            },
            form("/dashboard/device/console", .device) { call in
                // Without a login, every program on this machine could enter lines.
                guard dashboard.access.needsLogin else {
                    throw ServiceError(.forbidden, "forbidden", "The console requires a dashboard with a login.")
                }
                do {
                    try dashboard.console.enter(try ConsoleLine((call.form["line"] ?? "").trimmingWhitespace))
                } catch let failure as ConsoleLine.Failure {
                    throw ServiceError.invalid(failure.description)
                }
                return "The line was sent."
            },
        ]
    }

    /// Returns the values for the template of the console.
    ///
    /// - Parameter form: The form, if it was rejected.
    private func consoleValues(_ form: FormParameters) -> [String: PageValue] {
        let line = (form["line"] ?? "").trimmingWhitespace
        let isProtected = dashboard.access.needsLogin
        return [
            "isConsoleOpen": .flag(dashboard.console.isOpen && isProtected), "isUnprotected": .flag(!isProtected),
            "line": .text(String(line.prefix(ConsoleLine.limit))), "lineLimit": .number(ConsoleLine.limit),
            "commands": .list(ConsoleLine.names.map { .text($0) }),
            "lines": .list(
                dashboard.console.entries.map {
                    ["number": .number($0.number), "isInput": .flag($0.isInput), "text": .text($0.text)]
                }),
        ]
    }
}

import Encodings
import EntitlementCore
import TVWorld

extension DashboardController {
    /// Returns a route of a form that performs a change and redirects to the page that reports it. If the change is rejected, the
    /// reason is shown on the section's page, beside what was entered.
    ///
    /// - Parameter change: Performs the change with the function of the administration's call, which checks it, and returns the
    ///   report.
    func form(
        _ path: String, _ section: DashboardSection, _ change: @escaping @Sendable (APICall) async throws -> String
    ) -> Route {
        form(path) { call in
            do {
                try call.parameters.requireReadable()
                // Another instance of the service may have changed the subject of the form.
                try await engine.refresh()
                return changed(try await change(call), section, for: call)
            } catch {
                let problem = try ServiceError.administrative(error)
                return try await page(of: section, for: call, form: call.parameters, problem: problem).response
            }
        }
    }

    /// Returns a route of a form that performs a change whose notice is always the same.
    func form(
        _ path: String, _ section: DashboardSection, notice: String,
        _ change: @escaping @Sendable (APICall) async throws -> Void
    ) -> Route {
        form(path, section) { call in
            try await change(call)
            return notice
        }
    }
}

extension FormParameters {
    /// The fields as they were entered, for the template of the page with the form.
    var entered: PageValue { .object(Dictionary(uniqueKeysWithValues: names.map { ($0, PageValue.text(self[$0] ?? "")) })) }
}

/// The fields of a form as members of the body of the administration's call, which are missing if a field is empty. Blanks around
/// a value, which are easily copied with it, do not count.
extension FormParameters {
    /// Returns a field as a string.
    func text(_ name: String) -> JSON? { entry(name).map { JSON.string($0) } }

    /// Returns a field as a number; other text unchanged, so that the administration rejects it.
    func number(_ name: String) -> JSON? { entry(name).map { Self.number($0) } }

    private func entry(_ name: String) -> String? { (self[name]?.trimmingWhitespace).flatMap { $0.isEmpty ? nil : $0 } }

    /// Returns a text without blanks around it as a number, if it is one.
    static func number(_ text: String) -> JSON { Int64(text).map { .integer($0) } ?? .string(text) }

    /// Returns the words of a field, which blanks or commas separate.
    func words(_ name: String) -> JSON? {
        let words = (self[name] ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
        return words.isEmpty ? nil : .strings(words)
    }
}

import EntitlementCore
import HTTPTypes
import Hummingbird

extension DashboardController {
    /// Performs the change of a form, and redirects to the page that reports it.
    ///
    /// - Parameters:
    ///   - change: Performs the change with the function of the administration's call, which checks it; returns the report.
    ///   - page: The page to show if the change is rejected; the problem and its status are added.
    func submit(
        _ section: DashboardSection, anchor: String = "", for call: APICall, _ change: () async throws -> String,
        refused page: (ServiceError) async throws -> Page
    ) async throws -> Response {
        do {
            // Another instance of the service may have changed the subject of the form.
            try await engine.refresh()
            return changed(try await change(), section, anchor: anchor, for: call)
        } catch {
            guard let problem = ServiceError(administrative: error) else { throw error }
            var page = try await page(problem)
            page.content["problem"] = .text(problem.message)
            page.status = problem.status
            return page.response
        }
    }

    /// Performs the change of a form; if it is rejected, the reason is shown on the section's page, beside what was entered.
    func submit(
        _ section: DashboardSection, for call: APICall, _ change: () async throws -> String
    ) async throws -> Response {
        try await submit(section, for: call, change) { _ in try await page(of: section, for: call, form: call.parameters) }
    }

    /// Performs the change of a form whose report is always the same.
    func submit(
        _ section: DashboardSection, for call: APICall, telling report: String, _ change: () async throws -> Void
    ) async throws -> Response {
        try await submit(section, for: call) {
            try await change()
            return report
        }
    }
}

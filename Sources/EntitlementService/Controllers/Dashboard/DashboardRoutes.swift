import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

struct DashboardController: Sendable {
    let administration: AdministrationController
    let dashboard: Dashboard
    let forms: FormGuard
    /// The configured base of the service's URLs; nil if there is none.
    let publicURL: String?

    var engine: EntitlementEngine { administration.engine }

    var routes: [Route] {
        [
            sectionRoutes, pageRoutes, applicationForms, requestorForms, passForms, faultForms, clockForms, sharingRoutes,
            consoleRoutes,
        ].flatMap(\.self)
    }

    private var sectionRoutes: [Route] {
        DashboardSection.allCases.map { section in
            shown(section.path) { try await page(of: section, for: $0).response }
        }
    }

    private var pageRoutes: [Route] {
        [
            integrationForm,
            shown("/dashboard/applications/{id}/statement") { try showStatement($0) },
            shown("/dashboard/sessions/{id}") { try await sessionPage($0).response },
            form(
                "/dashboard/sessions/{id}/revoke", .sessions,
                notice: "The session was revoked: at the device's next call, no user is signed in."
            ) {
                try await administration.revokeSession($0.part("id"), requestID: $0.requestID)
            },
            shown("/dashboard/requests/{id}") { try await requestPage($0).response },
            shown("/dashboard/events") { try eventStream($0) },
            Route(.get, "/dashboard/login", audience: .dashboard) { loginPage($0).response },
            Route(.post, "/dashboard/login", audience: .dashboard) { try await logIn($0) },
            Route(.get, "/dashboard/open", audience: .dashboard) { try await openByLink($0) },
            form("/dashboard/logout") { try await logOut(ofDashboard: $0) },
        ]
    }

    /// Returns the page of a section, with what was entered in a form that was rejected.
    ///
    /// - Parameter problem: The reason why the call's form was rejected.
    private func page(
        of section: DashboardSection, for call: APICall, problem: ServiceError? = nil
    ) async throws -> Page {
        var problem = problem
        let form = call.form
        let content =
            switch section {
            case .overview: try await overviewContent(call)
            case .integrations: integrationsContent(call, problem: problem)
            case .applications: applicationsContent(form)
            case .requestors: requestorsContent(form)
            case .sessions: try await sessionsContent(call, problem: &problem)
            case .passes: try await passesContent(call, problem: &problem)
            case .faults: try await faultsContent(form)
            case .live: try await liveContent(call)
            case .device: await deviceContent(form)
            case .usage: try await usageContent()
            }
        return dashboardPage(section, content, for: call, problem: problem)
    }

    /// Returns a route to a page that requires access to the dashboard; without access, browsers are redirected to the login.
    private func shown(_ path: String, _ answer: @escaping @Sendable (APICall) async throws -> Response) -> Route {
        Route(.get, path, audience: .dashboard) { call in
            guard try await isAdmitted(call) else {
                // The event stream is read by a script, not by a user.
                guard path != "/dashboard/events" else { throw ServiceError(.unauthorized, "A login is required.") }
                return .seeOther("/dashboard/login")
            }
            // Another instance of the service may have changed the displayed state.
            try await engine.refresh()
            return try await answer(call)
        }
    }

    /// Returns a route of a form that requires access to the dashboard.
    private func form(_ path: String, _ answer: @escaping @Sendable (APICall) async throws -> Response) -> Route {
        Route(.post, path, audience: .dashboard) { call in
            guard try await isAdmitted(call) else { throw Self.loginNeeded }
            try forms.require(call, purpose: Self.dashboardPurpose)
            return try await answer(call)
        }
    }

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
                return try await page(of: section, for: call, problem: problem).response
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

    /// Returns whether the caller has access; false if a login is required first.
    ///
    /// - Throws: ``ServiceError`` if the host is not a name of this service, or the store's error.
    func isAdmitted(_ call: APICall) async throws -> Bool {
        let admission = try await dashboard.access.admission(
            authority: call.request.head.authority, session: dashboardSession(of: call))
        guard admission != .foreignName else {
            throw ServiceError.page(
                .misdirectedRequest, "This host name is not allowed",
                "Without a login, the dashboard is available only on this machine, under this machine's own names.",
                "Open it as http://127.0.0.1 or http://localhost with the service's port.")
        }
        return admission == .admitted
    }

    private static var loginNeeded: ServiceError {
        .page(
            .unauthorized, "Log in first", "The login has expired, and nothing was changed.",
            "Log in and send the form again: vsactl dashboard",
            links: [.init(label: "Log in", address: "/dashboard/login")])
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

    /// Returns a string without blanks around it as a number, if it is one.
    static func number(_ text: String) -> JSON { Int64(text).map { .integer($0) } ?? .string(text) }

    /// Returns the words of a field, which blanks or commas separate.
    func words(_ name: String) -> JSON? {
        let words = (self[name] ?? "").split { $0.isWhitespace || $0 == "," }.map(String.init)
        return words.isEmpty ? nil : .strings(words)
    }
}

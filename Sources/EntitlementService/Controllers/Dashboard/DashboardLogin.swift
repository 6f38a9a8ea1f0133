import Administration
import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import TVWorld

extension DashboardController {
    private static let loginPurpose = "dashboard-login"

    func loginPage(_ call: APICall, problem: String? = nil, status: HTTPResponse.Status = .ok) -> Page {
        var page = Page(
            status: status, title: "Log in – entitlementd", template: PageFiles.dashboardLoginMustache,
            content: ["problem": .optional(problem)])
        forms.protect(&page, purpose: Self.loginPurpose, for: call, random: engine.random)
        return page
    }

    func logIn(_ call: APICall) async throws -> Response {
        try forms.require(call, purpose: Self.loginPurpose)
        let token = (call.parameters["token"] ?? "").trimmingWhitespace
        guard !token.isEmpty else {
            return loginPage(call, problem: "\"Dashboard token\" is required.", status: .badRequest).response
        }
        switch try await dashboard.access.logIn(token, random: engine.random) {
        case .session(let session): return loggedIn(session, call)
        case .wrongToken:
            call.logger.notice("wrong dashboard token")
            return loginPage(call, problem: "This token is incorrect.", status: .forbidden).response
        case .throttled(let seconds):
            let problem = "Too many wrong tokens. Try again in \(GuessThrottle.duration(seconds))."
            var page = loginPage(call, problem: problem, status: .tooManyRequests)
            page.headers[.retryAfter] = String(seconds)
            return page.response
        }
    }

    /// `POST /admin/v1/dashboard-links`: a link created with the administration's token, so that the browser does not need the
    /// token.
    func makeDashboardLink(_ call: APICall) async throws -> Response {
        let key = try await dashboard.access.makeLink(random: engine.random)
        let link = DashboardLinkResource(
            path: "/dashboard/open?link=\(key)", expiresIn: Int64(DashboardAccess.linkLifetime),
            // With https, the login's cookie would be lost at the listening address.
            url: publicURL)
        return .json(.created, link.json)
    }

    func openByLink(_ call: APICall) async throws -> Response {
        // Link previews request only the head, which must not use up the link.
        guard call.request.method != .head else { return Response.seeOther("/dashboard") }
        guard let key = call.parameters["link"],
            let session = try await dashboard.access.follow(link: key, random: engine.random)
        else {
            call.logger.notice("an invalid dashboard link")
            throw ServiceError.page(
                .forbidden, "This link is no longer valid",
                "A link to the dashboard is valid once, for \(DashboardAccess.linkLifetime) seconds.",
                "Get a new one: vsactl dashboard",
                links: [.init(label: "Log in with a token", address: "/dashboard/login")])
        }
        return loggedIn(session, call)
    }

    private func loggedIn(_ session: String, _ call: APICall) -> Response {
        var response = Response.seeOther("/dashboard")
        response.setCookie(dashboardCookie(session, lifetime: DashboardAccess.lifetime, for: call))
        return response
    }

    func logOut(ofDashboard call: APICall) async throws -> Response {
        if let session = dashboardSession(of: call) { try await dashboard.access.logOut(session) }
        var response = Response.seeOther("/dashboard/login")
        response.setCookie(dashboardCookie("", lifetime: 0, for: call))
        return response
    }

    private func dashboardCookieName(for call: APICall) -> String { Cookie.name(DashboardAccess.cookieName, at: call.baseURL) }

    /// Returns the value of the cookie that the browser sent.
    func dashboardSession(of call: APICall) -> String? { call.cookie(dashboardCookieName(for: call)) }

    /// Returns the cookie, which browsers send only from the service's own pages, not through links from elsewhere.
    private func dashboardCookie(_ value: String, lifetime: Int, for call: APICall) -> Cookie {
        call.newCookie(
            dashboardCookieName(for: call), value, path: "/dashboard", lifetime: lifetime, sameSite: .strict)
    }
}

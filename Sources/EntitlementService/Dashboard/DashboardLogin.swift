import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import TVWorld

extension PageTemplate {
    static let dashboardLogin = PageTemplate(
        #"""
        {{<layout}}{{$body}}
        <section class="card">
        <h1>Dashboard</h1>
        {{#problem}}
        <p class="notice error" role="alert" id="problem">{{.}}</p>
        {{/problem}}
        <form method="post" action="/dashboard/login">
        <input type="hidden" name="form_token" value="{{form_token}}">
        <label for="token">Dashboard token</label>
        <input id="token" name="token" type="password" autocomplete="current-password" required
          {{#problem}}aria-invalid="true" aria-describedby="problem"{{/problem}}>
        <button>Log in</button>
        </form>
        <p class="quiet">The token stands in the log line with which the service started, and as <code>dashboardToken</code> in its
        runtime file.</p>
        </section>
        {{/body}}{{/layout}}
        """#)
}

extension ServiceEnvironment {
    /// Adapts the dashboard to the address that the service listens on.
    ///
    /// - Returns: the token that its login takes besides the administration's; nil where it needs none: on a loopback address, unless
    ///   it is configured to.
    public func openDashboard(on address: ListenAddress) -> String? {
        dashboard.access.listen(on: address, isProtected: options.protectsDashboard)
        return dashboard.access.needsLogin ? dashboard.access.token : nil
    }

    private static let loginPurpose = "dashboard-login"

    /// `GET /dashboard/login`
    func loginPage(_ call: Call) throws -> Page { loginPage(call, problem: nil) }

    private func loginPage(_ call: Call, problem: String?, status: HTTPResponse.Status = .ok) -> Page {
        var page = Page("Log in – entitlementd", .dashboardLogin, ["problem": .optional(problem)])
        page.status = status
        protect(&page, purpose: Self.loginPurpose, for: call)
        return page
    }

    /// `POST /dashboard/login`
    func logIn(_ call: Call) async throws -> Response {
        try requireForm(call, purpose: Self.loginPurpose)
        guard let token = call.parameters["token"], !token.isEmpty else {
            return loginPage(call, problem: "token is required: the service's dashboard token.", status: .badRequest).response
        }
        switch dashboard.access.logIn(token, random: engine.random) {
        case .session(let session):
            var response = Response.seeOther("/dashboard")
            response.setCookie(dashboardCookie(session, lifetime: DashboardAccess.lifetime))
            return response
        case .wrongToken:
            call.logger.notice("wrong dashboard token")
            return loginPage(call, problem: "This token is wrong.", status: .forbidden).response
        case .throttled(let seconds):
            var page = loginPage(
                call, problem: "Too many wrong tokens. Try again in \(seconds) seconds.", status: .tooManyRequests)
            page.headers[.retryAfter] = String(seconds)
            return page.response
        }
    }

    /// `POST /dashboard/logout`
    func logOut(ofDashboard call: Call) -> Response {
        if let session = call.cookie(DashboardAccess.cookieName) { dashboard.access.logOut(session) }
        var response = Response.seeOther("/dashboard/login")
        response.setCookie(dashboardCookie("", lifetime: 0))
        return response
    }

    /// Sent by the service's own pages only, not by links from elsewhere.
    private func dashboardCookie(_ value: String, lifetime: Int) -> Cookie {
        Cookie(
            name: DashboardAccess.cookieName, value: value, maxAge: lifetime, path: "/dashboard", secure: isSecure,
            httpOnly: true,
            sameSite: .strict)
    }
}

import Encodings
import Hummingbird

/// A page of the dashboard that appears in its navigation.
enum DashboardSection: String, CaseIterable {
    case overview
    case integrations
    case applications
    case requestors
    case sessions
    case passes
    case faults
    case live
    case device
    case usage

    /// The heading, and the template of the page.
    var page: (heading: String, template: String) {
        switch self {
        case .overview: ("Overview", PageFiles.overviewMustache)
        case .integrations: ("Integrations", PageFiles.integrationsMustache)
        case .applications: ("Applications", PageFiles.applicationsMustache)
        case .requestors: ("Requestors", PageFiles.requestorsMustache)
        case .sessions: ("Sessions", PageFiles.sessionsMustache)
        case .passes: ("Passes and rules", PageFiles.passesMustache)
        case .faults: ("Faults and clock", PageFiles.faultsMustache)
        case .live: ("Live events", PageFiles.liveMustache)
        case .device: ("Device", PageFiles.deviceMustache)
        case .usage: ("Usage", PageFiles.usageMustache)
        }
    }

    /// The name in the navigation: short, so that all of them fit on one line of a small screen.
    var shortHeading: String { String(page.heading.prefix { $0 != " " }) }

    /// The labels of the forms' fields, by the member of the administration's call that a field sets. Problems name the labels.
    var labels: [String: String] {
        switch self {
        case .overview, .live, .device, .usage: [:]
        case .integrations:
            Dictionary(uniqueKeysWithValues: IntegrationLifetime.all.map { ($0.field, $0.label) } + [("degraded", "Degradation")])
        case .applications:
            [
                "name": "Name", "version": "Version", "requestors": "Requestor", "scopes": "Interfaces", "platforms": "Platforms",
                "domains": "Domains", "schemes": "URL schemes",
            ]
        case .requestors: ["requestor": "Requestor", "certificate": "Certificate"]
        case .sessions: ["requestor": "Requestor", "mvpd": "Provider", "state": "State"]
        case .passes:
            [
                "kind": "Rule", "requestor": "Requestor", "mvpd": "Provider", "platform": "Platform", "resources": "Resources",
                "expiresIn": "Duration", "message": "Message to users",
            ]
        case .faults:
            [
                "date": "Date", "time": "Time", "mode": "Then", "milliseconds": "Move it forward by", "unit": "Unit",
                "specification": "Setting", "at": "Point", "effect": "Effect", "status": Self.faultValue,
                "error": Self.faultValue, "saml": Self.faultValue, "delay": "Delay", "bandwidth": "Bytes per second",
                "times": "Calls affected", "percent": "Percentage of calls", "after": "Calls that pass first",
                "applicationId": "Only this app",
            ]
        }
    }

    /// The label of the field for a fault's status, error code or SAML fault.
    private static let faultValue = "Status or code"

    /// Returns the message about a rejected form, with the label of the field instead of its name.
    func message(about problem: ServiceError) -> String {
        problem.field.flatMap { field in labels[field.name].map { field.message(label: $0) } } ?? problem.message
    }

    var path: String { self == .overview ? "/dashboard" : "/dashboard/\(rawValue)" }
}

extension DashboardController {
    /// Returns a page of the dashboard.
    ///
    /// - Parameters:
    ///   - template: Another template than the section's.
    ///   - problem: The error that the page shows.
    func dashboardPage(
        _ section: DashboardSection, _ content: [String: PageValue], for call: APICall, template: String? = nil,
        heading: String? = nil, problem: ServiceError? = nil
    ) -> Page {
        let heading = heading ?? section.page.heading
        var page = Page(
            status: problem?.status ?? .ok, title: "\(heading) – entitlementd", template: template ?? section.page.template,
            content: content, styles: [.dashboardStyle], scripts: [.dashboardScript], look: "wide dashboard")
        page.content["heading"] = .text(heading)
        page.content["version"] = .text(administration.version)
        page.content["sections"] = .list(
            DashboardSection.allCases.map { other in
                ["path": .text(other.path), "label": .text(other.shortHeading), "isCurrent": .flag(other == section)]
            })
        page.content["hasLogin"] = .flag(dashboard.access.needsLogin)
        page.content["notice"] = .optional(notice(of: call))
        page.content["problem"] = .optional(problem.map(section.message(about:)))
        page.content["labels"] = .object(section.labels.mapValues { .text($0) })
        page.hasLiveData = true
        forms.protect(&page, purpose: Self.dashboardPurpose, for: call, random: engine.random)
        return page
    }

    static let dashboardPurpose = "dashboard"

    /// Redirects to a page that reports the change. The report is in the address, so that every node can show it; a code for this
    /// browser prevents links on other sites from making a page show a message.
    func changed(_ text: String, _ section: DashboardSection, for call: APICall) -> Response {
        let code = forms.token(for: call.cookie(FormGuard.cookieName) ?? "", purpose: Self.noticePurpose(text))
        let query = "notice=\(PercentEncoding.encode(text))&notice_code=\(code)"
        // The part of the page that the form changed.
        let anchor =
            switch section {
            case .integrations: "#" + Self.anchor(call.part("requestor"), call.part("mvpd"))
            case .device: "#console"
            default: ""
            }
        return .seeOther("\(section.path)?\(query)\(anchor)")
    }

    private func notice(of call: APICall) -> String? {
        call.parameters["notice"].flatMap { text in
            let isOurs = forms.accepts(
                call.parameters["notice_code"], cookie: call.cookie(FormGuard.cookieName), purpose: Self.noticePurpose(text))
            return isOurs ? text : nil
        }
    }

    private static func noticePurpose(_ text: String) -> String { "notice\n\(text)" }
}

extension Asset {
    /// The styles of the dashboard's pages in addition to the common ones.
    static let dashboardStyle = Asset("dashboard", .style, PageFiles.dashboardCss)

    /// The scripts of the dashboard: changes without a page load, and live events.
    static let dashboardScript = Asset("dashboard", .script, PageFiles.dashboardJs)
}

import HTTPTypes
import Hummingbird

/// A page of the dashboard that its navigation leads to.
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

    /// The heading.
    var label: String {
        switch self {
        case .overview: "Overview"
        case .integrations: "Integrations"
        case .applications: "Applications"
        case .requestors: "Requestors"
        case .sessions: "Sessions"
        case .passes: "Passes and rules"
        case .faults: "Faults and clock"
        case .live: "Live events"
        case .device: "Device"
        case .usage: "Usage"
        }
    }

    /// The name in the navigation: short, so that all of them fit into one line of a small screen.
    var shortLabel: String {
        switch self {
        case .passes: "Passes"
        case .faults: "Faults"
        case .live: "Live"
        default: label
        }
    }

    /// The path.
    var path: String { self == .overview ? "/dashboard" : "/dashboard/\(rawValue)" }
}

extension DashboardController {
    /// A page of the dashboard.
    func dashboardPage(
        _ section: DashboardSection, _ template: PageTemplate, _ content: [String: PageValue], for call: APICall,
        heading: String? = nil
    ) -> Page {
        let heading = heading ?? section.label
        var page = Page("\(heading) – entitlementd", template, content)
        page.content["heading"] = .text(heading)
        page.content["version"] = .text(administration.version)
        page.content["sections"] = .list(
            DashboardSection.allCases.map { other in
                ["path": .text(other.path), "label": .text(other.shortLabel), "isCurrent": .flag(other == section)]
            })
        page.content["hasLogin"] = .flag(dashboard.access.needsLogin)
        page.content["notice"] = .optional(dashboard.notices.text(call.parameters["notice"]))
        page.content["problem"] = false
        page.look = "wide dashboard"
        page.styles = [.dashboardStyle]
        page.scripts = [.dashboardScript]
        page.hasLiveData = true
        forms.protect(&page, purpose: Self.dashboardPurpose, for: call, random: engine.random)
        return page
    }

    /// The purposes of the dashboard's forms.
    static let dashboardPurpose = "dashboard"

    /// Redirects to a page that reports the change.
    func changed(_ text: String, _ section: DashboardSection, query: String = "", anchor: String = "") -> Response {
        let notice = dashboard.notices.keep(text, random: engine.random)
        let fragment = anchor.isEmpty ? "" : "#" + anchor
        return .seeOther("\(section.path)?notice=\(notice)\(query.isEmpty ? "" : "&" + query)\(fragment)")
    }
}

extension PageValue: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, PageValue)...) {
        self = .object(Dictionary(elements) { first, _ in first })
    }
}

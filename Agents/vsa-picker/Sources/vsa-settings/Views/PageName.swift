/// The pages of the panel.
enum PageName: String, CaseIterable, Sendable {
    case account, apps, developer, testing

    /// The title in the switcher.
    var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// The symbol in the switcher.
    var icon: String {
        switch self {
        case .account: "avatar-default-symbolic"
        case .apps: "view-app-grid-symbolic"
        case .developer: "applications-engineering-symbolic"
        case .testing: "preferences-other-symbolic"
        }
    }
}

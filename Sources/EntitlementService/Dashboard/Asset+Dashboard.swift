extension Asset {
    /// What the dashboard's pages look like besides the common style.
    static let dashboardStyle = Asset("dashboard", .style, PageFiles.dashboardCss)

    /// What scripts add to the dashboard: changes without a new page, and the live events.
    static let dashboardScript = Asset("dashboard", .script, PageFiles.dashboardJs)
}

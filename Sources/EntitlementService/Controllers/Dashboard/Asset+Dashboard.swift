extension Asset {
    /// The styles of the dashboard's pages in addition to the common ones.
    static let dashboardStyle = Asset("dashboard", .style, PageFiles.dashboardCss)

    /// The scripts of the dashboard: changes without a page load, and live events.
    static let dashboardScript = Asset("dashboard", .script, PageFiles.dashboardJs)
}

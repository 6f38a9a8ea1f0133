/// The order of a module's folders, the lowest first: each sees only those before it.
struct FolderOrder: Sendable {
    let module: String
    /// Paths below the module's folder; the module's own folder is empty.
    let folders: [String]

    init(_ module: String, _ folders: [String]) {
        self.module = module
        self.folders = folders
    }

    static let all: [FolderOrder] = [
        FolderOrder(
            "DBus", ["Names", "Values", "Wire", "Loop", "Introspection", "Signals", "Calls", "Connection"]),
        FolderOrder(
            "TVWorld",
            ["", "Vocabulary", "Randomness", "Clock", "JSON", "Providers", "Documents", "Journal", "Faults", "Scenario"]),
        FolderOrder(
            "AccountCore",
            [
                "Vocabulary", "Account", "Developer", "UserAccounts", "Journal", "Device", "Queries", "Requests", "Faults",
                "Scenario", "Snapshot",
            ]),
        FolderOrder(
            "AccountService",
            [
                "Threads", "Store", "Bus", "Device", "Callers", "Faults", "Agents", "Changes", "Clock", "Keys", "Applications",
                "Requests", "Scenario", "Objects", "",
            ]),
        FolderOrder("EntitlementCore", ["Documents", "Records", "Errors", "State", "Rules", "Events", "Events/V2"]),
        FolderOrder(
            "EntitlementService",
            [
                "Logging", "Configuration", "Concurrency", "OpenAPI", "Metrics", "Keys", "Journal",
                "Storage", "Storage/PostgreSQL", "Engine", "Rendering", "Pages", "HTTP", "TLS", "SAML", "Faults", "Middleware",
                "Controllers/API",
                "Controllers/Activation", "Controllers/MVPD", "Controllers/V2", "Controllers/Admin", "Controllers/Dashboard",
                "App",
            ]),
        FolderOrder(
            "AccessEnabler",
            [
                "Vocabulary", "Model", "Machine", "Procedures", "System", "System/Storage", "Engine", "API", "API/Session",
            ]),
        FolderOrder("EntitlementREST", ["Vocabulary", "Model", "System", "Partner", "Wire", "Client"]),
        FolderOrder(
            "VSAControl",
            [
                "", "Output", "Backend", "Device", "Service", "Timeline", "Scenario", "Snapshot", "Run", "Agent", "Doctor",
                "Commands",
                "Commands/Device", "Commands/Service", "Commands/Session", "Commands/Test", "Program",
            ]),
        FolderOrder("VSATesting", ["", "Simulator"]),
        FolderOrder("PickerModel", ["", "Session"]),
        FolderOrder("DesktopViews", ["GTK", "Bus", "Diagnostics", "Program", "Views"]),
        FolderOrder("vsa-picker", ["Bus", "Views", ""]),
        FolderOrder("SettingsModel", ["", "Device", "Panel"]),
        FolderOrder("vsa-settings", ["Views", "Device", ""]),
    ]
}

/// One row of the arrow rule: a module and everything that it may import.
struct Layer: Sendable {
    let module: String
    /// Modules of this project.
    let uses: Set<String>
    /// Modules of other packages.
    let packages: Set<String>

    init(_ module: String, uses: Set<String> = [], packages: Set<String> = []) {
        self.module = module
        self.uses = uses
        self.packages = packages
    }

    /// Modules of the toolchain and the C library, open to all; `ForbiddenImportRule` takes some of them back.
    static let system: Set<String> = [
        "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Synchronization",
    ]

    private static let keys: Set<String> = ["Crypto", "_CryptoExtras", "SwiftASN1", "X509"]
    private static let httpClient: Set<String> = ["AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOSSL"]
    private static let httpServer: Set<String> = [
        "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "NIOCore", "NIOPosix", "ServiceLifecycle", "UnixSignals",
    ]

    /// The arrow rule of ARCHITECTURE.md: which module may import which. Every module except tests has its row.
    static let all: [Layer] = [
        // The tool of the build plugin.
        Layer("embed-text"),

        // C libraries.
        Layer("CDBus"),
        Layer("CSQLite"),
        Layer("CPostgreSQL"),
        Layer("CQRCode"),
        Layer("CMalloc"),
        Layer("CProcess"),
        Layer("CLineEditing"),
        Layer("XMLSecSystem"),
        Layer("CXMLSec", uses: ["XMLSecSystem"]),

        // Leaves: independent of television, or only its model.
        Layer("DBus", uses: ["CDBus", "Encodings"]),
        Layer("Dates"),
        Layer("Encodings"),
        Layer("SAML", uses: ["CXMLSec", "Dates", "Encodings"]),
        Layer("TVWorld", uses: ["Dates", "Encodings"]),
        Layer("StateDirectory"),
        Layer("ThreadExecutors"),
        // The progress that command lines show on a terminal.
        Layer("TerminalProgress"),
        Layer("EventLoopTasks", packages: ["NIOCore"]),
        // The meanings of the codes that the programs print.
        Layer("Explanations"),
        Layer("YAMLReading", packages: ["Yams", "CYaml"]),
        Layer("DesktopBrowsing"),
        Layer("PostgreSQL", uses: ["CPostgreSQL"]),
        Layer("MediaTokenVerifier", uses: ["Dates", "Encodings"], packages: keys.subtracting(["X509"])),

        // The names on the bus, for the device and every program that calls it.
        Layer("DeviceInterfaces", uses: ["DBus"]),

        // The resources of the service's administration, for the service and its clients.
        Layer("Administration", uses: ["TVWorld"]),

        // The device.
        Layer("AccountCore", uses: ["TVWorld", "SAML", "Dates", "Encodings"]),
        Layer(
            "AccountService",
            uses: [
                "AccountCore", "DeviceInterfaces", "TVWorld", "SAML", "Encodings", "StateDirectory", "ThreadExecutors", "DBus",
                "CMalloc", "CSQLite",
            ]),
        Layer("vsad", uses: ["AccountService", "TVWorld", "DBus", "Encodings", "StateDirectory", "CMalloc"]),

        // The internet.
        Layer("EntitlementCore", uses: ["TVWorld", "Dates", "Encodings"], packages: ["Crypto"]),
        Layer(
            "EntitlementService",
            uses: [
                "Administration", "EntitlementCore", "TVWorld", "SAML", "Dates", "Encodings", "EventLoopTasks", "StateDirectory",
                "ThreadExecutors", "CQRCode",
                "MediaTokenVerifier", "PostgreSQL", "YAMLReading",
            ],
            packages: httpServer.union(keys).union([
                "GRDB", "GRDBSQLite", "JWTKit", "Mustache", "NIOHTTP1", "NIOSSL", "Yams",
            ])),
        Layer(
            "entitlementd", uses: ["EntitlementService", "TVWorld", "StateDirectory", "TerminalProgress", "CMalloc"],
            packages: ["ArgumentParser", "Logging"]),

        // What runs inside an app, and its dependencies.
        Layer("VideoSubscriberAccount", uses: ["DeviceInterfaces", "DBus"]),
        Layer("ServiceAccess", uses: ["Encodings", "EventLoopTasks"], packages: httpClient.union(["Crypto", "NIOPosix"])),
        Layer("LoginPages", uses: ["ServiceAccess", "Encodings"], packages: httpClient),
        Layer(
            "AccessEnabler",
            uses: ["ServiceAccess", "VideoSubscriberAccount", "DesktopBrowsing", "Dates", "Encodings", "StateDirectory"],
            packages: ["NIOCore", "NIOHTTP1", "NIOPosix"]),
        Layer("EntitlementREST", uses: ["ServiceAccess", "VideoSubscriberAccount", "Encodings", "StateDirectory"]),
        Layer(
            "entitle",
            uses: [
                "AccessEnabler", "EntitlementREST", "Explanations", "LoginPages", "ServiceAccess", "DesktopBrowsing", "Encodings",
                "StateDirectory", "TVWorld", "CLineEditing",
            ],
            packages: ["ArgumentParser", "NIOCore"]),
        Layer("media-token-verifier", uses: ["MediaTokenVerifier", "Dates", "StateDirectory"], packages: ["ArgumentParser"]),

        // The command line and the tests' tools.
        Layer("PrivateSession", uses: ["CProcess", "Encodings", "StateDirectory", "ThreadExecutors"]),
        Layer(
            "VSAControl",
            uses: [
                "Administration", "Explanations", "PrivateSession", "DeviceInterfaces", "DBus", "TVWorld",
                "Dates", "Encodings", "StateDirectory", "TerminalProgress",
            ],
            packages: ["ArgumentParser"]),
        Layer(
            "VSAControlBackend",
            uses: ["VSAControl", "LoginPages", "ServiceAccess", "TVWorld", "Encodings", "YAMLReading", "DesktopBrowsing"],
            packages: httpClient.union(keys).union(["Yams"])),
        Layer("vsactl", uses: ["VSAControl"]),
        Layer("vsactl-full", uses: ["VSAControl", "VSAControlBackend"]),
        Layer("VSATesting", uses: ["PrivateSession", "TVWorld", "Dates"], packages: ["Testing"]),
    ]
}

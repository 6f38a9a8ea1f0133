// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// CI sets `VSASIM_STRICT=1`: every warning in the project's own targets is an error there, never in a dependency.
let isStrict = ProcessInfo.processInfo.environment["VSASIM_STRICT"] == "1"

let strictness: [SwiftSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []
let swiftSettings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + strictness
let cSettings: [CSetting] = isStrict ? [.treatAllWarnings(as: .error)] : []

/// pkg-config's `-D` flags of xmlsec1, which SwiftPM drops. Without `XMLSEC_NO_SIZE_T` the library's structures differ in size
/// from those of Debian's build, and the process crashes at run time.
let xmlSecSettings: [CSetting] =
    cSettings + [
        .define("__XMLSEC_FUNCTION__", to: "__func__"),
        .define("XMLSEC_NO_SIZE_T"),
        .define("XMLSEC_CRYPTO_OPENSSL", to: "1"),
        .define("XMLSEC_NO_CRYPTO_DYNAMIC_LOADING", to: "1"),
    ]

func product(_ name: String, _ package: String) -> Target.Dependency { .product(name: name, package: package) }

func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], plugins: [Target.PluginUsage] = []
) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings, plugins: plugins)
}

func executable(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: "Tests/\(name)", exclude: exclude, swiftSettings: swiftSettings)
}

let argumentParser = product("ArgumentParser", "swift-argument-parser")
let logging = product("Logging", "swift-log")
let crypto = product("Crypto", "swift-crypto")
let cryptoExtras = product("_CryptoExtras", "swift-crypto")
let httpClient = product("AsyncHTTPClient", "async-http-client")
let httpTypes = product("HTTPTypes", "swift-http-types")
let hummingbird = product("Hummingbird", "hummingbird")
let lifecycle = product("ServiceLifecycle", "swift-service-lifecycle")
let nioCore = product("NIOCore", "swift-nio")
let nioPosix = product("NIOPosix", "swift-nio")
let nioHTTP1 = product("NIOHTTP1", "swift-nio")
let nioSSL = product("NIOSSL", "swift-nio-ssl")
let swiftASN1 = product("SwiftASN1", "swift-asn1")
let x509 = product("X509", "swift-certificates")

let package = Package(
    name: "vsa-simulator",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "DBus", targets: ["DBus"]),
        .library(name: "SAML", targets: ["SAML"]),
        .library(name: "VideoSubscriberAccount", targets: ["VideoSubscriberAccount"]),
        .library(name: "AccessEnabler", targets: ["AccessEnabler"]),
        .library(name: "EntitlementREST", targets: ["EntitlementREST"]),
        .library(name: "MediaTokenVerifier", targets: ["MediaTokenVerifier"]),
        .library(name: "VSATesting", targets: ["VSATesting"]),
        .executable(name: "vsad", targets: ["vsad"]),
        .executable(name: "entitlementd", targets: ["entitlementd"]),
        .executable(name: "vsactl", targets: ["vsactl"]),
        .executable(name: "vsactl-full", targets: ["vsactl-full"]),
        .executable(name: "entitle", targets: ["entitle"]),
        .executable(name: "media-token-verifier", targets: ["media-token-verifier"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/vapor/jwt-kit", from: "5.7.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache.git", from: "2.1.1"),
        .package(url: "https://github.com/jpsim/Yams.git", from: "6.0.0"),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0"),
    ],
    targets: [
        // Embeds texts of Resources in the targets that use it. Not a dependency by path: SwiftPM rejects a package by URL that
        // has one.
        .executableTarget(name: "embed-text", path: "Plugins/EmbedText/Tool", swiftSettings: swiftSettings),
        .plugin(
            name: "EmbedText", capability: .buildTool(), dependencies: ["embed-text"], path: "Plugins/EmbedText/Plugin"),

        // C libraries of the system, each with the smallest possible shim.
        .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // Its library is loaded on demand; pkgConfig would link it.
        .systemLibrary(name: "CPostgreSQL", providers: [.apt(["libpq-dev"])]),
        // The same.
        .target(name: "CLineEditing", cSettings: cSettings),
        .systemLibrary(name: "CQRCode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CProcess"),
        .systemLibrary(name: "XMLSecSystem", pkgConfig: "xmlsec1-openssl", providers: [.apt(["libxmlsec1-dev"])]),
        .target(
            name: "CXMLSec", dependencies: ["XMLSecSystem"], cSettings: xmlSecSettings, linkerSettings: [.linkedLibrary("z")]),

        // Leaves, which are not specific to television.
        library("DBus", ["CDBus", "Encodings"]),
        library("Dates"),
        library("Encodings"),
        library("SAML", ["CXMLSec", "Dates", "Encodings"]),
        library("TVWorld", ["Dates", "Encodings"], exclude: ["README.md"]),
        library("StateDirectory"),
        // The meanings of the codes that the programs print.
        library("Explanations", plugins: ["EmbedText"]),
        library("YAMLReading", [product("Yams", "Yams")]),
        library("DesktopBrowsing"),
        library("PostgreSQL", ["CPostgreSQL"]),

        // The names of the device's D-Bus interfaces, generated from dbus/interfaces.
        library("DeviceInterfaces", ["DBus"], plugins: ["EmbedText"]),

        // What the service's administration returns, for the service and its clients.
        library("Administration", ["TVWorld"]),

        // Threads for work that waits for a disk, a server or another process, or computes.
        library("ThreadExecutors"),

        // The device.
        library("AccountCore", ["TVWorld", "SAML", "Dates", "Encodings"]),
        library(
            "AccountService",
            [
                "AccountCore", "DeviceInterfaces", "TVWorld", "SAML", "Encodings", "StateDirectory", "ThreadExecutors", "DBus",
                "CMalloc", "CSQLite",
            ], exclude: ["README.md"]),
        executable("vsad", ["AccountService", "TVWorld", "DBus", "Encodings", "StateDirectory", "CMalloc"]),

        // Tasks on the threads of network connections.
        library("EventLoopTasks", [nioCore]),

        // The internet.
        library("EntitlementCore", ["TVWorld", "Dates", "Encodings", crypto], exclude: ["README.md"]),
        library(
            "EntitlementService",
            [
                "Administration", "EntitlementCore", "TVWorld", "SAML", "Dates", "Encodings", "EventLoopTasks", "StateDirectory",
                "ThreadExecutors", "MediaTokenVerifier", "PostgreSQL", "YAMLReading", logging, crypto, cryptoExtras, hummingbird,
                httpTypes, lifecycle, nioCore, nioHTTP1,
                product("HummingbirdCore", "hummingbird"), nioPosix, product("UnixSignals", "swift-service-lifecycle"),
                product("GRDB", "GRDB.swift"), product("GRDBSQLite", "GRDB.swift"),
                product("JWTKit", "jwt-kit"), "CQRCode", nioSSL,
                product("Mustache", "swift-mustache"), x509, swiftASN1, product("Yams", "Yams"),
            ], exclude: ["README.md"], plugins: ["EmbedText"]),
        // The progress that command lines show on a terminal.
        library("TerminalProgress"),
        executable(
            "entitlementd",
            ["EntitlementService", "TVWorld", "StateDirectory", "TerminalProgress", "CMalloc", argumentParser, logging]),

        // What runs inside an app.
        library("VideoSubscriberAccount", ["DeviceInterfaces", "DBus"]),
        // How the libraries of apps reach a service: HTTP, JSON, registration, clock.
        library("ServiceAccess", ["Encodings", "EventLoopTasks", crypto, httpClient, nioCore, nioHTTP1, nioPosix, nioSSL]),
        // Logs users in on a provider's pages without a browser.
        library("LoginPages", ["ServiceAccess", "Encodings", httpClient, nioCore, nioHTTP1]),
        library(
            "AccessEnabler",
            [
                "ServiceAccess", "VideoSubscriberAccount", "DesktopBrowsing", "Dates", "Encodings", "StateDirectory", nioCore,
                nioPosix, nioHTTP1,
            ], exclude: ["README.md"]),
        library("EntitlementREST", ["ServiceAccess", "VideoSubscriberAccount", "Encodings", "StateDirectory"]),
        library("MediaTokenVerifier", ["Dates", "Encodings", crypto, cryptoExtras, swiftASN1]),
        executable(
            "entitle",
            [
                "AccessEnabler", "EntitlementREST", "Explanations", "LoginPages", "ServiceAccess", "DesktopBrowsing", "Encodings",
                "StateDirectory", "TVWorld", "CLineEditing", argumentParser, nioCore,
            ]),
        executable("media-token-verifier", ["MediaTokenVerifier", "Dates", "StateDirectory", argumentParser]),

        // The command line.
        library(
            "VSAControl",
            [
                "Administration", "Explanations", "PrivateSession", "DeviceInterfaces", "DBus", "TVWorld",
                "Dates", "Encodings", "StateDirectory", "TerminalProgress", argumentParser,
            ], plugins: ["EmbedText"]),
        // The parts of `vsactl` that are only in its second program, which it starts for the commands that need it.
        library(
            "VSAControlBackend",
            [
                "VSAControl", "LoginPages", "ServiceAccess", "TVWorld", "Encodings", "YAMLReading", "DesktopBrowsing", httpClient,
                nioCore, nioHTTP1, nioSSL, crypto, cryptoExtras, x509, swiftASN1, product("Yams", "Yams"),
            ]),
        executable("vsactl", ["VSAControl"]),
        executable("vsactl-full", ["VSAControl", "VSAControlBackend"]),

        // Child processes and private buses, for `vsactl run` and for tests.
        library("PrivateSession", ["CProcess", "Encodings", "StateDirectory", "ThreadExecutors"]),

        // A device and its service for each test of an app.
        library("VSATesting", ["PrivateSession", "TVWorld", "Dates"]),
        // The common parts of the project's tests: daemons, buses, folders and clocks.
        .target(
            name: "ProjectTesting",
            dependencies: [
                "VSATesting", "Administration", "PrivateSession", "DeviceInterfaces", "DBus", "TVWorld", "Encodings",
                "StateDirectory",
            ], path: "Tests/Testing", swiftSettings: swiftSettings),
        .target(
            name: "DecisionTables", path: "Tests/Tables", exclude: ["decision-tables.md"], swiftSettings: swiftSettings),
        // A real PostgreSQL server in its own folder.
        .target(name: "DatabaseServer", dependencies: ["PrivateSession"], path: "Tests/Database", swiftSettings: swiftSettings),
        // The predictions of the decision tables; it shares no code with the library.
        .target(name: "EntitlementModel", path: "Tests/Model", swiftSettings: swiftSettings),

        // Client code modelled on published apps, run by EndToEndTests; the same source in both language modes, without warnings.
        .executableTarget(
            name: "CompatibilitySwift5", dependencies: ["AccessEnabler", "VideoSubscriberAccount"],
            path: "Tests/Compatibility/Swift5", swiftSettings: [.swiftLanguageMode(.v5)] + strictness),
        .executableTarget(
            name: "CompatibilitySwift6", dependencies: ["AccessEnabler", "VideoSubscriberAccount"],
            path: "Tests/Compatibility/Swift6", swiftSettings: [.swiftLanguageMode(.v6)] + strictness),
        // Views and test doubles as written before Swift 6, for which the compiler may warn: the only targets whose warnings are
        // never errors. The replacement for UIKit is one that a program may contain.
        .executableTarget(
            name: "CompatibilityScreensSwift5", dependencies: ["AccessEnabler", "VideoSubscriberAccount", "CompatibilityUIKit"],
            path: "Tests/Compatibility/Screens5", swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(
            name: "CompatibilityScreensSwift6", dependencies: ["AccessEnabler", "VideoSubscriberAccount", "CompatibilityUIKit"],
            path: "Tests/Compatibility/Screens6", swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(
            name: "CompatibilityUIKit", dependencies: ["VideoSubscriberAccount"], path: "Tests/Compatibility/UIKit",
            swiftSettings: swiftSettings),
        // A complete app, built like an iOS app, and the programs of documents.
        .executableTarget(
            name: "StreamingApp", dependencies: ["AccessEnabler"], path: "Tests/Compatibility/StreamingApp",
            swiftSettings: [.swiftLanguageMode(.v5)] + strictness),
        .executableTarget(
            name: "PartnerStatusExample", dependencies: ["VideoSubscriberAccount"], path: "Tests/Compatibility/PartnerStatus",
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "ModernExample", dependencies: ["AccessEnabler"], path: "Tests/Compatibility/Modern",
            swiftSettings: swiftSettings),
        .executableTarget(
            name: "TutorialExample", dependencies: ["AccessEnabler"], path: "Tests/Compatibility/Tutorial",
            swiftSettings: swiftSettings),

        // The example of an app's tests, which is also a separate package.
        .target(
            name: "Riverside", dependencies: ["AccessEnabler"], path: "examples/swift-testing/Sources/Riverside",
            swiftSettings: swiftSettings),
        .testTarget(
            name: "RiversideTests", dependencies: ["Riverside", "AccessEnabler", "VSATesting"],
            path: "examples/swift-testing/Tests/RiversideTests", swiftSettings: swiftSettings),

        tests("DBusTests", ["DBus", "CDBus", "ProjectTesting", "PrivateSession"]),
        tests("DatesTests", ["Dates"]),
        tests("ThreadExecutorsTests", ["ThreadExecutors"]),
        tests("PostgreSQLTests", ["PostgreSQL", "DatabaseServer"]),
        tests("SAMLTests", ["SAML", "TVWorld", "Encodings", "VSATesting", "PrivateSession", crypto]),
        tests("TVWorldTests", ["TVWorld", "Encodings"]),
        tests("AdministrationTests", ["Administration", "TVWorld"]),
        tests("StateDirectoryTests", ["StateDirectory", "PrivateSession"]),
        tests("YAMLReadingTests", ["YAMLReading", product("Yams", "Yams")]),
        tests("AccountCoreTests", ["AccountCore", "TVWorld", "Encodings"]),
        tests(
            "AccountServiceTests",
            [
                "AccountService", "AccountCore", "DeviceInterfaces", "TVWorld", "SAML", "DBus", "ProjectTesting",
                "PrivateSession", "StateDirectory",
            ]),
        tests("EntitlementCoreTests", ["EntitlementCore", "EntitlementModel", "TVWorld", "Encodings", crypto]),
        tests(
            "EntitlementServiceTests",
            [
                "EntitlementService", "Administration", "EntitlementCore", "TVWorld", "SAML", "Encodings", "MediaTokenVerifier",
                "PostgreSQL", "DatabaseServer", "VSATesting", "PrivateSession", crypto,
                hummingbird, httpTypes, lifecycle, logging, nioHTTP1, product("GRDB", "GRDB.swift"),
                product("HummingbirdTesting", "hummingbird"), product("JWTKit", "jwt-kit"),
            ]),
        tests("VideoSubscriberAccountTests", ["VideoSubscriberAccount", "DeviceInterfaces", "DBus", "ProjectTesting"]),
        tests(
            "AccessEnablerTests",
            [
                "AccessEnabler", "ServiceAccess", "LoginPages", "VideoSubscriberAccount", "DecisionTables", "Encodings",
                "EntitlementModel", "ProjectTesting", "PrivateSession", "TVWorld", httpClient, nioCore, nioHTTP1, nioSSL,
            ]),
        tests("EntitlementRESTTests", ["EntitlementREST", "ServiceAccess", "EntitlementModel"]),
        tests(
            "MediaTokenVerifierTests",
            ["MediaTokenVerifier", "VSATesting", "PrivateSession", crypto, cryptoExtras, x509, swiftASN1]),
        tests(
            "VSAControlTests",
            [
                "VSAControl", "VSAControlBackend", "Administration", "StateDirectory", "DeviceInterfaces",
                "DBus", "TVWorld", "ProjectTesting", "PrivateSession", argumentParser, crypto, cryptoExtras,
            ]),
        tests(
            "ExplanationsTests",
            [
                "Explanations", "AccessEnabler", "AccountCore", "EntitlementCore", "MediaTokenVerifier", "TVWorld", "VSAControl",
            ]),
        tests("ArchitectureTests", []),
        tests("EmbedTextTests", ["embed-text"]),
        tests(
            "EndToEndTests",
            [
                "ProjectTesting", "PrivateSession", "StateDirectory", "DatabaseServer", "DecisionTables", "DBus", "Explanations",
                "TVWorld", "MediaTokenVerifier", httpClient, nioCore, nioHTTP1,
            ], exclude: ["Scenario/Fixtures"]),
    ],
    swiftLanguageModes: [.v6]
)

// scripts/build sets `VSASIM_PROGRAMS=1`: one call then builds the programs in parallel, and nothing that only tests need.
if ProcessInfo.processInfo.environment["VSASIM_PROGRAMS"] == "1" {
    package.products.removeAll { $0.name == "VSATesting" }
    package.targets.removeAll { target in
        target.name == "VSATesting" || ["Tests/", "examples/"].contains { target.path?.hasPrefix($0) == true }
    }
}

import ArgumentParser
import EntitlementService
import Foundation
import Glibc
import Logging
import StateDirectory
import TVWorld

/// The `entitlementd serve` command.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve until SIGTERM or SIGINT.",
        discussion: """
            Every setting can also be given in the configuration file and in the environment: --log-level is log-level in the \
            file and VSASIM_ENTITLEMENTD_LOG_LEVEL in the environment. The command line overrides the environment, which \
            overrides the file. entitlementd(8) documents all settings.

            The exit code is 0 after a signal, 64 for incorrect usage, 65 if the configuration or the world is not valid, 75 if \
            another service is running, and 1 if the service cannot run for any other reason.
            """)

    @Option(
        help: "The configuration file (YAML or JSON); default: $XDG_CONFIG_HOME/vsasim/entitlementd.yaml, if it exists.",
        completion: .file())
    var config: String?

    @Option(help: help(.listen)) var listen: String?
    @Option(name: .customLong("public-url"), help: help(.publicURL)) var publicURL: String?
    @Option(help: help(.trustedProxy)) var trustedProxy: [String] = []
    @Option(help: help(.allowedHost)) var allowedHost: [String] = []
    @Option(help: help(.state), completion: .directory) var state: String?
    @Option(help: help(.database)) var database: String?
    @Option(help: help(.databaseSchema)) var databaseSchema: String?
    @Option(help: help(.databaseKeyFile), completion: .file()) var databaseKeyFile: String?
    @Option(help: help(.runtimeFile), completion: .file()) var runtimeFile: String?
    @Option(help: help(.instance)) var instance: String?
    @Option(help: help(.world), completion: .file()) var world: String?
    @Option(help: help(.adminTokenFile), completion: .file()) var adminTokenFile: String?
    @Option(help: help(.tlsCertificate), completion: .file()) var tlsCertificate: String?
    @Option(help: help(.tlsKey), completion: .file()) var tlsKey: String?
    @Option(help: help(.logLevel), completion: words(.logLevel)) var logLevel: String?
    @Option(help: help(.logFormat), completion: words(.logFormat)) var logFormat: String?
    @Option(help: help(.throttling), completion: words(.throttling)) var throttling: String?
    @Option(help: help(.testUsers), completion: words(.testUsers)) var testUsers: String?
    @Option(help: help(.autoConnect), completion: words(.autoConnect)) var autoConnect: String?
    @Option(help: help(.dashboardProtection), completion: words(.dashboardProtection)) var dashboardProtection: String?
    @Option(help: help(.metricsTokenFile), completion: .file()) var metricsTokenFile: String?
    @Option(help: help(.bodyLimit)) var bodyLimit: String?
    @Option(help: help(.connectionLimit)) var connectionLimit: String?
    @Option(help: help(.idleTimeout)) var idleTimeout: String?
    @Option(help: help(.journalLimit)) var journalLimit: String?
    @Option(help: help(.retention)) var retention: String?

    @Flag(help: "Print the settings in effect and their sources, and exit.")
    var printConfig = false
    @Flag(help: "Print them as JSON.")
    var json = false

    private static func help(_ setting: Setting) -> ArgumentHelp {
        let standard = setting.standard.map { " (default: \($0))" } ?? ""
        return ArgumentHelp(stringLiteral: setting.summary + standard)
    }

    /// Completes the words that a setting accepts.
    private static func words(_ setting: Setting) -> CompletionKind {
        switch setting.kind {
        case .choice(let words): .list(words)
        case .toggle: .list(["on", "off"])
        default: .default
        }
    }

    /// Returns the values of a repeated option as one string; nil if the option is absent.
    private static func list(_ texts: [String]) -> String? { texts.isEmpty ? nil : texts.joined(separator: ",") }

    private var options: [Setting: String] {
        let given: [Setting: String?] = [
            .listen: listen, .publicURL: publicURL, .trustedProxy: Self.list(trustedProxy),
            .allowedHost: Self.list(allowedHost), .state: state, .database: database, .databaseSchema: databaseSchema,
            .databaseKeyFile: databaseKeyFile, .runtimeFile: runtimeFile, .instance: instance, .world: world,
            .adminTokenFile: adminTokenFile, .tlsCertificate: tlsCertificate, .tlsKey: tlsKey, .logLevel: logLevel,
            .logFormat: logFormat, .throttling: throttling, .testUsers: testUsers, .autoConnect: autoConnect,
            .dashboardProtection: dashboardProtection, .metricsTokenFile: metricsTokenFile, .bodyLimit: bodyLimit,
            .connectionLimit: connectionLimit, .idleTimeout: idleTimeout, .journalLimit: journalLimit, .retention: retention,
        ]
        return given.compactMapValues(\.self)
    }

    func validate() throws {
        try checkOptions(options)
        if json, !printConfig { throw ValidationError("--json requires --print-config.") }
    }

    func run() async throws {
        unblockSignals()
        // Until the certificate is served, there is none to reload, and the signal must not end the start.
        signal(SIGHUP, SIG_IGN)
        try await reporting {
            let environment = ProcessInfo.processInfo.environment
            let configuration = try ServiceConfiguration(options: options, file: config, environment: environment)
            if printConfig {
                try StandardStreams.print(json ? configuration.document.serialized : configuration.report)
            } else {
                try await Start(configuration: configuration, environment: environment).perform()
            }
        }
    }
}

/// Rejects values of options that their settings do not accept.
func checkOptions(_ options: [Setting: String]) throws {
    let wrong = options.filter { !$0.key.kind.accepts($0.value) }.map { setting, text in
        "\(setting.option ?? "") takes \(setting.kind.accepted); found \(setting.found(text))."
    }
    guard wrong.isEmpty else { throw ValidationError(wrong.sorted().joined(separator: "\n")) }
}

/// Prints a line to standard error.
func complain(_ text: String) { LineLogHandler.standardError("entitlementd: \(text)\n") }

/// Unblocks the signals. A parent process may have blocked them, and SIGTERM would never arrive.
private func unblockSignals() {
    var signals = Signals.set([SIGTERM, SIGINT, SIGHUP])
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

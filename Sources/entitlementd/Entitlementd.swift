import ArgumentParser
import EntitlementService

/// The service provider of the simulated television world.
@main
struct Entitlementd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entitlementd",
        abstract: "The entitlement service: registration, configuration, tokens, authorization.",
        version: "entitlementd \(entitlementServiceVersion)",
        subcommands: [Serve.self], defaultSubcommand: Serve.self)
}

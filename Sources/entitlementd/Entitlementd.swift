import ArgumentParser
import CMalloc
import EntitlementService

/// The service provider of the simulated television world.
@main
struct Entitlementd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "entitlementd",
        abstract: "The entitlement service: registration, configuration, tokens, authorization.",
        version: "entitlementd \(entitlementServiceVersion)",
        subcommands: [Serve.self], defaultSubcommand: Serve.self)

    static func main() async {
        // With an arena for every thread, what one thread frees is not used again by the next, and the process grows over a million
        // requests. Two event loops hardly wait for each other's allocations.
        mallopt(M_ARENA_MAX, 1)
        // Large bodies go back as soon as they are freed; without a fixed threshold it would grow with the first of them.
        mallopt(M_MMAP_THRESHOLD, 262_144)
        await main(nil)
    }
}

import ArgumentParser
import CMalloc
import EntitlementService
import Glibc
import StateDirectory
import TVWorld

/// The service provider of the simulated TV ecosystem.
@main
struct Entitlementd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        // Each command is named explicitly: deriving the name from the type costs the parser milliseconds at every start.
        commandName: "entitlementd",
        abstract: "The entitlement service: registration, configuration, tokens, authorization.",
        version: "entitlementd \(simulatorVersion)",
        subcommands: [Serve.self, Database.self], defaultSubcommand: Serve.self)

    static func main() async {
        StandardStreams.reserveNumbers()
        // Files that the program creates are readable only by this user.
        umask(0o077)
        // With one arena per thread, memory freed by one thread is not reused by another, and the process grows over a million
        // requests. Two event loops rarely contend for the allocator.
        mallopt(M_ARENA_MAX, 1)
        // Large bodies are returned to the system as soon as they are freed; a dynamic threshold would grow with the first of
        // them.
        mallopt(M_MMAP_THRESHOLD, 262_144)
        do { try await perform() } catch { exit(withError: error) }
    }

    private static func perform() async throws {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
        } catch let error where exitCode(for: error).isSuccess {
            // Help, version and completion scripts, which the parser would print without noticing that they cannot be written.
            try await reporting { try StandardStreams.print(fullMessage(for: error)) }
        }
    }
}

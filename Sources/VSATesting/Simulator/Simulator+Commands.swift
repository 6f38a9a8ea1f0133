import Foundation
import PrivateSession
import TVWorld

extension Simulator {
    /// The output and exit code of a program.
    public typealias ProgramResult = ToolResult

    /// Runs a command of `vsactl` and returns its JSON document as a string.
    ///
    /// - Throws: ``SimulatorFailure`` with the exit code if the command fails.
    @discardableResult
    public func vsactl(_ arguments: String...) async throws -> String { try await control(arguments).serialized }

    /// Runs a program on this device and waits for it: a path, or a name that is searched next to `vsactl` and in `PATH`.
    ///
    /// - Parameters:
    ///   - changes: Variables to add to those of the device.
    ///   - limit: The time limit, after which the program is killed.
    /// - Throws: An error if it cannot be started, or does not exit in time.
    public func run(
        _ program: String, _ arguments: [String] = [], environment changes: [String: String] = [:],
        within limit: Duration = .seconds(60)
    ) async throws -> ProgramResult {
        let path = program.contains("/") ? program : (try? SimulatorPrograms.find(program)) ?? program
        return try await Tool.run(path, arguments, environment: environment.merging(changes) { $1 }, within: limit)
    }

    /// Resets the device and the service to the scenario that was loaded last, or else to the built-in world.
    ///
    /// - Throws: ``SimulatorFailure``.
    public func reset() async throws { try await control(["reset"]) }

    /// Runs `vsactl` with `--json`.
    @discardableResult
    func control(_ arguments: [String]) async throws -> JSON {
        var all = arguments
        // What follows -- is not an option.
        all.insert("--json", at: arguments.firstIndex(of: "--") ?? arguments.endIndex)
        let result = try await Tool.run(vsactl, all, environment: environment)
        let command = (["vsactl"] + arguments).joined(separator: " ")
        guard result.exit.isSuccess else {
            // Some commands, such as query, describe what failed in their document.
            let reason = result.errorLines.isEmpty ? result.lines : result.errorLines
            throw SimulatorFailure(
                (["\(command): \(result.exit)"] + reason + messages.soFar).joined(separator: "\n"), code: result.code)
        }
        do { return try JSON(parsing: result.output.utf8) } catch {
            throw SimulatorFailure("\(command) wrote no JSON document: \(result.output.prefix(200))")
        }
    }

    /// Returns a member of the document that `vsactl` writes.
    func member(_ name: String, _ arguments: [String]) async throws -> JSON? { try await control(arguments)[name] }

    // MARK: - The parts of the device

    /// The permissions of apps to access the subscription.
    public var access: Access { Access(simulator: self) }
    /// The account that is signed in on the device.
    public var account: Account { Account(simulator: self) }
    /// Queued answers to prompts.
    public var answers: Answers { Answers(simulator: self) }
    /// Faults of the device and the service.
    public var faults: Faults { Faults(simulator: self) }
    /// The clocks of the device and the service.
    public var clock: Clock { Clock(simulator: self) }
    /// The integrations of requestors and providers at the service.
    public var integrations: Integrations { Integrations(simulator: self) }
    /// The region of the device.
    public var region: Region { Region(simulator: self) }
}

/// Returns the given options of a command: a name and a value each; nil is omitted.
func options(_ values: KeyValuePairs<String, String?>) -> [String] {
    // One argument, so that a value with a leading dash is not an option.
    values.compactMap { name, value in value.map { "--\(name)=\($0)" } }
}

/// Returns a duration in the form that `vsactl` accepts.
func text(_ duration: Duration?) -> String? {
    duration.map { "\($0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000)ms" }
}

extension Simulator {
    /// Returns the environment for an app: the device's, with the app's identity.
    ///
    /// Pass it in `AccessEnablerSettings.environment` to run an app inside the test process, next to others on other devices.
    ///
    /// - Parameters:
    ///   - identifier: The app's identifier, such as `com.example.player`.
    ///   - usageDescription: The reason why the app wants to access the subscription; without it, the user is not prompted.
    public func environment(ofApp identifier: String, usageDescription: String? = nil) -> [String: String] {
        var result = environment
        result["VSASIM_APPLICATION_ID"] = identifier
        result["VSASIM_USAGE_DESCRIPTION"] = usageDescription
        return result
    }
}

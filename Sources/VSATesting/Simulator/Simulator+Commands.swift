import Foundation
import PrivateSession
import TVWorld

extension Simulator {
    /// A program's output and end.
    public struct ProgramResult: Sendable {
        /// The exit code, or 128 + the signal.
        public let code: Int32
        /// The lines of standard output.
        public let lines: [String]
        /// The lines of standard error.
        public let errorLines: [String]
    }

    /// Runs a command of `vsactl` and returns its JSON document as text.
    ///
    /// - Throws: ``SimulatorFailure`` with the exit code when it says no.
    @discardableResult
    public func vsactl(_ arguments: String...) async throws -> String { try await control(arguments).serialized }

    /// Runs a program on this device to its end: a path, or a name that is looked up beside `vsactl` and in `PATH`.
    ///
    /// - Parameters:
    ///   - changes: variables beside those of the device.
    ///   - limit: after this time it is killed.
    /// - Throws: when it cannot be started, or does not end in time.
    public func run(
        _ program: String, _ arguments: [String] = [], environment changes: [String: String] = [:],
        within limit: Duration = .seconds(60)
    ) async throws -> ProgramResult {
        let path = program.contains("/") ? program : (try? SimulatorPrograms.find(program)) ?? program
        let result = try await Tool.run(path, arguments, environment: environment.merging(changes) { $1 }, within: limit)
        return ProgramResult(code: result.exit.shellCode, lines: result.lines, errorLines: result.errorLines)
    }

    /// Brings the device and the service back to the scenario that was loaded last, else to the built-in world.
    ///
    /// - Throws: ``SimulatorFailure``.
    public func reset() async throws { try await control(["reset"]) }

    /// Runs `vsactl` with `--json`.
    @discardableResult
    func control(_ arguments: [String]) async throws -> JSON {
        let result = try await Tool.run(vsactl, arguments + ["--json"], environment: environment)
        guard result.exit.isSuccess else {
            let command = (["vsactl"] + arguments).joined(separator: " ")
            throw SimulatorFailure(
                (["\(command): \(result.exit)"] + result.errorLines).joined(separator: "\n"), code: result.exit.shellCode)
        }
        return try JSON(parsing: result.output.utf8)
    }

    /// A member of the document that `vsactl` writes.
    func member(_ name: String, _ arguments: [String]) async throws -> JSON? { try await control(arguments)[name] }

    // MARK: - The parts of the device

    /// Apps' permission to see the subscription.
    public var access: Access { Access(simulator: self) }
    /// The account that the device is signed in with.
    public var account: Account { Account(simulator: self) }
    /// Answers to prompts, given beforehand.
    public var answers: Answers { Answers(simulator: self) }
    /// Faults of the device and the service.
    public var faults: Faults { Faults(simulator: self) }
    /// The clocks of the device and the service.
    public var clock: Clock { Clock(simulator: self) }
    /// Which requestor works with which provider, at the service.
    public var integrations: Integrations { Integrations(simulator: self) }
    /// Where the device is.
    public var region: Region { Region(simulator: self) }
}

/// The options of a command that are given: a name and its value each; true is a flag, nil is nothing.
func options(_ values: KeyValuePairs<String, String?>) -> [String] {
    // One word, so that a value with a dash in front is no option.
    values.compactMap { name, value in value.map { "--\(name)=\($0)" } }
}

/// A duration as `vsactl` reads it.
func text(_ duration: Duration?) -> String? {
    duration.map { "\($0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000)ms" }
}

extension Simulator {
    /// The environment for an app: the device's, and who the app is.
    ///
    /// With it in `AccessEnablerSettings.environment` an app runs inside the test process, beside others on other devices.
    ///
    /// - Parameters:
    ///   - identifier: the app's identifier, such as `com.example.player`.
    ///   - usageDescription: why the app wants to see the subscription; without it nobody is asked.
    public func environment(ofApp identifier: String, usageDescription: String? = nil) -> [String: String] {
        var result = environment
        result["VSASIM_APPLICATION_ID"] = identifier
        result["VSASIM_USAGE_DESCRIPTION"] = usageDescription
        return result
    }
}

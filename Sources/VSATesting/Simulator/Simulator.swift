import Foundation
import PrivateSession

/// A simulated device and its service, for one test: a private bus, `vsad` and `entitlementd`, started by `vsactl run`.
///
/// No access is granted and no user is signed in unless a scenario specifies it. A test gets a simulator from the trait
/// ``Testing/Trait/vsaSimulator(scenario:database:sourceFile:)`` and accesses it as ``current()``, or runs in
/// ``withSimulator(scenario:database:sourceFile:_:)``. With XCTest, `setUp` may ``start(scenario:database:sourceFile:)`` one and
/// `tearDown` ``stop()`` it. Simulators share nothing, so tests may run concurrently.
public final class Simulator: Sendable {
    /// The environment for programs that use this device, and for `AccessEnablerSettings.environment`.
    public let environment: [String: String]

    /// The base URL of the service.
    public var serviceURL: String { environment["VSASIM_SERVICE_URL"] ?? "" }
    /// The software statement with which an app registers.
    ///
    /// - Throws: An error if the world has no requestor, and therefore no statement.
    public var softwareStatement: String {
        get throws { try String(contentsOfFile: environment["VSASIM_SOFTWARE_STATEMENT"] ?? "", encoding: .utf8) }
    }

    let vsactl: String
    private let session: ChildProcess
    let messages: SessionMessages
    private let hasScenario: Bool

    /// The simulator of the running test.
    @TaskLocal static var running: Simulator?

    /// Returns the simulator of the running test: that of its trait, or of the enclosing
    /// ``withSimulator(scenario:database:sourceFile:_:)``.
    ///
    /// - Throws: ``SimulatorFailure`` if there is none.
    public static func current() throws -> Simulator {
        guard let running else {
            throw SimulatorFailure(
                "no simulator is running here: give the test the trait .vsaSimulator, or run it in withSimulator")
        }
        return running
    }

    /// The command that runs inside the session: it prints the environment, with NUL after each variable and a line break at the
    /// end, and runs until its standard input ends. That happens when the test process exits, for whatever reason: no session
    /// outlives its tests.
    private static let holder = "env -0; echo; exec cat >/dev/null"

    private init(
        vsactl: String, session: ChildProcess, messages: SessionMessages, hasScenario: Bool, environment: [String: String]
    ) {
        self.vsactl = vsactl
        self.session = session
        self.messages = messages
        self.hasScenario = hasScenario
        self.environment = environment
    }

    /// Starts a simulator, which is ready when this returns. Stop it with ``stop()``.
    ///
    /// - Parameters:
    ///   - scenario: The name of a scenario, or the path of a file relative to the folder of the test's source; nil: the built-in
    ///     world.
    ///   - database: The PostgreSQL server of the service, as `vsactl run --database` accepts it; the session has a schema of its
    ///     own there, which is removed with it. nil: SQLite.
    ///   - sourceFile: The test's source file.
    /// - Throws: ``SimulatorFailure`` if the programs are not found or the session cannot be set up; `CancellationError` if the
    ///   task was cancelled, as a test is at its time limit.
    public static func start(
        scenario: String? = nil, database: String? = nil, sourceFile: String = #filePath
    ) async throws -> Simulator {
        try Task.checkCancellation()
        let vsactl = try SimulatorPrograms.find("vsactl")
        var arguments = ["run"]
        if let scenario { arguments += ["--scenario", path(of: scenario, beside: sourceFile)] }
        if let database { arguments += ["--database", database] }
        let session: ChildProcess
        do {
            session = try ChildProcess.start(
                vsactl, arguments: arguments + ["--", "/bin/sh", "-c", holder],
                environment: ProcessInfo.processInfo.environment, standardInput: .pipe, standardOutput: .pipe,
                standardError: .pipe)
        } catch {
            throw SimulatorFailure("cannot start \(vsactl): \(error)")
        }
        // It does not retain the process, which must end with the last reference to the simulator.
        let messages = SessionMessages(session.standardError)
        let output = session.standardOutput
        if let environment = try? await within(defaultDeadline, "session", { await environment(from: output) }) {
            return Simulator(
                vsactl: vsactl, session: session, messages: messages, hasScenario: scenario != nil, environment: environment)
        }
        let exit = await end(session, within: endLimit)
        try Task.checkCancellation()
        throw SimulatorFailure(
            (["vsactl run could not set its session up: \(exit)"] + (await messages.all())).joined(separator: "\n"))
    }

    /// Reads what the holder prints; nil if the output ends before.
    private static func environment(from output: Lines) async -> [String: String]? {
        var text = ""
        while let line = await output.next() {
            text += line
            if text.hasSuffix("\0") { return variables(text) }
            text += "\n"
        }
        return nil
    }

    /// Stops the session; its processes and folders no longer exist when this returns.
    ///
    /// - Throws: ``SimulatorFailure`` if an expectation of the scenario was not met.
    public func stop() async throws {
        // The expectations of a scenario have their own time limits, of up to a day.
        let exit = await Self.end(session, within: hasScenario ? .seconds(86_400) + Self.endLimit : Self.endLimit)
        guard exit == .exited(Self.expectationFailed) else { return }
        throw SimulatorFailure(await messages.all().joined(separator: "\n"), code: Self.expectationFailed)
    }

    /// Ends a session, with a signal if it does not end in time or the task is cancelled.
    private static func end(_ session: ChildProcess, within limit: Duration) async -> ChildProcess.Exit {
        session.standardInput?.close()
        if let exit = await session.wait(atMost: limit) { return exit }
        // In its own task: a test is cancelled at its time limit, and the session would be killed at once, without removing its
        // schema from the database.
        return await Task { await session.terminate(grace: endLimit) }.value
    }

    /// The time in which a session ends.
    private static let endLimit = Duration.seconds(15)

    /// The exit code of `vsactl run` if an expectation of its scenario was not met.
    private static let expectationFailed: Int32 = 4

    private static func variables(_ text: String) -> [String: String] {
        var result: [String: String] = [:]
        for entry in text.split(separator: "\0") {
            guard let mark = entry.firstIndex(of: "=") else { continue }
            result[String(entry[..<mark])] = String(entry[entry.index(after: mark)...])
        }
        return result
    }

    /// Returns the name of a scenario unchanged, or the absolute path of a file.
    static func path(of scenario: String, beside sourceFile: String) -> String {
        let isFile = scenario.contains("/") || [".yaml", ".yml", ".json"].contains { scenario.hasSuffix($0) }
        guard isFile, !scenario.hasPrefix("/") else { return scenario }
        return URL(filePath: sourceFile).deletingLastPathComponent().appending(path: scenario).standardizedFileURL.path
    }
}

/// Runs an operation with its own simulator, which is stopped afterwards. For Swift Testing and XCTest.
///
/// The number of concurrent simulators is limited, regardless of the number of tests. The parameters are those of
/// ``Simulator/start(scenario:database:sourceFile:)``.
///
/// - Throws: The errors of the operation, or ``SimulatorFailure`` if the session cannot be set up or an expectation of the
///   scenario was not met.
public func withSimulator<Value>(
    scenario: String? = nil, database: String? = nil, sourceFile: String = #filePath,
    _ operation: (Simulator) async throws -> Value
) async throws -> Value {
    func operate() async throws -> Value {
        let simulator = try await Simulator.start(scenario: scenario, database: database, sourceFile: sourceFile)
        let value: Value
        do {
            value = try await Simulator.$running.withValue(simulator) { try await operation(simulator) }
        } catch {
            // The error of the operation is the reason for the others.
            try? await simulator.stop()
            throw error
        }
        try await simulator.stop()
        return value
    }
    // A nested simulator does not wait for a place: the outer one has a place and waits for it.
    return if Simulator.running == nil { try await withDaemonPlace(operate) } else { try await operate() }
}

/// The simulator could not carry out a test's request.
public struct SimulatorFailure: Error, Sendable, CustomStringConvertible {
    /// A description of the problem, and what to do about it.
    public let description: String
    /// The exit code of `vsactl`, if it failed: 10 if the named app, provider or other object does not exist; 64 for wrong usage; 65
    /// for invalid data.
    public let code: Int32?

    init(_ description: String, code: Int32? = nil) {
        self.description = description
        self.code = code
    }
}

enum SimulatorPrograms {
    /// Returns the path of a program: in the folder `VSASIM_BINARIES`, next to the test program (where SwiftPM builds the
    /// products that a test target depends on), or in `PATH`.
    static func find(_ name: String) throws -> String {
        let variables = ProcessInfo.processInfo.environment
        if let folder = variables["VSASIM_BINARIES"], !folder.isEmpty {
            let path = URL(filePath: folder).appending(path: name).path
            guard FileManager.default.isExecutableFile(atPath: path) else {
                throw SimulatorFailure("VSASIM_BINARIES names \(folder), which has no program \(name)")
            }
            return path
        }
        let folders = [Executables.ownFolder] + (variables["PATH"] ?? "").split(separator: ":").map(String.init)
        for folder in folders where FileManager.default.isExecutableFile(atPath: "\(folder)/\(name)") {
            return "\(folder)/\(name)"
        }
        throw SimulatorFailure(
            """
            \(name) is neither beside the test program (\(Executables.ownFolder)) nor in PATH. Install vsa-simulator, name the \
            folder of its programs in VSASIM_BINARIES, or let the test target depend on its products vsactl, vsad and entitlementd.
            """)
    }
}

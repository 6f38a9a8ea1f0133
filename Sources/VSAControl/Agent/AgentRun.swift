import FoundationEssentials
import Glibc

/// One `vsactl agent run`: a session with its signals and its exit code.
struct AgentRun: Sendable {
    /// The agent that prompts the user; nil if the answers were given in advance.
    var lineAgent: LineAgent?
    /// Connects to the device.
    var prepare: @Sendable () async throws -> AgentSession

    /// Runs a session to its end. The terminal is restored when this returns.
    ///
    /// - Throws: `Failure` with the exit code.
    func perform() async throws {
        let ending = AgentSession.Ending()
        let signals = SessionSignals.arrivals(handling: [
            SIGTSTP: { [lineAgent] _ in Terminal.suspend(lineAgent?.terminal) },
            SIGCONT: { [lineAgent] _ in Task { await lineAgent?.repeatPrompt() } },
        ])
        Task { for await _ in signals { ending.end(.told) } }
        Task { await lineAgent?.read(ending) }
        defer { lineAgent?.terminal?.restore() }
        switch try await AgentSession.run(ending, prepare) {
        case .told, .released, .finished: return
        case .inputEnded: StandardStream.line("vsactl: the agent's input has ended", to: STDERR_FILENO)
        case .deviceLeft: throw Failure(.unreachable, "the device (vsad) has left the bus")
        case .promptLeftOpen: throw Failure(.failed, "the input ended before the prompt was answered")
        }
    }
}

import ArgumentParser
import DeviceInterfaces
import Glibc
import TVWorld

/// `vsactl agent`
struct AgentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent", abstract: "Agents, which answer prompts for the user.", subcommands: [Run.self, List.self])

    /// `vsactl agent list`
    struct List: DeviceCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the registered agents, in the order in which they are asked, and the running picker.")
        @OptionGroup var global: GlobalOptions

        func report(_ device: DeviceControl) async throws -> Report { .agents(try await device.agents()) }
    }

    /// `vsactl agent run`
    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Run an agent that prompts in this terminal, or answers automatically.",
            discussion: """
                With --tty, prompts are written and answers are read line by line, on a terminal or through a pipe. A line is a \
                number, a word such as allow, deny, dismiss or cancel, a part of a provider's name, a user name, or a password, \
                which a terminal does not show. Escape followed by Enter closes any prompt, including the one for a password.

                With --auto, prompts are answered with the given values: granted, denied or dismiss; a provider's identifier, \
                other or cancel; a subscriber's name (followed by a colon and the password if they differ), wrong-password or \
                cancel. For one kind of prompt only: access=…, picker=…, sign-in=…, auto-sign-in=…. Several values for one kind \
                are used in order, and the last one is repeated. A prompt without a matching value is passed to the next agent.

                Answered prompts are written to standard output; with --json, all events are written, one object per line. \
                Passwords are never written. The agent exits on Ctrl-C or SIGTERM (code 0), after --times prompts (0), at the end \
                of its input (0, or 1 if a prompt was open), and when the device leaves the bus (8).

                Examples:
                  vsactl agent run --tty
                  vsactl agent run --auto granted --auto alpha.example --auto alice
                  vsactl agent run --auto wrong-password --auto alice --times 2
                  printf 'alpha\\nalice\\nalice\\n' | vsactl agent run --tty
                """)

        @Flag(help: "Prompt in this terminal.") var tty = false
        @Option(help: ArgumentHelp("Answer with this value; may be repeated.", valueName: "value")) var auto: [String] = []
        @Option(help: ArgumentHelp("Exit after this number of answered prompts.", valueName: "number")) var times: UInt32?
        @Option(help: ArgumentHelp("The agent's name.", valueName: "name")) var name: String?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if tty, !auto.isEmpty { throw ValidationError("Give either --tty or --auto.") }
            if times == 0 { throw ValidationError("--times must be at least 1; without it, the agent keeps running.") }
            if !tty, auto.isEmpty, isatty(STDIN_FILENO) == 0 {
                throw ValidationError("Give --auto VALUE, or --tty to be asked through standard input.")
            }
        }

        func run() async throws {
            let lineAgent = auto.isEmpty ? LineAgent(isJSON: global.json) : nil
            let ending = AgentSession.Ending()
            let signals = SessionSignals.arrivals(handling: [
                SIGTSTP: { _ in Terminal.suspend(lineAgent?.terminal) },
                SIGCONT: { _ in Task { await lineAgent?.repeatPrompt() } },
            ])
            // A signal also ends the attempt to connect.
            let running = Task { try await session(lineAgent).run(ending) }
            Task { for await _ in signals { running.cancel() } }
            Task { await lineAgent?.read(ending) }
            // The terminal is restored when this returns.
            defer { lineAgent?.terminal?.restore() }
            let end: AgentSession.End
            do {
                end = try await Failure.naming([AgentManagerInterface.Key.name: "--name"]) { try await running.value }
            } catch {
                if running.isCancelled { return }
                throw error
            }
            switch end {
            case .signaled, .released, .finished: return
            case .inputEnded: StandardStream.remark("vsactl: the agent's input has ended")
            case .deviceLeft: throw Failure(.unreachable, "the device (vsad) has left the bus")
            case .promptLeftOpen: throw Failure(.failed, "the input ended before the prompt was answered")
            }
        }

        private func session(_ lineAgent: LineAgent?) async throws -> AgentSession {
            let device = try await DeviceControl.connect(address: global.address)
            let answerer: any Answerer =
                if let lineAgent { lineAgent } else { try AutomaticAnswers(auto, providers: try await device.providers()) }
            return AgentSession(
                device: device, name: name ?? (auto.isEmpty ? "vsactl (terminal)" : "vsactl (automatic)"), times: times,
                answerer: answerer, report: report)
        }

        private var report: @Sendable (AgentEvent) -> Void {
            let isJSON = global.json
            return { event in
                if isJSON { return StandardStream.line(event.document.serialized) }
                guard let (text, isData) = event.line(Style(isColoured: false)) else { return }
                StandardStream.line(text, to: isData ? STDOUT_FILENO : STDERR_FILENO)
            }
        }
    }
}

extension Report {
    static func agents(_ agents: [AgentRecord]) -> Report {
        Report(
            "agents", agents, json: \.json,
            columns: [
                "NAME": { .init($0.name) }, "PROCESS": { .init(String($0.processID)) }, "BUS NAME": { .init($0.sender) },
                "OBJECT": { .init($0.path) }, "PROMPTS": { .init(String($0.prompts)) },
            ])
    }
}

import ArgumentParser
import TVWorld

/// `vsactl ps`
struct ProcessesCommand: ParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "ps", abstract: "List the running sessions of vsactl run.")
    @OptionGroup var global: GlobalOptions

    func run() throws {
        global.show(
            Report(
                "sessions", RunningSession.all(),
                json: { session in
                    .members([
                        "id": session.id, "processID": session.processID, "folder": session.folder, "service": session.service,
                        "instance": session.instance, "command": session.command,
                    ])
                },
                columns: [
                    "ID": { .init($0.id) }, "PID": { .init(String($0.processID)) }, "SERVICE": { .init($0.service) },
                    "INSTANCE": { .init($0.instance ?? "-", .faint) }, "COMMAND": { .init($0.command) },
                ]))
    }
}

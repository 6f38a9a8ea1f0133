import ArgumentParser
import TVWorld

/// `vsactl monitor`
struct MonitorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Show the events of the device, the service and the library as they happen.",
        discussion: """
            Shows one line, or with --json one object, for each entry of the timeline. No entry is omitted: if the bus is too \
            slow, the rest is read from the journal. If there is no service, or no journal of the library, the others are shown. \
            It ends on Ctrl-C, when the output is closed, after --count entries, or with code 8 when a daemon exits.

            Examples:
              vsactl monitor
              vsactl monitor --app com.example.player --json
              vsactl monitor --after 0 --count 10
              vsactl monitor --source device --source library
            """)

    @OptionGroup var app: TimelineAppOption
    @Option(help: ArgumentHelp("Start with the entries after this one: d12, s7, l3; 0: with the oldest.", valueName: "id"))
    var after: TimelineID?
    @Option(help: ArgumentHelp("Only the journal of the device, the service or the library.", valueName: "journal"))
    var source: [TimelineSource] = []
    @Option(help: ArgumentHelp("End after this number of entries.", valueName: "number")) var count: UInt?
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if count == 0 { throw ValidationError("--count takes a whole number of at least 1.") }
    }

    func run() async throws {
        let journals = try await global.journals(source)
        let filter = TimelineFilter(application: app.id)
        guard let after else { return try await global.stream([], andAfter: [:], of: journals, filter, count: count) }
        let known = try await journals.entries()
        let beginning = after.sequence == 0 ? known : known.after(after)
        try await global.stream(beginning, andAfter: known.newest, of: journals, filter, count: count)
    }
}

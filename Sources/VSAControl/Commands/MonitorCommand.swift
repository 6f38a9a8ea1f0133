import ArgumentParser

/// `vsactl monitor`
struct MonitorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "monitor", abstract: "Show what happens on the device, as it happens.",
        discussion: """
            One line for each entry of the journal, with --json one object. None is left out: where the bus is too slow the rest is \
            read from the journal. Ends with Ctrl-C, after --count entries, or with code 8 when the device leaves the bus.

            Examples:
              vsactl monitor
              vsactl monitor --app com.example.player --json
              vsactl monitor --after 0 --count 10
            """)

    @Option(help: ArgumentHelp("Only this app's entries.", valueName: "app"), completion: .live(.apps)) var app: String?
    @Option(help: ArgumentHelp("Begin with the entries after this number; 0: with the oldest.", valueName: "number"))
    var after: Int64?
    @Option(help: ArgumentHelp("End after so many entries.", valueName: "number")) var count: UInt?
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        if count == 0 { throw ValidationError("--count is at least 1.") }
        if let after, after < 0 { throw ValidationError("--after is a number from 0.") }
    }

    func run() async throws {
        let device = try await DeviceControl.connect(address: global.address)
        var left = count
        try await device.monitor(after: after) { entry in
            guard app == nil || entry.application == app else { return true }
            global.stream(MonitorReport(entry: entry))
            left = left.map { $0 - 1 }
            return left != 0
        }
    }
}

/// One entry as it happens.
struct MonitorReport: Report {
    var entry: JournalEntry

    var document: JSON {
        guard case .object(let members) = entry.json else { return entry.json }
        return .object([.init(name: "schema", value: .integer(JSON.schemaVersion))] + members)
    }

    func text(_ style: Style) -> String {
        let parts = [
            TextWidth.filled(String(entry.sequence), to: 5), style.text(Timestamp.text(unixSeconds: entry.time), .faint),
            TextWidth.filled(SafeText.line(entry.event), to: 20),
            TextWidth.filled(SafeText.line(entry.application ?? "-"), to: 20), SafeText.line(JournalReport.line(entry.details)),
        ]
        return parts.joined(separator: "  ").trimmingSuffix { $0 == " " }
    }
}

extension String {
    /// Without the characters at the end that fit.
    func trimmingSuffix(while isRemoved: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, isRemoved(last) { text.removeLast() }
        return text
    }
}

import ArgumentParser

/// `vsactl journal`
struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "What happened on the device.", subcommands: [List.self])

    /// `vsactl journal list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List what happened, oldest first.")
        @Option(help: ArgumentHelp("Only this app's entries.", valueName: "app"), completion: .live(.apps)) var app: String?
        @Option(help: ArgumentHelp("Only entries after this number.", valueName: "number")) var after: Int64?
        @Option(help: ArgumentHelp("At most this many entries.", valueName: "number")) var limit: UInt32?
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let device = try await DeviceControl.connect(address: global.address)
            global.show(JournalReport(entries: try await device.journal(after: after, limit: limit, application: app)))
        }
    }
}

/// Entries of the journal.
struct JournalReport: Report {
    var entries: [JournalEntry]

    var document: JSON { .document(["entries": .array(entries.map(\.json))]) }

    func text(_ style: Style) -> String {
        guard !entries.isEmpty else { return "" }
        return Table(
            headings: ["NUMBER", "TIME", "EVENT", "APP", "DETAILS"],
            rows: entries.map {
                [
                    .init(String($0.sequence)), .init(Timestamp.text(unixSeconds: $0.time), .faint), .init($0.event),
                    .init($0.application ?? ""), .init(Self.line($0.details)),
                ]
            }
        ).text(style)
    }

    /// `key=value` for every detail; long values are cut.
    static func line(_ details: JSON) -> String {
        guard case .object(let members) = details else { return details.compact }
        return members.map { member in
            let value = if case .string(let text) = member.value { text } else { member.value.compact }
            return "\(member.name)=\(value.count > 60 ? value.prefix(60) + "…" : value)"
        }.joined(separator: " ")
    }
}

import ArgumentParser
import DBus
import TVWorld

/// `vsactl journal`
struct JournalCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "journal", abstract: "What happened on the device, at the service and in the library.",
        subcommands: [List.self, Show.self, Export.self, Share.self])

    /// `vsactl journal list`
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List what happened, oldest first, as one timeline.",
            discussion: """
                An entry's number starts with the letter of its journal: d12 the device's, s7 the service's, l3 the library's; a \
                number without a letter is the device's. A bracket joins the effects of one call of an app.
                """)
        @OptionGroup var app: TimelineAppOption
        @Option(help: ArgumentHelp("Only entries after this one: d12, s7, l3; 0 for all.", valueName: "id"))
        var after: TimelineID?
        @Option(help: ArgumentHelp("Only the journal of the device, the service or the library.", valueName: "journal"))
        var source: [TimelineSource] = []
        @Option(
            help: ArgumentHelp(
                "Only these events: a name, or its beginning as in 'library.*'; may be repeated.", valueName: "event"),
            completion: .live(.events))
        var event: [String] = []
        @Option(help: .time("Only entries that are not older than this", TimeSpan.accepted)) var since: TimeSpan?
        @Flag(name: .shortAndLong, help: "Also show further entries as they are written, until Ctrl-C.") var follow = false
        @Option(help: ArgumentHelp("The maximum number of entries: the newest, or with --after the next.", valueName: "number"))
        var limit: UInt32?
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            if follow, after != nil, limit != nil {
                throw ValidationError("--limit cannot be used with both --follow and --after.")
            }
        }

        func run() async throws {
            for event in event where !TimelineFilter.isKnown(event) {
                throw Failure.noSuch("event", event, known: EventName.all.map(\.name), listing: "vsactl expect --events")
            }
            let journals = try await global.journals(source)
            var entries = try await journals.entries()
            let newest = entries.newest
            if let after, after.sequence > 0 { entries = entries.after(after) }
            let start = since.map { max(0, SystemClock.machineMilliseconds() - $0.milliseconds) * 1_000 }
            var filter = TimelineFilter(application: app.id, events: event, since: start)
            entries = filter.apply(entries)
            let limit = follow && after != nil ? .max : Int(limit ?? 100)
            entries = after == nil ? entries.suffix(limit) : Array(entries.prefix(limit))
            if follow { return try await global.stream(entries, andAfter: newest, of: journals, filter) }
            let report = Report.timeline(entries)
            if global.json || entries.isEmpty { global.show(report) } else { await Pager.write(report.text(.detect())) }
        }
    }

    /// `vsactl journal show`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Show one entry, with --saml also its SAML messages.",
            discussion: "Signatures, certificates and encrypted content are masked.")
        @Argument(help: ArgumentHelp("The entry: d12, s7, l3.", valueName: "id")) var id: TimelineID
        @Flag(help: "Show the SAML messages of the entry, or of the call that it belongs to, as indented XML.") var saml = false
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let journals = try await TimelineJournals.find(required: [id.source], address: global.address)
            guard let entry = try await journals.entries().first(where: { $0.id == id }) else {
                throw Failure(.notFound, "no such entry: \(id)", advice: "See vsactl journal list.")
            }
            let messages = saml ? try await journals.messages(of: entry) : nil
            global.show(.entry(entry, messages: messages))
        }
    }

    /// `vsactl journal export`
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write the complete timeline as JSON Lines, or the service's requests as an HTTP Archive.")

        enum Format: String, ExpressibleByArgument, CaseIterable {
            case jsonl, har
        }

        @Option(help: ArgumentHelp("jsonl: the timeline, one entry per line; har: the requests.", valueName: "format"))
        var format = Format.jsonl
        @OptionGroup var app: TimelineAppOption
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            switch format {
            case .jsonl:
                var filter = TimelineFilter(application: app.id)
                let entries = filter.apply(try await global.journals().entries())
                StandardStream.write(entries.jsonLines)
            case .har:
                let service = try ServiceControl.discover()
                let archive = HTTPArchive.document(try await service.list(), service: service.address.url)
                StandardStream.line(archive.pretty)
            }
        }
    }

    /// `vsactl journal share`
    struct Share: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "share", abstract: "Also show the events of the device and of apps on the service's dashboard.",
            discussion: """
                The service knows nothing about the device, so its dashboard shows only the service's events unless the others \
                are sent to it. vsactl run does this automatically for its session; elsewhere this command does it, until \
                Ctrl-C. Events are sent only while the dashboard is open. The exit code is 8 if the device or the service exits.
                """)
        @OptionGroup var global: GlobalOptions

        func run() async throws {
            let (service, address) = (try ServiceControl.discover(), global.address)
            // A daemon that cannot be reached is reported now, not when the timeline is viewed.
            try await service.checkHealth()
            let device = try await DeviceControl.connect(address: address)
            _ = try await device.status()
            await device.connection.close()
            let page = "\(service.address.url)/dashboard/live"
            StandardStream.remark("\(page) shows the events of the device and of apps until Ctrl-C.")
            try await TimelineSharing(service: service) {
                try await TimelineJournals.find([.device, .library], address: address)
            }.perform()
        }
    }
}

/// The app whose part of the timeline a command shows.
struct TimelineAppOption: ParsableArguments {
    @Option(
        name: .customLong("app"),
        help: ArgumentHelp("Only this app's entries, and the effects of its calls.", valueName: "app"), completion: .live(.apps))
    var id: String?

    func validate() throws {
        // No entry belongs to an app without a name, so a command would wait for one endlessly.
        guard id != "" else { throw ValidationError("--app takes an app's identifier; without it every app is shown.") }
    }
}

extension TimelineID: ExpressibleByArgument {
    public init?(argument: String) { self.init(argument) }
}

extension TimelineSource: ExpressibleByArgument {}

extension Report {
    /// Returns one entry with all of its details.
    ///
    /// - Parameter messages: The SAML messages, if they were requested.
    fileprivate static func entry(_ entry: TimelineEntry, messages: [SAMLMessage]?) -> Report {
        let elements = messages?.map { message in
            JSON.members([
                "id": message.entry.id.description, "message": message.name, "direction": message.direction,
                "xml": SAMLText.readable(message.xml),
            ])
        }
        return Report(document: .document(["entry": entry, "saml": elements])) { style in
            let details = table(of: entry).text(style)
            guard let messages else { return details }
            if messages.isEmpty { return details + "\n\nThis entry has no SAML message, or it is no longer kept." }
            let texts = messages.map { message in
                let source = message.entry.id.source == .device ? "the device" : "the service"
                let title = "\(message.entry.id) \(message.name), \(message.direction) by \(source)"
                let xml = SAMLText.readable(message.xml).split(separator: "\n", omittingEmptySubsequences: false)
                return style.text(SafeText.line(title), .heading) + "\n"
                    + xml.map { SafeText.line(String($0)) }.joined(separator: "\n")
            }
            return ([details] + texts).joined(separator: "\n\n")
        }
    }

    private static func table(of entry: TimelineEntry) -> Table {
        var pairs = Table.pairs([
            "entry": .init(entry.id.description), "event": .init(entry.event),
            "meaning": .init(EventName.named(entry.event)?.meaning ?? ""),
            "time": .init(Timestamp.text(unixMilliseconds: entry.machineTime / 1_000)),
            "clock": .init(Timestamp.text(unixMilliseconds: entry.time)), "app": .init(entry.application ?? "-"),
            "correlation": .init(entry.correlation ?? "-"),
        ])
        if let outcome = entry.outcome { pairs.rows.append([.init("outcome", .heading), .init(outcome)]) }
        if case .object(let members) = entry.details {
            pairs.rows += members.map { [.init("  \($0.key)"), .init(EventExpectation.plain($0.value))] }
        }
        return pairs
    }
}

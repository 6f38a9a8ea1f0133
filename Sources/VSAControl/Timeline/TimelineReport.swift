import Dates
import TVWorld

extension Report {
    static func timeline(_ entries: [TimelineEntry]) -> Report {
        Report(document: .document(["entries": entries]), absence: "No entries.") { style in
            guard !entries.isEmpty else { return "" }
            var groups = CorrelationGroups(entries)
            let rows = entries.map { groups.row($0) }
            let widths = TimelineRow.widths(rows)
            return ([TimelineRow.heading(widths, style)] + rows.map { $0.text(widths, style) }).joined(separator: "\n")
        }
    }

    /// Returns an entry of a live timeline.
    static func line(_ entry: TimelineEntry, _ row: TimelineRow) -> Report {
        Report(document: entry.document) { row.text(TimelineRow.streamWidths, $0) }
    }
}

/// A row of the timeline.
///
/// On a terminal of at least 70 columns, it fits the width: the app and the event lose their beginnings, which many have in
/// common (`com.example.`, `library.call.`), and the time loses its date. A line with the date, in UTC like the time, precedes
/// the first row and each later row of another day.
struct TimelineRow: Sendable {
    /// The columns before the details.
    struct Widths: Sendable {
        var id: Int
        var application: Int
        var event: Int

        /// Returns widths that fit these and those of another row.
        func covering(_ other: Widths) -> Widths {
            Widths(id: max(id, other.id), application: max(application, other.application), event: max(event, other.event))
        }

        /// Returns widths that leave 16 columns of a terminal to the details, unless app or event would have too few.
        func fitted(to columns: Int?) -> Widths {
            guard let columns else { return self }
            let room = columns - 16 - id - TimelineRow.fixedWidth(columns)
            guard application + event > room else { return self }
            var widths = self
            widths.application = min(application, max(8, room / 3, room - event))
            widths.event = min(event, max(16, room - widths.application))
            return widths
        }

        /// Returns the column in which the details begin.
        func details(_ columns: Int?) -> Int { id + application + event + TimelineRow.fixedWidth(columns) }
    }

    /// The widths of the columns if rows arrive one by one.
    static let streamWidths = Widths(id: 5, application: 20, event: 36)

    /// Whether the date differs from that of the row before.
    var startsDay = false
    /// The date of the time in UTC.
    let day: String

    private let entry: TimelineEntry
    private let time: String
    private let application: String
    private let mark: String
    private let colour: Style.Emphasis
    private let event: String

    private var id: String { entry.id.description }

    init(_ entry: TimelineEntry, application: String?, mark: String, colour: Style.Emphasis) {
        self.entry = entry
        time = Timestamp.text(unixMilliseconds: entry.machineTime / 1_000)
        day = String(time.prefix { $0 != "T" })
        self.application = SafeText.line(application ?? "-")
        self.mark = mark
        self.colour = colour
        event = SafeText.line(entry.event)
    }

    static func widths(_ rows: [TimelineRow]) -> Widths {
        Widths(
            id: max(2, rows.map { TextWidth.of($0.id) }.max() ?? 0),
            application: max(3, rows.map { TextWidth.of($0.application) }.max() ?? 0),
            event: max(7, rows.map { TextWidth.of($0.mark + $0.event) }.max() ?? 0))
    }

    /// Returns the columns of the time: `18:00:00.250` on a terminal, otherwise with date and zone.
    private static func timeWidth(_ columns: Int?) -> Int { columns == nil ? 24 : 12 }

    /// Returns the columns of time and journal, and of two spaces after each of the five columns.
    private static func fixedWidth(_ columns: Int?) -> Int { timeWidth(columns) + 7 + 10 }

    static func heading(_ widths: Widths, _ style: Style) -> String {
        let widths = widths.fitted(to: style.columns)
        let parts = [
            TextWidth.filled("ID", to: widths.id), TextWidth.filled("TIME", to: timeWidth(style.columns)), "SOURCE ",
            TextWidth.filled("APP", to: widths.application), TextWidth.filled("  EVENT", to: widths.event), "DETAILS",
        ]
        return parts.map { style.text($0, .heading) }.joined(separator: "  ")
    }

    func text(_ widths: Widths, _ style: Style) -> String {
        let widths = widths.covering(Self.widths([self])).fitted(to: style.columns)
        let event = TextWidth.cutBeginning(event, to: widths.event - TextWidth.of(mark))
        let padding = String(repeating: " ", count: max(0, widths.event - TextWidth.of(mark + event)))
        let isTerminal = style.columns != nil
        let parts = [
            TextWidth.filled(id, to: widths.id), style.text(isTerminal ? clock : time, .faint),
            style.text(TextWidth.filled(entry.id.source.rawValue, to: 7), tint),
            TextWidth.filled(TextWidth.cutBeginning(application, to: widths.application), to: widths.application),
            style.text(mark, colour) + style.text(event, entry.isFailure ? .bad : .plain) + padding,
        ]
        let shown = style.columns.map { TextWidth.cut(details, to: $0 - widths.details($0)) } ?? details
        let row = (parts + [shown]).joined(separator: "  ").trimmingSuffix { $0 == " " }
        return isTerminal && startsDay ? style.text("\(day) UTC", .faint) + "\n" + row : row
    }

    /// The time without date and zone.
    private var clock: String { String(time.dropFirst(day.count + 1).prefix { $0 != "Z" }) }

    private var tint: Style.Emphasis {
        switch entry.id.source {
        case .device: .second
        case .service: .third
        case .library: .first
        }
    }

    /// The details in one line, preceded by an outcome other than success; with the clock of the source if it shows another
    /// time.
    private var details: String {
        var parts: [String] = []
        if let outcome = entry.outcome, outcome != "ok" { parts.append("outcome=\(outcome)") }
        let details = entry.detailLine
        if !details.isEmpty { parts.append(details) }
        if entry.time.clampedDifference(entry.machineTime / 1_000).magnitude >= 2_000 {
            parts.append("clock=\(Timestamp.text(unixMilliseconds: entry.time))")
        }
        return SafeText.line(parts.joined(separator: " "))
    }
}

import DecisionTables
import Foundation

/// docs/decision-tables.md: every row of the tables with its situation, its scenarios, and the tests that run them.
enum TablePage {
    static let file = Repository.root.appending(path: "docs/decision-tables.md")

    private static let head = """
        # The decision tables and their tests

        Written by `scripts/table-docs` from `Tests/Tables`: the tables themselves are in `decision-tables.md` there, the scenarios
        in `DecisionRow.all`. Do not edit this page by hand.

        A row may be reached in several ways. Each way is a scenario: what is arranged outside the app, what the app calls, and
        every callback that it gets, in this order. Every one is a case of `DecisionTableTests/row` (the library's machine with a
        fake device and service) and of `DecisionRowTests/row` (`entitle` with the real daemons); those that are about names, and are
        not the same on tvOS as on iOS, are cases of `DecisionRowTests/renamed`, too, with worlds where everything has another name.
        Pages of providers and of a logout exist only on iOS (3.15, 3.19, 5.1, 5.2, 5.6); tvOS has 3.16 and 5.3 instead. In addition,
        `WalkTests` compares the library with a model of the tables over random sequences of calls.

        The rows of REST v2 (20.1 to 36.7) have unit tests named after them, and each has a scenario of `vsactl scenario list`,
        which `RESTScenarioTests/rows` plays with the real programs: the commands below, and the parts of what they print that
        matter. `RESTWalkTests` compares the service with a model of these tables. Their abbreviations are explained in
        `Tests/Tables/decision-tables.md`.

            scripts/run-tests --filter DecisionTableTests
            scripts/run-tests --filter DecisionRowTests
            scripts/run-tests --filter RESTScenarioTests

        Next: [Information for app developers](apps.md) explains the codes, [Scenarios](scenarios.md) put a device into each situation.

        """

    private static func tables() throws -> String {
        try String(contentsOf: Repository.root.appending(path: "Tests/Tables/decision-tables.md"), encoding: .utf8)
    }

    /// The numbers of all rows.
    static func rows() throws -> [String] {
        try tables().split(separator: "\n").compactMap { cells(of: $0).first }.filter { $0.contains(".") }
    }

    /// The required content of the page.
    static func text() throws -> String {
        let tables = try Self.tables()
        let played = Dictionary(grouping: try RESTScenario.all(), by: \.row)
        var lines = [head]
        var columns: [String] = []
        for line in tables.split(separator: "\n") {
            if line.hasPrefix("## ") {
                columns = []
                lines += ["\(line)\n"]
            }
            let cells = cells(of: line)
            if cells.first == "#" { columns = cells }
            guard columns.count > 2, cells.count == columns.count, let row = cells.first, row.contains(".") else { continue }
            lines += section(row, cells, columns, played[row] ?? [])
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func cells(of line: Substring) -> [String] {
        guard line.hasPrefix("| ") else { return [] }
        return line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private static func section(
        _ row: String, _ cells: [String], _ columns: [String], _ played: [RESTScenario]
    ) -> [String] {
        var lines = ["### \(row) \(cells[1])\n"]
        lines += zip(columns, cells).dropFirst(2).filter { $1 != "–" }.map { "\($0): \($1)\n" }
        let scenarios = DecisionRow.all.filter { $0.row == row }
        for scenario in scenarios {
            lines.append("- **\(scenario.variant ?? scenario.title)**, \(scenario.platform)")
            lines += scenario.phases.map { "  1. \(text($0))" }
        }
        for scenario in played {
            lines += ["`\(scenario.name)`, \(scenario.summary):\n"]
            lines += scenario.commands.map { "    \($0)" } + scenario.answers.map { "    \($0)" }
        }
        return lines + [""]
    }
}

// A scenario in words.
extension TablePage {
    private static func text(_ phase: Phase) -> String {
        let arrangements = phase.arrangements.map { "`\(arrangement($0))`" }
        let calls = phase.calls.map { "`\($0.command)`" }
        let callbacks = phase.callbacks.map { "`\(callback($0))`" }
        let parts = [
            arrangements.isEmpty ? nil : "arranged: " + arrangements.joined(separator: ", "),
            calls.isEmpty ? nil : "calls: " + calls.joined(separator: ", "),
            "callbacks: " + (callbacks.isEmpty ? "none" : callbacks.joined(separator: ", ")),
        ]
        return parts.compactMap(\.self).joined(separator: "; ")
    }

    /// The name of the case with its values.
    private static func arrangement(_ arrangement: Arrangement) -> String {
        guard let child = Mirror(reflecting: arrangement).children.first, let name = child.label else { return "\(arrangement)" }
        let values = Mirror(reflecting: child.value).children
        let isTuple = Mirror(reflecting: child.value).displayStyle == .tuple
        let texts = isTuple ? values.map { value($0.label, $0.value) } : [value(nil, child.value)]
        return ([name] + texts).joined(separator: " ")
    }

    private static func value(_ label: String?, _ value: Any) -> String {
        guard let label, !label.hasPrefix(".") else { return "\(value)" }
        return "\(label)=\(value)"
    }

    private static func callback(_ callback: ExpectedCallback) -> String {
        if callback.name == "sendTrackingData" { return tracking(callback) }
        let parameters = callback.parameters.sorted { $0.key < $1.key }.filter { $0.value != .exactly(.null) }
        return "\(callback.name)(\(parameters.map { "\($0.key): \(text($0.value))" }.joined(separator: ", ")))"
    }

    /// The event's name, and the data without the device.
    private static func tracking(_ callback: ExpectedCallback) -> String {
        let names = ["TRACKING_AUTHENTICATION", "TRACKING_AUTHORIZATION", "TRACKING_GET_SELECTED_PROVIDER"]
        guard case .exactly(.integer(let event))? = callback.parameters["event"], names.indices.contains(event),
            case .list(let data)? = callback.parameters["data"]
        else { return callback.name }
        return "\(names[event]) [\(data.dropLast(3).map(text).joined(separator: ", "))]"
    }

    private static func text(_ expectation: Expectation) -> String {
        switch expectation {
        case .exactly(let value): text(value)
        case .anything: "…"
        case .someText: "\"…\""
        case .textWith(let part): "\"…\(part)…\""
        case .list(let list): "[\(list.map(text).joined(separator: ", "))]"
        case .object(let object): object["ID"].map(text) ?? "{\(object.keys.sorted().joined(separator: ", "))}"
        }
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .flag(let flag): "\(flag)"
        case .integer(let integer): "\(integer)"
        case .text(let text): "\"\(text)\""
        case .list(let list): "[\(list.map(text).joined(separator: ", "))]"
        case .object(let object): object["ID"].map(text) ?? "{\(object.keys.sorted().joined(separator: ", "))}"
        }
    }
}

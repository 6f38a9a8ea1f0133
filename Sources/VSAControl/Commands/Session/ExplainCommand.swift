import ArgumentParser
import Explanations
import TVWorld

/// `vsactl explain [CODE]`
struct ExplainCommand: ParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain a status, error or exit code; without one, list all of them.",
        discussion: """
            Says what the code means, what causes it in the simulator, what the app should do, and which command makes it happen.

            Examples:
              vsactl explain VSA404
              vsactl explain authorization_denied_by_mvpd
              vsactl explain 65
              vsactl explain -11
            """)
    @Argument(
        help: ArgumentHelp("The code, as a program or library printed it.", valueName: "code"),
        completion: .live(.codes))
    var code: [String] = []
    @OptionGroup var global: GlobalOptions

    func run() throws {
        guard !code.isEmpty else { return global.show(.allExplanations) }
        let code = code.joined(separator: " ")
        let found = Explanations.of(code)
        guard !found.isEmpty else {
            throw Failure(
                .usage, "no such code: \(code.isEmpty ? "''" : code)",
                advice: Failure.suggestion(for: code, among: Explanations.codes, listing: "vsactl explain"))
        }
        global.show(.explanations(found))
    }
}

extension Report {
    fileprivate static func explanations(_ found: [(group: ExplanationGroup, explanation: Explanation)]) -> Report {
        Report(document: .document(["explanations": found.map { json($0.explanation, in: $0.group) }])) { style in
            found.map { group, explanation in
                let heading = explanation.property.map { "\(explanation.code) (\($0))" } ?? explanation.code
                var lines = [
                    style.text(heading, .heading) + style.text(" · \(group.title)", .faint), explanation.meaning, "",
                    style.text("Cause: ", .heading) + explanation.cause, style.text("To do: ", .heading) + explanation.action,
                ]
                if let command = explanation.command { lines.append(style.text("Try:   ", .heading) + command) }
                return lines.joined(separator: "\n")
            }.joined(separator: "\n\n")
        }
    }

    fileprivate static var allExplanations: Report {
        let elements = Explanations.groups.flatMap { group in group.explanations.map { json($0, in: group) } }
        return Report(document: .document(["explanations": elements])) { style in
            Explanations.groups.map { group in
                let rows = group.explanations.map { [Table.Cell($0.code, .heading), Table.Cell($0.meaning)] }
                return style.text(group.title, .first) + "\n" + Table(headings: [], rows: rows).text(style)
            }.joined(separator: "\n\n")
        }
    }

    private static func json(_ explanation: Explanation, in group: ExplanationGroup) -> JSON {
        .members([
            "code": explanation.code, "group": group.title, "property": explanation.property, "meaning": explanation.meaning,
            "cause": explanation.cause, "action": explanation.action, "command": explanation.command,
            "otherCodes": explanation.otherCodes,
        ])
    }
}

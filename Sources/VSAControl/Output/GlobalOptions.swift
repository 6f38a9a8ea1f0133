import ArgumentParser
import Glibc
import TVWorld

/// The options that every command accepts.
struct GlobalOptions: ParsableArguments, Sendable {
    @Flag(help: "Print JSON instead of text (JSON Lines for continuous output).")
    var json = false

    @Option(help: ArgumentHelp("The D-Bus address of the device's bus.", valueName: "address"))
    var address: String?

    func show(_ report: Report) {
        let text = json ? report.document.pretty : report.text(.detect())
        if !text.isEmpty { return StandardStream.line(text) }
        // Users who see no output may doubt that the command worked.
        if let absence = report.absence, isatty(STDERR_FILENO) == 1 { StandardStream.remark(absence) }
    }

    /// Writes one element of a stream to standard output immediately.
    func stream(_ report: Report) {
        let text = json ? report.document.serialized : report.text(.detect())
        if !text.isEmpty { StandardStream.line(text) }
    }
}

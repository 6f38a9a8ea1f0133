import ArgumentParser
import Foundation

/// The options that every command takes.
struct GlobalOptions: ParsableArguments, Sendable {
    @Flag(help: "Write one JSON document instead of text; one a line where more and more comes.")
    var json = false

    @Option(help: ArgumentHelp("The D-Bus address of the device's bus.", valueName: "address"))
    var address: String?

    /// Writes the report on standard output.
    func show(_ report: some Report) {
        let text = json ? report.document.pretty : report.text(.detect())
        if !text.isEmpty { StandardStream.line(text) }
    }

    /// Writes one piece of a stream on standard output, at once.
    func stream(_ report: some Report) {
        let text = json ? report.document.compact : report.text(.detect())
        if !text.isEmpty { StandardStream.line(text) }
    }

    /// Writes a remark on standard error.
    func remark(_ text: String) {
        StandardStream.line(text, to: STDERR_FILENO)
    }
}

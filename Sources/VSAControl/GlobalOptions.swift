import ArgumentParser
import Foundation

/// The options that every command takes.
struct GlobalOptions: ParsableArguments {
    @Flag(help: "Write one JSON document instead of text.")
    var json = false

    @Option(help: ArgumentHelp("The D-Bus address of the device's bus.", valueName: "address"))
    var address: String?

    /// Writes the report on standard output.
    func show(_ report: some Report) {
        let text = json ? report.document.pretty : report.text(.detect())
        if !text.isEmpty { Swift.print(text) }
    }

    /// Writes a remark on standard error.
    func remark(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}

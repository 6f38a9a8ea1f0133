import Foundation

/// `embed-text GENERATOR TYPE FOLDER OUTPUT` writes a Swift file with a type generated from the files of a folder.
@main
struct Main {
    /// The generators, by the names that `embed-text.json` uses.
    static let generators: [String: any Generator] = [
        "text": TextGenerator(), "dbus": InterfaceGenerator(isTyped: true), "dbus-strings": InterfaceGenerator(isTyped: false),
    ]

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("embed-text: error: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        guard arguments.count == 4 else { throw Problem("usage: embed-text GENERATOR TYPE FOLDER OUTPUT") }
        guard let generator = generators[arguments[0]] else {
            throw Problem("there is no generator \(arguments[0]); there are: \(generators.keys.sorted().joined(separator: ", "))")
        }
        let source = try generator.source(of: arguments[1], from: try TextFile.all(in: arguments[2]))
        try source.write(toFile: arguments[3], atomically: true, encoding: .utf8)
    }
}

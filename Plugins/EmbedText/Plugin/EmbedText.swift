import Foundation
import PackagePlugin

/// Generates Swift from folders of text files, as `embed-text.json` in the target's folder declares.
///
///     [{ "generator": "text", "folder": "Resources/pages", "type": "PageText" }]
///
/// The generators are those of the tool. Folders are relative to the package.
@main
struct EmbedText: BuildToolPlugin {
    /// One generated type.
    struct Declaration: Decodable {
        let generator: String
        let folder: String
        let type: String
    }

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let file = target.directoryURL.appending(path: "embed-text.json")
        let declarations = try JSONDecoder().decode([Declaration].self, from: Data(contentsOf: file))
        let tool = try context.tool(named: "embed-text").url
        return try declarations.map { declaration in
            let folder = context.package.directoryURL.appending(path: declaration.folder).standardizedFileURL
            let output = context.pluginWorkDirectoryURL.appending(path: "\(declaration.type).swift")
            let texts = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
            return .buildCommand(
                displayName: "Embedding \(declaration.folder) in \(target.name)", executable: tool,
                arguments: [declaration.generator, declaration.type, folder.path, output.path],
                // The folder itself, too: its date changes when a file is added or removed.
                inputFiles: [file, folder] + texts, outputFiles: [output])
        }
    }
}

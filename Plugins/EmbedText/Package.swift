// swift-tools-version: 6.2
import PackageDescription

/// The same plugin for the packages in Agents, which use this folder by its path. The root package declares these targets itself:
/// SwiftPM rejects a package by URL that depends on one by path.
let package = Package(
    name: "EmbedText",
    products: [.plugin(name: "EmbedText", targets: ["EmbedText"])],
    targets: [
        .executableTarget(name: "embed-text", path: "Tool"),
        .plugin(name: "EmbedText", capability: .buildTool(), dependencies: ["embed-text"], path: "Plugin"),
    ],
    swiftLanguageModes: [.v6]
)

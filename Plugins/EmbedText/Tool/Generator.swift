/// Generates Swift source from text files.
protocol Generator: Sendable {
    /// Returns the source that declares a type.
    ///
    /// - Parameters:
    ///   - type: The name of the type.
    ///   - files: All files of the folder, by name.
    func source(of type: String, from files: [TextFile]) throws -> String
}

/// The reason why nothing was generated.
struct Problem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

import Foundation

/// Finds a command as a shell does, in the session's `PATH`.
enum CommandSearch {
    /// A shell's codes for a command that cannot be started.
    static let notFoundCode: Int32 = 127
    static let notExecutableCode: Int32 = 126

    /// The path of the command's program.
    ///
    /// - Returns: nil when no folder has it.
    static func find(_ name: String, path: String) -> String? {
        if name.contains("/") { return name }
        for folder in path.split(separator: ":", omittingEmptySubsequences: false) {
            let candidate = (folder.isEmpty ? "." : String(folder)) + "/" + name
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder.boolValue,
                access(candidate, X_OK) == 0
            {
                return candidate
            }
        }
        return nil
    }
}

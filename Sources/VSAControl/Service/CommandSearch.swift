import FoundationEssentials
import Glibc

/// Finds a command in the session's `PATH`, like a shell.
enum CommandSearch {
    /// A shell's exit codes for a command that cannot be started.
    static let notFoundCode: Int32 = 127
    static let notExecutableCode: Int32 = 126

    /// Returns the path of the command's program.
    ///
    /// - Returns: Nil if no folder contains it.
    static func find(_ name: String, path: String) -> String? {
        if name.contains("/") { return name }
        for folder in path.split(separator: ":", omittingEmptySubsequences: false) {
            let candidate = (folder.isEmpty ? "." : String(folder)) + "/" + name
            var isFolder = false
            if FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder), !isFolder,
                access(candidate, X_OK) == 0
            {
                return candidate
            }
        }
        return nil
    }
}

/// The directories of the XDG Base Directory Specification (0.8), which ignores relative paths.
package enum BaseDirectories {
    /// The simulator's state folder: `VSASIM_STATE_DIR`, else `$XDG_STATE_HOME/vsasim`, else `~/.local/state/vsasim`.
    ///
    /// - Returns: nil if the environment contains no home directory.
    package static func state(environment: [String: String]) -> String? {
        if let folder = environment["VSASIM_STATE_DIR"], !folder.isEmpty { return folder }
        return stateHome(environment: environment).map { "\($0)/vsasim" }
    }

    /// `XDG_STATE_HOME`, else `~/.local/state`.
    ///
    /// - Returns: nil if the environment contains no home directory.
    package static func stateHome(environment: [String: String]) -> String? {
        if let folder = environment["XDG_STATE_HOME"], folder.hasPrefix("/") { return folder }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/.local/state"
    }
}

/// The directories of the XDG Base Directory Specification (0.8), which ignores relative paths.
package enum BaseDirectories {
    /// Returns the simulator's state folder: `VSASIM_STATE_DIR`, else `$XDG_STATE_HOME/vsasim`, else `~/.local/state/vsasim`.
    ///
    /// - Returns: nil if the environment contains no home directory.
    package static func state(environment: [String: String]) -> String? {
        if let folder = environment["VSASIM_STATE_DIR"], !folder.isEmpty { return folder }
        return stateHome(environment: environment).map { "\($0)/vsasim" }
    }

    /// Returns the same folder for a user's program.
    ///
    /// - Parameter home: The home directory to use if the environment contains none.
    package static func state(environment: [String: String], home: String) -> String {
        state(environment: environment) ?? "\(home)/.local/state/vsasim"
    }

    /// Returns `XDG_STATE_HOME`, else `~/.local/state`.
    ///
    /// - Parameter home: The home directory to use if the environment contains none.
    package static func stateHome(environment: [String: String], home: String) -> String {
        stateHome(environment: environment) ?? "\(home)/.local/state"
    }

    private static func stateHome(environment: [String: String]) -> String? {
        home("XDG_STATE_HOME", else: ".local/state", environment)
    }

    /// Returns `XDG_CONFIG_HOME`, else `~/.config`; nil if the environment contains no home directory.
    package static func configurationHome(environment: [String: String]) -> String? {
        home("XDG_CONFIG_HOME", else: ".config", environment)
    }

    /// Returns the folders of data files, those that take precedence first: `XDG_DATA_HOME`, else `~/.local/share`; then
    /// `XDG_DATA_DIRS`, else `/usr/local/share` and `/usr/share`.
    package static func data(environment: [String: String]) -> [String] {
        let user = home("XDG_DATA_HOME", else: ".local/share", environment)
        let system = (environment["XDG_DATA_DIRS"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }.map(String.init)
        return [user].compactMap(\.self) + (system.isEmpty ? ["/usr/local/share", "/usr/share"] : system)
    }

    private static func home(_ variable: String, else folder: String, _ environment: [String: String]) -> String? {
        if let folder = environment[variable], folder.hasPrefix("/") { return folder }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        return "\(home)/\(folder)"
    }
}

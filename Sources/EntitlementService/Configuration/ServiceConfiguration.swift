import Foundation
import StateDirectory
import TVWorld

/// The settings with their origins: the command line, or else the environment, or else the file, or else the default.
public struct ServiceConfiguration: Sendable {
    /// The value of a setting.
    public struct Value: Sendable, Equatable {
        /// The value; nil if there is no default.
        public var text: String?
        public var source: SettingSource
    }

    /// The configuration file.
    public let file: String?
    private var values: [Setting: Value] = [:]

    /// Creates the configuration.
    ///
    /// - Parameters:
    ///   - options: The options of the command line, checked by ``Setting/kind``.
    ///   - file: The file given on the command line.
    /// - Throws: ``ConfigurationMistakes`` with all errors in the file and in the environment.
    public init(options: [Setting: String], file: String?, environment: [String: String]) throws {
        for setting in Setting.allCases { values[setting] = Value(text: setting.standard, source: .standard) }
        var mistakes: [String] = []
        self.file = Self.place(of: file, environment: environment)
        if let path = self.file { readFile(path, home: environment["HOME"], &mistakes) }
        readEnvironment(environment, &mistakes)
        for (setting, text) in options {
            values[setting] = Value(text: text, source: .option(setting.option ?? setting.rawValue))
        }
        settle(.adminToken, .adminTokenFile, &mistakes)
        settle(.databaseKey, .databaseKeyFile, &mistakes)
        checkCompanions(&mistakes)
        checkProtection(&mistakes)
        guard mistakes.isEmpty else { throw ConfigurationMistakes(lines: mistakes) }
        if values[.state]?.text == nil { values[.state] = Self.stateFolder(environment) }
    }

    /// The value of a setting.
    public subscript(setting: Setting) -> Value { values[setting] ?? Value(text: nil, source: .standard) }

    // MARK: - Sources

    /// The variable with the configuration file.
    public static let fileVariable = Setting.variablePrefix + "CONFIG"

    /// Returns the given file, or else the user's own if it exists.
    private static func place(of file: String?, environment: [String: String]) -> String? {
        if let file = file ?? environment[fileVariable], !file.isEmpty { return file }
        guard let folder = BaseDirectories.configurationHome(environment: environment) else { return nil }
        let path = folder + "/vsasim/entitlementd.yaml"
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }

    private mutating func readFile(_ path: String, home: String?, _ mistakes: inout [String]) {
        let content: PlainFile
        do {
            content = try PlainFile(path, limit: ConfigurationFile.limit)
        } catch {
            return mistakes.append("\(path): \(error)")
        }
        guard let text = String(validating: content.bytes, as: UTF8.self) else { return mistakes.append("\(path): not UTF-8") }
        let file = ConfigurationFile(text, path: path)
        mistakes += file.mistakes
        for entry in file.entries {
            let hasPassword = entry.setting == .database && Self.masked(entry.text) != entry.text
            if entry.setting.isSecret || hasPassword, content.isOpenToOthers {
                mistakes.append(
                    "\(path):\(entry.line): others can read this file, which holds \(entry.setting.rawValue): chmod 600")
            }
            let text = entry.setting.kind == .path ? Self.absolute(entry.text, in: path, home: home) : entry.text
            values[entry.setting] = Value(text: text, source: .file(path: path, line: entry.line))
        }
    }

    /// Returns an absolute path: a path in the file is relative to the file's folder, and may begin with `~`.
    private static func absolute(_ path: String, in file: String, home: String?) -> String {
        if path.hasPrefix("/") { return path }
        if path.hasPrefix("~/"), let home { return home + path.dropFirst() }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        return folder + path
    }

    private mutating func readEnvironment(_ environment: [String: String], _ mistakes: inout [String]) {
        let settings = Dictionary(Setting.allCases.map { ($0.variable, $0) }) { first, _ in first }
        for (variable, text) in environment.sorted(by: { $0.key < $1.key }) where variable.hasPrefix(Setting.variablePrefix) {
            guard variable != Self.fileVariable, !text.isEmpty else { continue }
            guard let setting = settings[variable] else {
                let advice = NearestName.find(variable, in: Array(settings.keys) + [Self.fileVariable])
                mistakes.append("\(variable): no such setting" + (advice.map { "; did you mean \($0)?" } ?? ""))
                continue
            }
            guard setting.kind.accepts(text) else {
                mistakes.append(
                    "\(variable): \(setting.rawValue) takes \(setting.kind.accepted); found \(setting.found(text))")
                continue
            }
            values[setting] = Value(text: text, source: .environment(variable: variable))
        }
    }

    // MARK: - Dependent settings

    /// Resolves a secret and a file that contains it: the setting with the higher precedence applies.
    private mutating func settle(_ secret: Setting, _ file: Setting, _ mistakes: inout [String]) {
        let (given, path) = (self[secret], self[file])
        guard given.text != nil, path.text != nil else { return }
        if given.source.name == path.source.name {
            mistakes.append(
                "\(given.source.place ?? ""): \(secret.rawValue) and \(file.rawValue) (\(path.source.place ?? "")) "
                    + "cannot both be set")
        } else {
            values[given.source < path.source ? secret : file] = Value(text: nil, source: .standard)
        }
    }

    /// Checks that every setting that depends on another one is given together with it.
    private func checkCompanions(_ mistakes: inout [String]) {
        let companions: [(Setting, Setting)] = [
            (.databaseKey, .database), (.databaseKeyFile, .database), (.tlsCertificate, .tlsKey), (.tlsKey, .tlsCertificate),
        ]
        for (given, missing) in companions where self[given].text != nil && self[missing].text == nil {
            mistakes.append("\(self[given].source.place ?? ""): \(given.rawValue) needs \(missing.rawValue) as well")
        }
    }

    /// Checks that access without a login is limited to users of this machine.
    private func checkProtection(_ mistakes: inout [String]) {
        guard opensDashboard else { return }
        let place = self[.dashboardProtection].source.place ?? ""
        if !listen.isLoopback {
            mistakes.append(
                "\(place): dashboard-protection never needs a loopback address in listen; found \(self[.listen].text ?? "")")
        }
        // Through a proxy, others can also reach a loopback address.
        for setting in [Setting.publicURL, .trustedProxy] where self[setting].text != nil {
            mistakes.append(
                "\(place): dashboard-protection never cannot be combined with \(setting.rawValue) (\(self[setting].source.place ?? ""))"
            )
        }
    }

    private static func stateFolder(_ environment: [String: String]) -> Value {
        if let folder = environment["VSASIM_STATE_DIR"], !folder.isEmpty {
            return Value(text: folder, source: .environment(variable: "VSASIM_STATE_DIR"))
        }
        return Value(text: BaseDirectories.state(environment: environment), source: .standard)
    }
}

import AccountCore
import StateDirectory

/// The desktop entries of the installed apps, which contain their display names. Flatpak and snapd install them, too.
public struct DesktopEntries: Sendable {
    /// The folders with `ID.desktop`; earlier ones take precedence.
    private let folders: [String]
    /// The keys of an entry that can contain the name; earlier ones take precedence.
    private let keys: [String]

    /// The maximum size of an entry, in bytes. Real ones, which contain the name in many languages, have up to 64 KiB.
    private static let limit = 262_144
    private static let group = "Desktop Entry"

    /// Finds the folders in the process's environment, and the user's language.
    public init(environment: [String: String]) {
        let data = BaseDirectories.data(environment: environment)
        // `XDG_DATA_DIRS` of a session that has not read the profile scripts of Flatpak and snapd lacks their folders.
        let others =
            data.prefix(1).map { "\($0)/flatpak/exports/share" } + ["/var/lib/flatpak/exports/share", "/var/lib/snapd/desktop"]
        folders = (data + others).map { "\($0)/applications" }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        keys = Self.localizations(of: locale).map { "Name[\($0)]" } + ["Name"]
    }

    private init() { (folders, keys) = ([], []) }

    /// No entries.
    public static let none = DesktopEntries()

    /// Returns the display name of an app; nil if it has no entry, or none with a name that is accepted.
    func name(of app: ApplicationID) -> String? {
        var files = [app.text]
        // A snap's main program has the snap's name.
        if app.text.hasPrefix("snap.") { files.append("\(app.text.dropFirst(5))_\(app.text.dropFirst(5))") }
        for folder in folders {
            for file in files {
                let path = "\(folder)/\(file).desktop"
                guard let bytes = try? PrivateFile.read(path, limit: Self.limit, followsLinks: true) else { continue }
                // A hidden entry counts as deleted, and hides those in later folders.
                return Self.name(in: KeyFile(String(decoding: bytes, as: UTF8.self)), keys)
            }
        }
        return nil
    }

    private static func name(in file: KeyFile, _ keys: [String]) -> String? {
        guard file.value(of: "Hidden", in: group) != "true" else { return nil }
        let name = keys.lazy.compactMap { file.value(of: $0, in: group) }.first
        guard let name, (1...Application.maximumNameLength).contains(name.utf8.count),
            // The bus cannot carry NUL characters: no list with this app could be sent any more.
            !name.utf8.contains(0)
        else { return nil }
        return name
    }

    /// Returns the localizations that match a locale (`lang_COUNTRY.ENCODING@MODIFIER`), in the order of the specification.
    private static func localizations(of locale: String) -> [String] {
        let modified = locale.split(separator: "@", maxSplits: 1)
        guard let plain = modified.first?.split(separator: ".", maxSplits: 1).first else { return [] }
        let modifier = modified.count > 1 ? "@\(modified[1])" : ""
        let names = [plain, plain.prefix { $0 != "_" }].map(String.init)
        return names.flatMap { modifier.isEmpty ? [$0] : [$0 + modifier, $0] }
    }
}

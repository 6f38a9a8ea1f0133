/// `.flatpak-info`, a key file that Flatpak creates in the root folder of every sandbox.
enum FlatpakMetadata {
    /// The file.
    static let fileName = ".flatpak-info"
    /// The maximum size, in bytes. Real files have about one thousand.
    static let limit = 65_536

    /// Returns the app's identifier: `name` in the group `Application`, or else in `Runtime`, with which a runtime is run like an
    /// app.
    static func application(in text: String) -> String? {
        let file = KeyFile(text)
        return file.value(of: "name", in: "Application") ?? file.value(of: "name", in: "Runtime")
    }
}

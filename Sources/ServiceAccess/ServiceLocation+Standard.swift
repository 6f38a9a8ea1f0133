import Foundation

extension ServiceLocation {
    /// Returns the simulator's service: from the settings, `VSASIM_SERVICE_URL`, or the file of the running entitlementd; nil if
    /// there is none.
    package static func standard(setting: String?, environment: [String: String]) -> String? {
        if let url = setting ?? environment["VSASIM_SERVICE_URL"], !url.isEmpty { return base(url, standard: nil) }
        guard let runtime = environment["XDG_RUNTIME_DIR"], !runtime.isEmpty,
            let file = FileManager.default.contents(atPath: "\(runtime)/vsasim/entitlementd.json"),
            let url = JSONValue(parsing: Array(file))?["url"]?.text
        else { return nil }
        return base(url, standard: nil)
    }
}

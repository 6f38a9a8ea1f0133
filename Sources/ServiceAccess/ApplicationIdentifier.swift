import Foundation

/// The identifier by which an app's library keeps its records and describes itself to the service.
package enum ApplicationIdentifier {
    /// Returns the identifier from the settings, or else `VSASIM_APPLICATION_ID`, or else the executable's name, by which the
    /// device identifies the app, too.
    package static func of(setting: String?, environment: [String: String]) -> String {
        setting.nonEmpty ?? environment["VSASIM_APPLICATION_ID"].nonEmpty ?? ProcessInfo.processInfo.processName
    }
}

import Encodings
import Foundation
import Glibc
import TVWorld

extension ClockSetting {
    /// Creates the setting in `VSASIM_CLOCK`, or in the file whose path that is, as `vsad` writes it. Without the variable or the
    /// file, it is the machine's time.
    ///
    /// - Throws: ``ConfigurationMistakes`` for any other value.
    public init(environment: [String: String]) throws(ConfigurationMistakes) {
        let value = (environment["VSASIM_CLOCK"] ?? "").trimmingWhitespace
        let isFile = value.hasPrefix("/")
        guard !value.isEmpty, !isFile || FileManager.default.fileExists(atPath: value) else {
            self = .real
            return
        }
        var text = value
        if isFile {
            // A pipe without a writer must not block the start.
            let bytes = (try? PlainFile(value, limit: 1_024, flags: O_NONBLOCK))?.bytes ?? []
            text = String(decoding: bytes, as: UTF8.self).trimmingWhitespace
        }
        guard let setting = ClockSetting(specification: text, machine: SystemClock.machineMilliseconds()) else {
            let place = isFile ? "VSASIM_CLOCK (\(value))" : "VSASIM_CLOCK"
            throw ConfigurationMistakes(lines: [
                "\(place): the clock takes real, offset:SECONDS, frozen:UNIX_SECONDS, or the absolute path of a file with one of "
                    + "them; found \(JSON.string(String(text.prefix(64))).serialized)"
            ])
        }
        self = setting
    }
}

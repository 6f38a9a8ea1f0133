import AccountCore
import Glibc
import StateDirectory
import TVWorld

/// The file by which apps and tools follow the device's clock: one line in the format of `VSASIM_CLOCK`.
public struct ClockFile: Sendable {
    /// The path.
    public let path: String

    /// The maximum number of bytes that are read; a setting has a few dozen.
    private static let limit = 256

    /// Creates a value for the file at a path.
    public init(path: String) {
        self.path = path
    }

    /// Creates a value for the file in a runtime folder, `$XDG_RUNTIME_DIR/vsasim/device-clock`; nil without such a folder.
    public init?(runtimeFolder: String?) {
        guard let runtimeFolder, runtimeFolder.hasPrefix("/") else { return nil }
        self.init(path: "\(runtimeFolder)/vsasim/device-clock")
    }

    /// Returns the content without white space around it; nil if the file does not exist, empty if it cannot be read.
    public func read() -> String? {
        do {
            guard let bytes = try PrivateFile.read(path, limit: Self.limit, followsLinks: true) else { return nil }
            let isBlank: (UInt8) -> Bool = { $0 <= UInt8(ascii: " ") }
            let end = bytes.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? 0
            return String(decoding: bytes[..<end].drop(while: isBlank), as: UTF8.self)
        } catch {
            return ""
        }
    }

    /// Replaces the content atomically. Creates no file for a clock that is not adjusted.
    ///
    /// - Throws: `StoreError`.
    func write(_ setting: ClockSetting) throws(StoreError) {
        if setting == .real, access(path, F_OK) != 0 { return }
        guard let slash = path.lastIndex(of: "/") else { return }
        try StateFolder.makeFolder(String(path[..<slash]))
        do throws(SystemFailure) {
            try PrivateFile.replace(path, with: "\(setting.specification)\n".utf8, isSynced: false)
        } catch {
            throw StateFolder.failure("cannot write \(path)", error)
        }
    }
}

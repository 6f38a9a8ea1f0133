import Foundation
import PrivateSession

/// The folders of a private session. Everything is in one temporary folder, but for the state, configuration and world of a
/// named instance, which outlive it.
struct SessionPlaces: Sendable, Equatable {
    /// The session's own folder.
    var folder: String
    /// `XDG_STATE_HOME`
    var state: String
    /// `XDG_CONFIG_HOME`
    var config: String
    /// The document with the session's world, when it is another than the built-in one.
    var world: String

    /// `XDG_RUNTIME_DIR`
    var runtime: String { "\(folder)/runtime" }
    /// What the entitlement library writes its calls and callbacks to.
    var journal: String { "\(folder)/journal.jsonl" }
    /// What says how the device's clock goes (`VSASIM_CLOCK`); vsad writes it whenever it changes.
    var clock: String { "\(runtime)/vsasim/device-clock" }
    /// The statement that apps register with.
    var softwareStatement: String { "\(folder)/software-statement" }
    /// What entitlementd writes to standard error.
    var serviceLog: String { "\(folder)/entitlementd.log" }
    /// What the bus and vsad write to standard error.
    var busLog: String { "\(folder)/bus.log" }

    /// The places of a session.
    ///
    /// - Parameters:
    ///   - folder: The session's own folder, which exists.
    ///   - instance: The folder of a named instance, which exists; nil for a throw-away session.
    init(folder: String, instance: String?) {
        self.folder = folder
        let lasting = instance ?? folder
        state = "\(lasting)/state"
        config = "\(lasting)/config"
        world = "\(lasting)/world.json"
    }

    /// Makes the folders, all at mode 0700.
    ///
    /// - Throws: the file system's error.
    func make() throws {
        for folder in [state, config, runtime, runtime + "/vsasim"] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
    }
}

import StateDirectory

/// The folders of a private session. Everything is in one temporary folder, except for the state, configuration and world of a
/// named instance, which are kept.
struct SessionPlaces: Sendable, Equatable {
    /// The session's own folder, which exists.
    var folder: String
    /// The folder of a named instance, which exists; nil for a temporary session.
    var instance: String?

    private var lasting: String { instance ?? folder }

    /// `XDG_STATE_HOME`
    var state: String { "\(lasting)/state" }
    /// `XDG_CONFIG_HOME`
    var config: String { "\(lasting)/config" }
    /// The document with the session's world, if it is not the built-in one.
    var world: String { "\(lasting)/world.json" }
    /// `XDG_RUNTIME_DIR`
    var runtime: String { "\(folder)/runtime" }
    /// The file to which the entitlement library writes its calls and callbacks.
    var journal: String { "\(folder)/journal.jsonl" }
    /// The file with the setting of the device's clock (`VSASIM_CLOCK`); vsad writes it on every change.
    var clock: String { "\(runtime)/vsasim/device-clock" }
    /// The file with the statement that apps use to register.
    var softwareStatement: String { "\(folder)/software-statement" }
    /// The data of the console's app.
    var consoleStorage: String { "\(folder)/console" }
    /// The standard error of entitlementd.
    var serviceLog: String { "\(folder)/entitlementd.log" }
    /// The standard error of the bus and vsad.
    var busLog: String { "\(folder)/bus.log" }

    func make() throws(Failure) {
        for folder in [state, config, runtime, runtime + "/vsasim"] { try Self.makeFolder(folder) }
    }

    /// Creates a folder with mode 0700.
    static func makeFolder(_ path: String) throws(Failure) {
        do { try PrivateFolder.make(path) } catch { throw Failure(.setUpFailed, "cannot create \(path): \(error.reason)") }
    }

    /// Writes a file with mode 0600.
    static func write(_ content: some Collection<UInt8>, to path: String) throws(Failure) {
        do { try PrivateFile.replace(path, with: content, isSynced: false) } catch {
            throw Failure(.setUpFailed, "cannot write \(path): \(error.reason)")
        }
    }
}

import Encodings
import Foundation
import StateDirectory

/// Where the storage of an app lies.
struct StoreLocation: Sendable, Equatable {
    /// The folder of the storage.
    let folder: String
    /// The folder that earlier versions kept this app's storage in.
    let previous: String
    /// The app's identifier.
    let applicationID: String

    /// The storage of an app, as its settings, else the environment say.
    ///
    /// On iOS the apps of a team share one, as apps of one vendor share a keychain; on tvOS each app has its own.
    init(settings: AccessEnablerSettings, applicationID: String, variables: [String: String]) {
        self.applicationID = applicationID
        if let folder = settings.storageFolder {
            (self.folder, previous) = (folder, folder)
            return
        }
        let state = Self.state(variables)
        let team = [settings.teamIdentifier, variables["VSASIM_TEAM_ID"]].compactMap(\.self).first { !$0.isEmpty } ?? "default"
        let own = settings.platform == .ios ? "ios/\(StoreLayout.name(team))" : "tvos/\(StoreLayout.name(applicationID))"
        folder = "\(state)/access-enabler/\(own)"
        let name = PercentEncoding.encode(applicationID)
        previous = "\(state)/apps/\(name.hasPrefix(".") ? "_\(name)" : name)"
    }

    /// A storage in a folder.
    init(folder: String, previous: String? = nil, applicationID: String = "com.example.player") {
        self.folder = folder
        self.previous = previous ?? folder
        self.applicationID = applicationID
    }

    /// All of the app's identifier but its last component: whom the system tells one device identifier. One component stands for
    /// itself. Mirrors `identifierForVendor`.
    var vendor: String {
        guard let dot = applicationID.lastIndex(of: "."), dot != applicationID.startIndex else { return applicationID }
        return String(applicationID[..<dot])
    }

    /// The simulator's state folder: `VSASIM_STATE_DIR`, else `$XDG_STATE_HOME/vsasim`, else `~/.local/state/vsasim`.
    private static func state(_ variables: [String: String]) -> String {
        BaseDirectories.state(environment: variables) ?? "\(NSHomeDirectory())/.local/state/vsasim"
    }
}

/// The files of a storage folder:
///
///     store.json                             the format, the last logout, what was imported
///     devices.json                           the device's identifiers
///     clients.json                           registrations and access tokens, by service and statement
///     selected.json                          the selected MVPD by requestor
///     sessions/REQUESTOR/MVPD/DEVICE.json    the logins with their authorizations
///
/// Media tokens are never stored.
struct StoreLayout: Sendable {
    let folder: String

    var state: String { "\(folder)/store.json" }
    var devices: String { "\(folder)/devices.json" }
    var clients: String { "\(folder)/clients.json" }
    var selected: String { "\(folder)/selected.json" }
    var sessions: String { "\(folder)/sessions" }
    /// The sessions that are just being removed: a logout takes all at once or none, whenever the app is killed.
    var removed: String { "\(folder)/.removed" }

    /// The sessions of a requestor.
    func sessions(of requestor: String) -> String { "\(sessions)/\(Self.name(requestor))" }

    /// The bucket requestor × MVPD.
    func bucket(_ requestor: String, _ mvpd: String) -> String { "\(sessions(of: requestor))/\(Self.name(mvpd))" }

    /// The file of a session.
    func file(of session: Session) -> String {
        "\(bucket(session.requestor, session.mvpd))/\(Self.file(deviceID: session.deviceID))"
    }

    /// The name of a device's session in its bucket.
    static func file(deviceID: String) -> String { "\(name(deviceID)).json" }

    /// A file name for any text.
    static func name(_ text: String) -> String {
        let name = PercentEncoding.encode(text)
        return name.utf8.count <= 200 && !name.hasPrefix(".") && !name.isEmpty ? name : "sha256-\(Digest.sha256(text))"
    }
}

/// What `store.json` says.
struct StoreState: Sendable, Equatable {
    /// The format that this version writes; 1 had no such file.
    static let currentFormat: Int64 = 2

    /// How far the import of an app's previous storage is.
    enum Import: String, Sendable {
        case begun, done
    }

    var format = currentFormat
    /// How many times everybody was logged out.
    var logouts: Int64 = 0
    /// When that was the last time, milliseconds since 1970.
    var lastLogout: Int64 = 0
    /// By the apps' identifiers.
    var imports: [String: Import] = [:]

    init() {}

    /// Reads the file; nil when it is not well-formed. A newer format may have anything beside its number.
    init?(json: JSONValue) {
        guard let format = json["format"]?.integer, format >= Self.currentFormat else { return nil }
        self.format = format
        guard format == Self.currentFormat else { return }
        guard let logouts = json["logouts"]?.integer, let lastLogout = json["lastLogout"]?.integer,
            let imports = json["imports"]?.object
        else { return nil }
        self.logouts = logouts
        self.lastLogout = lastLogout
        for (application, text) in imports {
            guard let progress = text.text.flatMap(Import.init(rawValue:)) else { return nil }
            self.imports[application] = progress
        }
    }

    /// The form in which it is stored.
    var json: JSONValue {
        .object([
            "format": .integer(format), "logouts": .integer(logouts), "lastLogout": .integer(lastLogout),
            "imports": .object(imports.mapValues { .text($0.rawValue) }),
        ])
    }
}

/// What `devices.json` says: one identifier for all apps of a vendor. An app that had another one in the previous layout keeps it
/// until the next logout, because its tokens are bound to it.
struct StoredDevices: Sendable, Equatable {
    var vendors: [String: String] = [:]
    var applications: [String: String] = [:]

    init() {}

    /// Reads the file; nil when it is not well-formed.
    init?(json: JSONValue) {
        guard let vendors = Self.texts(json["vendors"]), let applications = Self.texts(json["applications"]) else { return nil }
        self.vendors = vendors
        self.applications = applications
    }

    /// The form in which it is stored.
    var json: JSONValue {
        .object([
            "vendors": .object(vendors.mapValues(JSONValue.text)),
            "applications": .object(applications.mapValues(JSONValue.text)),
        ])
    }

    /// What an app's device is called.
    func identifier(for location: StoreLocation) -> String? {
        applications[location.applicationID] ?? vendors[location.vendor]
    }

    /// Every device that has a part in the storage, as services know them.
    var deviceIDs: Set<String> { Set((Array(vendors.values) + Array(applications.values)).map(Digest.sha256)) }

    private static func texts(_ value: JSONValue?) -> [String: String]? {
        guard let object = value?.object else { return nil }
        let texts = object.compactMapValues { $0.text.flatMap { $0.isEmpty ? nil : $0 } }
        return texts.count == object.count ? texts : nil
    }
}

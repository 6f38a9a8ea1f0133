import Encodings
import Foundation
import ServiceAccess
import StateDirectory

/// The location of an app's storage.
struct StoreLocation: Sendable, Equatable {
    let folder: String
    /// The app's identifier.
    let applicationID: String

    /// Creates the location that an app's settings name, or else its environment.
    ///
    /// On iOS the apps of a team share one, as apps of one vendor share a keychain; on tvOS each app has its own.
    init(_ settings: AccessEnablerSettings) {
        applicationID = settings.applicationID
        if let folder = settings.storageFolder.nonEmpty {
            self.folder = folder
            return
        }
        let variables = settings.variables
        let state = BaseDirectories.state(environment: variables, home: NSHomeDirectory())
        let team = settings.teamIdentifier.nonEmpty ?? variables["VSASIM_TEAM_ID"].nonEmpty ?? "default"
        let own = settings.platform == .ios ? "ios/\(StoreLayout.name(team))" : "tvos/\(StoreLayout.name(applicationID))"
        folder = "\(state)/access-enabler/\(own)"
    }

    /// The app's identifier without its last component: apps with the same vendor receive the same device identifier. A single
    /// component is used unchanged. Mirrors `identifierForVendor`.
    var vendor: String {
        guard let dot = applicationID.lastIndex(of: "."), dot != applicationID.startIndex else { return applicationID }
        return String(applicationID[..<dot])
    }
}

/// The files of a storage folder:
///
///     store.json                             the format, the last logout
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
    /// The folder of sessions that are being removed: a logout removes all or none, even if the app is killed.
    var removed: String { "\(folder)/.removed" }

    /// Returns the folder of a requestor's sessions.
    func sessions(of requestor: String) -> String { "\(sessions)/\(Self.name(requestor))" }

    /// Returns the folder of a requestor's sessions with an MVPD.
    func bucket(_ requestor: String, _ mvpd: String) -> String { "\(sessions(of: requestor))/\(Self.name(mvpd))" }

    /// The folders with sessions, of all requestors and MVPDs.
    var buckets: some Sequence<String> {
        JSONFile.names(in: sessions).lazy.flatMap { requestor in
            JSONFile.names(in: "\(sessions)/\(requestor)").map { "\(sessions)/\(requestor)/\($0)" }
        }
    }

    func file(of session: Session) -> String {
        "\(bucket(session.requestor, session.mvpd))/\(Self.file(deviceID: session.deviceID))"
    }

    /// Returns the name of a device's session file.
    static func file(deviceID: String) -> String { "\(name(deviceID)).json" }

    /// Returns a file name for any string.
    static func name(_ text: String) -> String {
        let name = PercentEncoding.encode(text)
        return name.utf8.count <= 200 && !name.hasPrefix(".") && !name.isEmpty ? name : "sha256-\(Digest.sha256(text))"
    }
}

/// The contents of `store.json`.
struct StoreState: Sendable, Equatable {
    /// The format that this version writes.
    static let format: Int64 = 2

    var logouts: Int64 = 0
    /// The date of the last logout, in milliseconds since 1970.
    var lastLogout: Int64 = 0

    init() {}

    /// Creates the state from the file; nil if it is malformed or has another format.
    init?(json: JSONValue) {
        guard json["format"]?.integer == Self.format, let logouts = json["logouts"]?.integer,
            let lastLogout = json["lastLogout"]?.integer
        else { return nil }
        self.logouts = logouts
        self.lastLogout = lastLogout
    }

    /// The stored form.
    var json: JSONValue {
        .object(["format": .integer(Self.format), "logouts": .integer(logouts), "lastLogout": .integer(lastLogout)])
    }
}

/// The contents of `devices.json`: one identifier for all apps of a vendor.
struct StoredDevices: Sendable, Equatable {
    var vendors: [String: String] = [:]

    init() {}

    /// Creates the identifiers from the file; nil if it is malformed.
    init?(json: JSONValue) {
        guard let object = json["vendors"]?.object else { return nil }
        vendors = object.compactMapValues { $0.text.flatMap { $0.isEmpty ? nil : $0 } }
        guard vendors.count == object.count else { return nil }
    }

    /// The stored form.
    var json: JSONValue { .object(["vendors": .object(vendors.mapValues(JSONValue.text))]) }

    /// The identifiers of all devices in the storage, as services know them.
    var deviceIDs: Set<String> { Set(vendors.values.map(Digest.sha256)) }
}

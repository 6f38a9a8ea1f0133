import Foundation

@testable import AccessEnabler

/// A folder for storages, which is removed at the end.
struct StorageFolder {
    let path: String

    /// Runs with a new folder.
    static func with<T>(_ body: (StorageFolder) async throws -> T) async throws -> T {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(StorageFolder(path: path))
    }

    /// Runs with a new folder and an app's storage in it.
    static func withStore<T>(_ body: (StorageFolder, FileStore) async throws -> T) async throws -> T {
        try await with { folder in try await body(folder, folder.store()) }
    }

    /// An app's storage in the folder.
    func store(
        _ applicationID: String = "com.example.player", patience: Int64 = 5_000, now: Int64 = 1_000
    ) -> FileStore {
        FileStore(
            location: StoreLocation(folder: "\(path)/store", applicationID: applicationID), patience: patience,
            isSynced: true, now: { now }, service: { "http://127.0.0.1:1" })
    }

    /// Writes a text into a file of the storage.
    func write(_ text: String, to name: String) throws {
        let url = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// The paths of all files in the folder, except lock files.
    var files: [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return names.filter { !$0.hasSuffix(".lock") && !isFolder($0) }.sorted()
    }

    private func isFolder(_ name: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(path)/\(name)", isDirectory: &isFolder) && isFolder.boolValue
    }
}

extension FileStore {
    /// Whether it has the file of a session.
    var hasSessions: Bool { files.buckets.contains { !JSONFile.names(in: $0).isEmpty } }
}

extension StoreLocation {
    /// The location of a storage in a folder.
    init(folder: String, applicationID: String = "com.example.player") {
        var settings = AccessEnablerSettings()
        settings.storageFolder = folder
        settings.applicationIdentifier = applicationID
        self.init(settings)
    }
}

extension Session {
    /// A login that never expires.
    static func stored(
        _ requestor: String = "REF30", _ mvpd: String = "AlphaCable", deviceID: String, source: Source = .regular,
        storedAt: Int64 = 3, expires: Int64 = 5_000_000_000_000
    ) -> Session {
        Session(
            requestor: requestor, mvpd: mvpd, userID: "u", expires: expires, deviceID: deviceID, source: source,
            storedAt: storedAt)
    }
}

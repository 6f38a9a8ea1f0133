import Dispatch
import Encodings
import Foundation
import ServiceAccess
import StateDirectory

#if canImport(Glibc)
    import Glibc
#endif

/// A type that stores the registration, the device identifier and the sign-in persistently, such as a keychain.
///
/// Anyone who can read them can act as this app on this device.
public protocol EntitlementStore: Sendable {
    /// Returns the value for a key; nil if there is none, or it cannot be read.
    func value(for key: String) async -> [UInt8]?
    /// Stores a value; nil removes it.
    func set(_ value: [UInt8]?, for key: String) async
    /// Stores a value unless there is one, and returns the stored one, even if another process was first.
    func establish(_ value: [UInt8], for key: String) async -> [UInt8]
}

extension EntitlementStore {
    /// Stores a value unless there is one; for a store that no other process uses.
    public func establish(_ value: [UInt8], for key: String) async -> [UInt8] {
        if let stored = await self.value(for: key) { return stored }
        await set(value, for: key)
        return value
    }
}

/// A folder of mode 0700 with a file of mode 0600 for each key; files are replaced as a whole. A failure is reported on
/// standard error, and the change is lost when the process exits.
public struct FileStore: EntitlementStore {
    private static let limit = 1 << 20
    private let folder: String
    /// Whether a write waits for the disk.
    private let isSynced: Bool
    private let queue = DispatchQueue(label: "EntitlementREST.storage")

    /// Creates a store in a folder, which is created on first use.
    public init(folder: String) { self.init(folder: folder, environment: ProcessInfo.processInfo.environment) }

    /// Creates an app's store in the simulator's state folder.
    init(application: String, environment: [String: String]) {
        let state = BaseDirectories.state(environment: environment, home: NSHomeDirectory())
        self.init(folder: "\(state)/entitlement-rest/\(Self.name(application))", environment: environment)
    }

    private init(folder: String, environment: [String: String]) {
        self.folder = folder
        isSynced = PrivateFile.isSynced(in: environment)
    }

    /// Returns the content of a key's file. A damaged or foreign file counts as absent.
    public func value(for key: String) async -> [UInt8]? {
        let path = path(of: key)
        return await onQueue { try? PrivateFile.read(path, limit: Self.limit) }
    }

    /// Replaces or removes a key's file.
    public func set(_ value: [UInt8]?, for key: String) async {
        let path = path(of: key)
        await onQueue { if let value { replace(path, with: value) } else { remove(path) } }
    }

    /// Creates a key's file unless there is one. What cannot be read is replaced.
    public func establish(_ value: [UInt8], for key: String) async -> [UInt8] {
        let path = path(of: key)
        return await onQueue {
            save(path) { () throws(SystemFailure) in _ = try PrivateFile.create(path, with: value, isSynced: isSynced) }
            if let stored = try? PrivateFile.read(path, limit: Self.limit) { return stored }
            replace(path, with: value)
            return value
        }
    }

    private func replace(_ path: String, with value: [UInt8]) {
        save(path) { () throws(SystemFailure) in try PrivateFile.replace(path, with: value, isSynced: isSynced) }
    }

    private func remove(_ path: String) {
        guard unlink(path) != 0, errno != ENOENT, errno != ENOTDIR else { return }
        StandardError.say("EntitlementREST: \(path) cannot be removed: \(SystemFailure().reason)")
    }

    private func path(of key: String) -> String { "\(folder)/\(Self.name(key)).json" }

    /// Returns a file name for any string.
    private static func name(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.utf8.count <= 200 && !text.hasPrefix(".")
        let isSafe = text.utf8.allSatisfy { "-_.".utf8.contains($0) || $0.isASCIILetterOrDigit }
        return isPlain && isSafe ? text : "sha256-\(Digest.sha256(text))"
    }

    /// Writes a file of the folder; a failure is reported.
    private func save(_ path: String, _ body: () throws(SystemFailure) -> Void) {
        do throws(SystemFailure) {
            try PrivateFolder.make(folder)
            try body()
        } catch {
            StandardError.say("EntitlementREST: \(path) cannot be written: \(error.reason)")
        }
    }

    private func onQueue<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in queue.async { continuation.resume(returning: body()) } }
    }
}

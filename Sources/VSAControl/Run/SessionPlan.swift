import FoundationEssentials
import PrivateSession
import TVWorld

/// The parameters with which a private session is set up.
struct SessionPlan: Sendable {
    /// The environment of the caller.
    var outer: [String: String]
    /// The instance whose state is used; nil for a temporary one. It is held while its state is in use.
    var instance: Instance?
    /// The world of both daemons; nil for the instance's, or else the built-in one.
    var world: SessionWorld?
    /// The initial scenario; nil for a new device and service.
    var scenario: Scenario?
    /// Whether the service uses TLS, with a certificate of the session's own authority.
    var usesTLS: Bool
    /// The service's database server; nil for SQLite in the session's folder.
    var database: SessionDatabase?
    /// Whether the session's folder is kept at the end.
    var keepsFolder: Bool
}

/// The world of a private session: read and checked once, and passed to both daemons as one file that nothing else changes.
struct SessionWorld: Sendable {
    /// The document as it was read.
    let document: Data
    let world: World

    init(_ world: World) {
        document = Data(world.document.serialized.utf8)
        self.world = world
    }

    /// Reads the file of `--world`.
    ///
    /// - Throws: `Failure` with `ExitStatus.invalidData` and the file, the field and the accepted values.
    init(file: String) throws {
        document = try InputFile.read(file, as: "world", limit: 64 << 20, missing: .invalidData)
        do {
            world = try World(document: Array(document))
        } catch {
            throw Failure(.invalidData, "the file \(file) is not a valid world: \(error)")
        }
    }

    /// Returns the world of a session: the given one, which an instance then stores, or else the instance's stored one.
    ///
    /// - Returns: Nil for the built-in world.
    /// - Throws: `Failure` if the stored file is no longer valid, or the given one cannot be stored.
    static func settle(_ given: SessionWorld?, in places: SessionPlaces) throws -> SessionWorld? {
        if let given {
            try SessionPlaces.write(given.document, to: places.world)
            return given
        }
        return FileManager.default.fileExists(atPath: places.world) ? try SessionWorld(file: places.world) : nil
    }
}

/// The PostgreSQL server of a session's service, with a schema of the session's own.
struct SessionDatabase: Sendable {
    /// The connection string or URL; it may contain a password, so it is passed only in the environment.
    var target: String
    var schema = "vsasim_session_\(String(UInt64.random(in: 0 ... .max), radix: 36))"

    /// The variables that make `entitlementd` use it.
    var variables: [String: String] {
        ["VSASIM_ENTITLEMENTD_DATABASE": target, "VSASIM_ENTITLEMENTD_DATABASE_SCHEMA": schema]
    }

    /// Removes the schema; returns nil, or the reason why it remains.
    ///
    /// - Parameter environment: The environment of the session's programs.
    func remove(environment: [String: String]) async -> String? {
        do {
            let process = try ChildProcess.start(
                try Executables.find("entitlementd"), arguments: ["database", "drop"],
                environment: environment.merging(variables) { $1 }, standardOutput: .null, standardError: .pipe)
            let lines = await process.standardError.all()
            return await process.wait().isSuccess ? nil : "the schema \(schema) remains: \(lines.joined(separator: "; "))"
        } catch { return "the schema \(schema) remains: \(error)" }
    }
}

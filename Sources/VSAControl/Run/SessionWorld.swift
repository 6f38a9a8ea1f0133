import Foundation
import TVWorld

/// The world of a private session: read and checked once, and handed to both daemons as one file that nobody else changes.
struct SessionWorld: Sendable {
    /// The document as it was read.
    let document: Data
    /// What it says.
    let world: World

    /// A world that is known already.
    init(_ world: World) {
        document = Data(world.document.serialized.utf8)
        self.world = world
    }

    /// Reads the file of `--world`.
    ///
    /// - Throws: `Failure` with `ExitStatus.invalidData` that names the file, the field and what is accepted.
    init(file: String) throws {
        document = try InputFile.read(file, as: "world", limit: 64 << 20, missing: .invalidData)
        do {
            world = try World(document: Array(document))
        } catch {
            throw Failure(.invalidData, "the file \(file) is no world: \(error)")
        }
    }

    /// The world of a session: the one given, which an instance then keeps, else the one that the instance has kept.
    ///
    /// - Returns: nil for the built-in world.
    /// - Throws: `Failure` when the kept file is no longer one, or the file system's error.
    static func settle(_ given: SessionWorld?, in places: SessionPlaces) throws -> SessionWorld? {
        if let given {
            try given.document.write(to: URL(fileURLWithPath: places.world), options: .atomic)
            chmod(places.world, 0o600)
            return given
        }
        return FileManager.default.fileExists(atPath: places.world) ? try SessionWorld(file: places.world) : nil
    }
}

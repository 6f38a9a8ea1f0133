import FoundationEssentials
import TVWorld

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

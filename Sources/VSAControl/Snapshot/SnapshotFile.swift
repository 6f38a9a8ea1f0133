import Encodings
import FoundationEssentials
import Glibc
import StateDirectory
import TVWorld

/// A file with the complete state of a device and its service at one moment. Each daemon's part is its own document, which it
/// validates itself.
struct SnapshotFile {
    /// The device's part.
    var device: JSON
    /// The service's part; nil if none was running.
    var service: JSON?
    /// The date at which it was saved, in RFC 3339.
    var savedAt: String

    /// The value of `schema`.
    static let schema = "\(ScenarioLibrary.snapshotPrefix)\(version)"
    /// The version that is written; all versions from 1 can be read. The parts have their own version numbers.
    private static let version = 1
    /// The maximum size of a file, in bytes: several times what both daemons accept, because it is indented.
    private static let sizeLimit = 256 << 20
    private static let keys = ["schema", "saved-at", "saved-by", "device", "service"]

    init(device: JSON, service: JSON?) {
        self.device = device
        self.service = service
        savedAt = Timestamp.text(unixSeconds: SystemClock().seconds())
    }

    /// Reads a file.
    ///
    /// - Throws: `Failure` with `ExitStatus.invalidData` and the problem.
    init(reading path: String) throws {
        let bytes = try InputFile.read(path, as: "snapshot", limit: Self.sizeLimit)
        guard bytes.count <= Self.sizeLimit else { throw Self.wrong(path, "it is larger than \(Self.sizeLimit >> 20) MiB") }
        let value: JSON
        do throws(JSONError) { value = try JSON(parsing: bytes) } catch {
            throw Self.wrong(path, "it is not JSON, so it is damaged or incomplete: \(error.message)")
        }
        let schema = value["schema"]?.text ?? ""
        let prefix = ScenarioLibrary.snapshotPrefix
        guard schema.hasPrefix(prefix), let number = Int(schema.dropFirst(prefix.count)), number > 0 else {
            let isScenario = schema == Scenario.documentSchema
            throw Self.wrong(
                path,
                schema.isEmpty ? "it does not begin with the schema \(Self.schema)" : "its schema is \(SafeText.line(schema))",
                advice: isScenario ? "It is a scenario: vsactl scenario load \(path)" : nil)
        }
        guard number <= Self.version else {
            throw Failure(
                .invalidData, "\(path) is a snapshot of a newer vsactl (\(schema)); this one reads up to \(Self.schema)",
                advice: "Load it with the vsactl that comes with the daemons that saved it.")
        }
        guard case .object(let members) = value else { throw Self.wrong(path, "it is not an object") }
        if let other = members.first(where: { !Self.keys.contains($0.key) }) {
            throw Self.wrong(
                path, "it has an unknown key \(SafeText.line(other.key)); accepted: \(Self.keys.joined(separator: ", "))")
        }
        guard let device = value["device"], case .object = device else { throw Self.wrong(path, "device must be an object") }
        switch value["service"] {
        case nil, .null?: service = nil
        case .object?: service = value["service"]
        default: throw Self.wrong(path, "service must be an object or null")
        }
        self.device = device
        savedAt = value["saved-at"]?.text ?? ""
    }

    private static func wrong(_ path: String, _ reason: String, advice: String? = nil) -> Failure {
        Failure(.invalidData, "\(path) is not a snapshot: \(reason)", advice: advice)
    }

    /// The content of the file.
    var document: JSON {
        .members([
            "schema": Self.schema, "saved-at": savedAt, "saved-by": "vsactl \(simulatorVersion)", "device": device.normalized,
            "service": service?.normalized,
        ])
    }

    /// Writes the file, which is readable only by its owner, because it contains passwords and tokens. Writing is atomic.
    ///
    /// - Throws: `Failure`.
    func write(to path: String) throws {
        let name = path.isEmpty ? "''" : path
        // Renaming onto a device or a symbolic link would replace it.
        var status = stat()
        guard lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw Failure(.failed, "cannot write the snapshot \(name): it is not a regular file")
        }
        do throws(SystemFailure) { try PrivateFile.replace(path, with: (document.pretty + "\n").utf8) } catch {
            throw Failure(.failed, "cannot write the snapshot \(name): \(error.reason)")
        }
    }

    /// Changes the world of both parts, which is stored separately, or in the loaded scenario.
    ///
    /// - Throws: `Failure` if a part has no readable world, or the change fails.
    mutating func changeWorld(_ change: (World) throws -> World) throws {
        device = try Self.changed(device, "device", change) { part in
            try part.replacing("scenario") { try Self.changed(scenario: $0, change) }
        }
        service = try service.map { part in
            try Self.changed(part, "service", change) { part in
                try part.replacing("records") { try $0.replacing("scenario") { try Self.changed(records: $0, change) } }
            }
        }
    }

    private static func changed(
        _ part: JSON, _ name: String, _ change: (World) throws -> World,
        scenario: (JSON) throws -> JSON
    ) throws -> JSON {
        do {
            guard let world = part["world"], world != .null else { return try scenario(part) }
            return try part.replacing("world") { try change(World(document: $0, isStored: true)).document }
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(
                .failed, "the state that the \(name) saves contains no readable world: \(error)",
                advice: "Restart it in the version of this vsactl.")
        }
    }

    private static func changed(scenario: JSON, _ change: (World) throws -> World) throws -> JSON {
        var scenario = try Scenario(document: scenario, isStored: true)
        scenario.world = try change(scenario.world)
        return scenario.document
    }

    /// Returns changed records: the service stores the scenario's document as a string.
    private static func changed(records: JSON, _ change: (World) throws -> World) throws -> JSON {
        guard case .array(let records) = records else { return records }
        return .array(
            try records.map { record in
                try record.replacing("document") { text in
                    let document = try JSON(parsing: Array((text.text ?? "").utf8))
                    return .string(try changed(scenario: document, change).serialized)
                }
            })
    }
}

extension JSON {
    /// Returns an object with another value for a key.
    fileprivate func replacing(_ key: String, _ change: (JSON) throws -> JSON) throws -> JSON {
        guard case .object(var members) = self, let index = members.firstIndex(where: { $0.key == key }) else {
            throw WorldDocumentError(key, "is missing")
        }
        members[index].value = try change(members[index].value)
        return .object(members)
    }
}

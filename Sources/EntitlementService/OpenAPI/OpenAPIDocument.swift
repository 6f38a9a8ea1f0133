import NIOCore
import TVWorld
import YAMLReading
import Yams

/// The description of every public call that the service answers (OpenAPI 3.1), composed of the files in Resources/openapi, one
/// for each area.
///
/// `openapi.yaml` also defines what many operations and all responses have in common (`x-common`). The files do not repeat it;
/// the served document does.
struct OpenAPIDocument: Sendable {
    /// The reason why the parts do not form a document.
    struct Defect: Error, CustomStringConvertible {
        let description: String
    }

    let json: JSON
    /// The document, encoded once for all responses.
    let buffer: ByteBuffer

    /// The service's own document, created on the first request.
    static let current = Result { try OpenAPIDocument(parts: parts) }

    private static let parts = {
        let files = OpenAPIFiles.all
        return files.filter { $0.name == "openapi.yaml" } + files.filter { $0.name != "openapi.yaml" }
    }()

    /// Creates a document from its parts.
    ///
    /// - Throws: ``Defect`` if a part is not a YAML mapping, two parts describe the same thing, or `x-common` is missing or
    ///   invalid.
    init(parts: [(name: String, text: String)]) throws {
        var whole = JSON.object([])
        for part in parts {
            let part = try Self.read(part.text, named: part.name)
            whole = try Self.merge(whole, part, at: "")
        }
        guard let common = CommonParts(whole["x-common"]) else { throw Defect(description: "x-common is missing or wrong") }
        json = common.complete(whole.removing("x-common"))
        buffer = ByteBuffer(string: json.serialized)
    }

    private static func read(_ text: String, named name: String) throws -> JSON {
        let root: Node?
        do {
            root = try BoundedYAML.parser(of: text, limit: text.utf8.count).singleRoot()
        } catch {
            throw Defect(description: "\(name): \(error)")
        }
        guard let json = root.map({ JSON($0) }), case .object = json else {
            throw Defect(description: "\(name) is not a mapping")
        }
        return json
    }

    private static func merge(_ first: JSON, _ second: JSON, at place: String) throws -> JSON {
        guard case .object(var members) = first, case .object(let others) = second else {
            throw Defect(description: "two parts of the OpenAPI document describe \(place)")
        }
        for other in others {
            if let index = members.firstIndex(where: { $0.key == other.key }) {
                members[index].value = try merge(members[index].value, other.value, at: "\(place)/\(other.key)")
            } else {
                members.append(other)
            }
        }
        return .object(members)
    }
}

extension JSON {
    /// Creates a node of a document without aliases. Scalars follow the rules of JSON: `no` is a string.
    fileprivate init(_ node: Node) {
        switch node {
        case .scalar(let scalar):
            let plain = scalar.style == .plain ? try? JSON(parsing: scalar.string.utf8) : nil
            self = plain ?? .string(scalar.string)
        case .sequence(let sequence): self = .array(sequence.map { JSON($0) })
        case .mapping(let mapping): self = .object(mapping.map { Member($0.key.scalar?.string ?? "", JSON($0.value)) })
        case .alias: self = .null
        }
    }
}

import TVWorld

/// A file with providers and related elements, each under the key that a scenario uses for it.
struct ProviderFile {
    private let source: ScenarioSource
    private let path: String

    private static let keys = ["providers", "subscribers", "integrations"]
    /// The keys at the beginning of a scenario, accepted so that a part of one can be used unchanged.
    private static let ignoredKeys = ["schema", "name"]

    /// Reads a file.
    ///
    /// - Throws: `Failure`; with `ExitStatus.invalidData` and every mistake that can be found without a world.
    init(reading path: String) throws {
        self.path = path
        let bytes = try InputFile.read(path, as: "provider file", limit: ScenarioSource.limit)
        do throws(YAMLMistake) {
            source = try ScenarioSource(bytes, beginning: "providers:")
        } catch {
            throw Failure(mistakes: [error], in: "provider file", path)
        }
        guard case .object(let members) = source.document else {
            throw refusal([WorldDocumentError("", "takes an object with \(Self.keys.joined(separator: ", "))")])
        }
        let unknown = members.map(\.key).filter { !(Self.keys + Self.ignoredKeys).contains($0) }
        guard unknown.isEmpty else {
            throw refusal(
                unknown.map { key in
                    WorldDocumentError(
                        WorldDocumentError.join("", key),
                        "the key is not one of those accepted here; \(NearestName.remark(on: key, known: Self.keys))")
                })
        }
        guard case .array(let providers)? = source.document["providers"], !providers.isEmpty else {
            throw refusal([WorldDocumentError("providers", "is missing: a list with at least one provider")])
        }
    }

    /// The identifiers of its providers, in order.
    var providers: [String] { source.document["providers"]?.elements.compactMap { $0["id"]?.text } ?? [] }

    /// Returns a world with the file's elements added. Elements with an existing identifier are changed as specified in the file.
    ///
    /// - Throws: `Failure` with `ExitStatus.invalidData` and every mistake with its position.
    func added(to world: World) throws -> World {
        let own = Self.keys.compactMap { key in source.document[key].map { JSON.Member(key, $0) } }
        let head = [JSON.Member("schema", .string(Scenario.documentSchema)), .init("name", "providers")]
        do throws(ScenarioError) {
            return try Scenario(document: .object(head + own), extending: Scenario(name: "world", world: world)).world
        } catch {
            throw refusal(error.problems)
        }
    }

    private func refusal(_ problems: [WorldDocumentError]) -> Failure {
        Failure(mistakes: source.locate(ScenarioError(problems: problems)), in: "provider file", path)
    }
}

extension World {
    /// Returns the world without a provider, its subscribers, its integrations and its temporary passes.
    func removing(provider id: String) -> World {
        var world = self
        let mvpds = providers.filter { $0.id == id }.map(\.mvpd)
        world.providers.removeAll { $0.id == id }
        world.subscribers.removeAll { $0.provider == id }
        world.integrations.removeAll { mvpds.contains($0.mvpd) }
        world.temporaryPasses.removeAll { mvpds.contains($0.mvpd) }
        return world
    }
}

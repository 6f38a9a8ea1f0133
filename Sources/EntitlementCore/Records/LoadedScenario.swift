import TVWorld

/// The scenario that was loaded last, which the service restores on a reset and after a restart.
public struct LoadedScenario: StoredRecord {
    public static let table = "scenario"
    public static let isConfiguration = true
    public static let survivesReset = true

    /// The number under which it was loaded.
    public var generation: Int64
    /// The scenario.
    public var scenario: Scenario

    /// Creates a scenario that was loaded.
    public init(generation: Int64, scenario: Scenario) {
        self.generation = generation
        self.scenario = scenario
    }

    /// There is only one.
    public var recordKey: String { "current" }
}

extension LoadedScenario: Codable {
    private enum CodingKeys: String, CodingKey {
        case generation
        case document
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        generation = try container.decode(Int64.self, forKey: .generation)
        scenario = try Scenario(document: Array(container.decode(String.self, forKey: .document).utf8), isStored: true)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(generation, forKey: .generation)
        try container.encode(scenario.document.serialized, forKey: .document)
    }
}

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

/// The setting of the service's clock, which persists across restarts.
public struct ClockRecord: StoredRecord {
    public static let table = "clock"
    public static let isConfiguration = true
    public static let survivesReset = true

    /// The setting, as `VSASIM_CLOCK` writes it.
    public var setting: String
    /// The setting with which the service was started at that time; a service that is started with a different one uses its own.
    public var start: String

    /// Creates a record of a setting and the service's start setting.
    public init(setting: String, start: String) {
        self.setting = setting
        self.start = start
    }

    /// There is only one.
    public var recordKey: String { "current" }
}

/// The SAML metadata of a trusted provider.
public struct ProviderMetadata: StoredRecord, Identifiable {
    public static let table = "provider"
    public static let isConfiguration = true
    public static let survivesReset = true

    /// The provider's platform identifier.
    public var id: String
    /// Its entity descriptor.
    public var xml: String
}

/// The key of an integration.
public struct IntegrationKey: RecordKey {
    public static let columns = ["requestor", "mvpd"]

    /// The requestor's identifier.
    public var requestor: String
    /// The provider's MVPD identifier.
    public var mvpd: String

    public var values: [String] { [requestor, mvpd] }
}

extension Integration: StoredRecord {
    public static var table: String { "integration" }
    public static var isConfiguration: Bool { true }

    public var recordKey: IntegrationKey { IntegrationKey(requestor: requestor, mvpd: mvpd) }
}

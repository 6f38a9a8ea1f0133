import Encodings

/// The reason why a document is not a valid scenario: all its problems. The document is rejected as a whole.
public struct ScenarioError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The problems, in the order of reading.
    public var problems: [WorldDocumentError]

    /// Creates an error with some problems.
    public init(problems: [WorldDocumentError]) {
        self.problems = problems
    }

    /// The problems, one per line.
    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

extension Scenario {
    /// The value of `schema` in a scenario.
    public static let documentSchema = "vsa-scenario/1"

    /// The values of `extends` that require no other file.
    public enum Root: String, Sendable, CaseIterable {
        /// The built-in world.
        case `default`
        /// Nothing: the document is complete, like the document of a scenario that was read.
        case none
    }

    /// All keys of a scenario.
    static let documentKeys =
        ["schema", "name", "extends", "seed", "clock", "apps", "account", "answers", "unanswered", "faults", "developer"]
        + ["applications", "expect"] + World.documentKeys

    /// Reads a scenario from the bytes of an untrusted JSON document.
    ///
    /// - Parameter isStored: Whether it was stored. It may be one that only an earlier version accepted, and of any size: it also
    ///   contains the values that the loaded document omitted.
    /// - Throws: ``ScenarioError`` with every problem; only one if the document is not JSON or too large.
    public init(document bytes: [UInt8], isStored: Bool = false) throws(ScenarioError) {
        guard isStored || bytes.count <= World.documentLimit else { throw ScenarioError(problems: [World.tooLarge]) }
        let value: JSON
        do throws(JSONError) {
            value = try JSON(parsing: bytes)
        } catch {
            throw ScenarioError(problems: [WorldDocumentError("", "is not JSON: \(error.message)")])
        }
        try self.init(document: value, isStored: isStored)
    }

    /// Reads a scenario. Missing members are as in the scenario that it extends, ``default`` if it names none.
    ///
    /// - Parameters:
    ///   - parent: The scenario that `extends` names, unless it is `default` or `none`.
    ///   - isStored: Whether it was stored, and may be one that only an earlier version accepted.
    /// - Throws: ``ScenarioError`` with every problem, including references to missing elements.
    public init(document value: JSON, extending parent: Scenario? = nil, isStored: Bool = false) throws(ScenarioError) {
        let (scenario, problems) = Self.read(value, extending: parent, isStored: isStored)
        if !problems.errors.isEmpty { throw ScenarioError(problems: problems.errors) }
        self = scenario
    }

    /// Returns the problems of a scenario whose parent cannot be read: those that do not depend on the parent.
    public static func mistakes(ofOrphan value: JSON) -> ScenarioError {
        ScenarioError(problems: read(value, extending: .default, isPart: true).problems.errors)
    }

    private static func read(
        _ value: JSON, extending parent: Scenario?, isPart: Bool = false, isStored: Bool = false
    ) -> (scenario: Scenario, problems: DocumentProblems) {
        let mistakes = DocumentProblems()
        let base: Scenario?
        switch (parent, value["extends"]) {
        case (let parent?, _): base = parent
        case (nil, nil): base = .default
        case (nil, let extends?) where extends.text == nil:
            let accepted = "\"default\", \"none\" or, in a file, the name or path of another scenario"
            mistakes.report(.wrongType("extends", accepted, extends))
            base = .default
        case (nil, let extends?):
            let root: Root? = mistakes.choice(extends, at: "extends")
            base = root == Root.none ? nil : .default
        }
        let merge = ScenarioMerge(of: value, onto: base?.document)
        let problems = DocumentProblems(origins: merge.origins, isPart: isPart, isStored: isStored)
        for error in mistakes.errors { problems.report(error) }
        let root = DocumentObject(merge.document, at: "", keys: Self.documentKeys, in: problems)
        root.require(schema: Self.documentSchema)
        var scenario = Scenario(name: root.text("name", .host), world: World(root))
        scenario.seed = root.integer("seed", in: 0...Int64.max).map { UInt64($0) }
        (scenario.deviceClock, scenario.serviceClock) = ClockSetting.clocks(root)
        scenario.readDevice(root)
        scenario.readService(root)
        return (scenario, problems)
    }

    private mutating func readDevice(_ root: DocumentObject) {
        let apps = root.read("apps", keys: App.documentKeys) { App($0) }
        self.apps = apps.compactMap(\.value)
        root.problems.requireUnique(apps, "id") { $0.id.isEmpty ? nil : $0.id }
        if root["account"] != .null {
            account = root.object("account", keys: Account.documentKeys).flatMap { Account($0, of: world) }
        }
        answers = root.read("answers", keys: Answer.documentKeys) { Answer($0, of: world) }.compactMap(\.value)
        unanswered = root.choice("unanswered", default: .agent)
        developer = DeveloperSetting.settings(root)
    }

    private mutating func readService(_ root: DocumentObject) {
        let problems = root.problems
        let elements = root.elements("faults")
        var names = Set(elements.compactMap { $0.value["id"]?.text })
        var number = 0
        let faults = elements.enumerated().map { index, element in
            number = max(number, index) + 1
            // A fault without a name gets one that no other has.
            if element.value["id"] == nil { while !names.insert("fault-\(number)").inserted { number += 1 } }
            let value = Fault(element.value, at: element.path, number: number, in: problems)
            return (path: element.path, id: value?.id ?? element.value["id"]?.text, value: value)
        }
        self.faults = faults.compactMap(\.value)
        problems.requireUnique(faults.map { ($0.path, $0.id) }, "id") { $0 }
        if self.faults.count > FaultTable.limit { root.report("faults", "takes at most \(FaultTable.limit)") }
        let applications = root.read("applications", keys: RegisteredApplication.documentKeys) {
            RegisteredApplication($0, of: world)
        }
        self.applications = applications.compactMap(\.value)
        problems.requireUnique(applications, "id") { $0.id.isEmpty ? nil : $0.id }
        expectations = root.read("expect", keys: EventExpectation.documentKeys) { EventExpectation($0) }.compactMap(\.value)
    }

    /// The scenario's document: it is complete and extends nothing, and reading it returns an equal scenario.
    public var document: JSON {
        var members: [JSON.Member] = [
            .init("schema", .string(Self.documentSchema)), .init("name", .string(name)),
            .init("extends", .string(Root.none.rawValue)),
        ]
        if let seed { members.append(.init("seed", .integer(seed))) }
        members += [
            .init("clock", .object([.init("device", deviceClock.document), .init("service", serviceClock.document)])),
            .init("apps", .array(apps.map(\.document))), .init("account", account?.document ?? .null),
            .init("answers", .array(answers.map(\.document))), .init("unanswered", .string(unanswered.rawValue)),
            .init("faults", .array(faults.map(\.document))), .init("developer", DeveloperSetting.document(developer)),
        ]
        if case .object(let world) = world.document { members += world.filter { $0.key != "schema" } }
        members += [
            .init("applications", .array(applications.map(\.document))), .init("expect", .array(expectations.map(\.document))),
        ]
        return .object(members)
    }
}

import TVWorld

/// The device's part of a snapshot: one JSON object. It contains secrets: tokens of apps, and the passwords of the world's
/// subscribers.
extension DeviceSnapshot {
    /// The value of `schema`. Its number increases when the meaning of a key changes or a new key must not be ignored.
    public static let documentSchema = "vsa-device-snapshot/\(version)"

    /// The version that this program writes; it reads all versions from 1.
    static let version = 1

    private static let schemaPrefix = "vsa-device-snapshot/"
    private static let keys = [
        "schema", "clock", "world", "empty", "scenario", "region", "apps", "account", "developer", "user-accounts", "answers",
        "unanswered", "faults",
    ]

    /// Returns the document of the device.
    ///
    /// - Parameter baseline: The world that a reset restores if no scenario is loaded.
    public func document(baseline: World) -> JSON {
        let userAccounts = state.userAccounts.applications.compactMap { state.userAccounts[$0]?.snapshotDocument(of: $0) }
        return [
            "schema": .string(Self.documentSchema), "clock": .string(clock.specification),
            // A scenario contains the world; writing it only once rules out contradictions.
            "world": state.scenario == nil ? baseline.document : .null, "empty": .bool(state.isWorldEmpty),
            "scenario": state.scenario?.document ?? .null, "region": .string(state.region.code),
            "apps": .array(appIDs.map(appDocument)), "account": state.storedAccount?.snapshotDocument ?? .null,
            "developer": state.developer.snapshotDocument, "user-accounts": .array(userAccounts),
            "answers": .array(answers.map(\.snapshotDocument)), "unanswered": .string(unanswered.rawValue),
            "faults": faults.document,
        ]
    }

    /// Creates a snapshot from a document of this version, or an older one.
    ///
    /// - Parameters:
    ///   - baseline: The world that a reset restores here. A snapshot of another world contains that world as a scenario.
    ///   - machine: The machine's time in Unix milliseconds.
    /// - Throws: `InvalidInput` with the first invalid field.
    public init(document value: JSON, baseline: World, machine: Int64) throws(InvalidInput) {
        try Self.checkSchema(value["schema"])
        let root = try SnapshotFields(value, at: "", keys: Self.keys)
        guard let clock = ClockSetting(specification: try root.text("clock"), machine: machine) else {
            throw root.refusal("clock", "real, offset:SECONDS or frozen:UNIX_SECONDS, in the years 1 to 9979")
        }
        let faults: FaultTable
        do throws(WorldDocumentError) { faults = try FaultTable(document: root["faults"] ?? [], at: "faults") } catch {
            throw InvalidInput(field: error.field, message: error.message)
        }
        for (index, entry) in faults.entries.enumerated() where entry.fault.point.side != .device {
            throw InvalidInput(.point(entry.fault.point.rawValue)).at("faults[\(index)].\(RenamedKey.point.name)")
        }
        var answers: [ScriptedAnswer] = []
        for element in try root.elements("answers") {
            answers.append(try ScriptedAnswer(snapshot: element.value, at: element.path))
        }
        guard answers.count <= ScriptedAnswers.maximumCount else {
            throw root.refusal("answers", "at most \(ScriptedAnswers.maximumCount) answers")
        }
        self.init(
            state: try Self.state(root, baseline: baseline), faults: faults, answers: answers,
            unanswered: try root.optionalChoice("unanswered", of: UnansweredPolicy.self) ?? .agent, clock: clock)
    }

    private static func checkSchema(_ value: JSON?) throws(InvalidInput) {
        guard let text = value?.text, text.hasPrefix(schemaPrefix), let number = Int(text.dropFirst(schemaPrefix.count)),
            number > 0
        else {
            throw InvalidInput(
                field: "schema",
                message: "must be \(Scenario.documentSchema) for a scenario, or \(documentSchema) for a snapshot of a device")
        }
        guard number <= version else {
            throw InvalidInput(
                field: "schema", message: "is \(text), from a newer version; this version reads up to \(documentSchema)")
        }
    }

    private static func state(_ root: SnapshotFields, baseline: World) throws(InvalidInput) -> DeviceState {
        let scenario = try scenario(root, baseline: baseline)
        var state = DeviceState(world: scenario?.world ?? baseline)
        state.scenario = scenario
        if try root.flag("empty") { state.emptyWorld() }
        do throws(InvalidInput) { state.region = try Region(root.text("region")) } catch { throw error.at("region") }
        for element in try root.elements("apps") { try read(app: element.value, at: element.path, into: &state) }
        if let account = root["account"] { state.storedAccount = try SystemAccount(snapshot: account, at: "account") }
        if let developer = root["developer"] {
            state.developer = try DeveloperOptions(snapshot: developer, at: "developer")
        }
        for element in try root.elements("user-accounts") {
            try state.userAccounts.add(snapshot: element.value, at: element.path)
        }
        return state
    }

    private static func scenario(_ root: SnapshotFields, baseline: World) throws(InvalidInput) -> Scenario? {
        if let value = root["scenario"] {
            do throws(ScenarioError) { return try Scenario(document: value, isStored: true) } catch {
                let first = error.problems.first
                throw InvalidInput(
                    field: first.map { $0.field.isEmpty ? "scenario" : "scenario.\($0.field)" } ?? "scenario",
                    message: first?.message ?? "is not a scenario")
            }
        }
        guard let value = root["world"] else { throw root.refusal("world", "a world if scenario is null") }
        do throws(WorldDocumentError) {
            let world = try World(document: value, isStored: true)
            return world == baseline ? nil : Scenario(name: "snapshot", world: world)
        } catch {
            throw InvalidInput(field: "world", message: "\(error)")
        }
    }
}

/// Apps.
extension DeviceSnapshot {
    private static let appKeys = ["id", "access", "known", "identified-by", "usage-description", "name"]

    /// The apps that have called, and those with a decision.
    private var appIDs: [ApplicationID] {
        Set(state.applications.sortedIDs + state.permissions.decided).sorted()
    }

    private func appDocument(_ id: ApplicationID) -> JSON {
        let app = state.applications[id]
        return [
            "id": .string(id.text), "access": .string(state.permissions[id].rawValue), "known": .bool(app != nil),
            "identified-by": .optional(app?.identification?.rawValue), "usage-description": .optional(app?.usageDescription),
            "name": .optional(app?.name),
        ]
    }

    private static func read(app value: JSON, at path: String, into state: inout DeviceState) throws(InvalidInput) {
        let fields = try SnapshotFields(value, at: path, keys: appKeys)
        let id = try fields.application()
        guard state.applications.count < Applications.maximumCount else {
            throw InvalidInput(field: "apps", message: "must be at most \(Applications.maximumCount) apps")
        }
        func text(_ key: String, atMost limit: Int) throws(InvalidInput) -> String? {
            try InvalidInput.checkLength(fields.optionalText(key), of: fields.field(key), atMost: limit)
        }
        let usage = try text("usage-description", atMost: Application.maximumUsageDescriptionLength)
        let name = try text("name", atMost: Application.maximumNameLength)
        state.permissions[id] = try fields.optionalChoice("access", of: AccessStatus.self) ?? .notDetermined
        // The device stores a decision only together with its app.
        guard try fields.flag("known") || state.permissions[id] != .notDetermined else { return }
        state.applications[id] = Application(
            identification: try fields.optionalChoice("identified-by", of: Identification.self), usageDescription: usage,
            name: name)
    }
}

/// A queued answer in a snapshot: as in a scenario, with its number and its use count.
extension ScriptedAnswer {
    private static let snapshotKeys = ["number", "on", "app", "provider", "answer", "delay", "times", "used"]

    var snapshotDocument: JSON {
        [
            "number": .integer(id), "on": .string(prompt.rawValue), "app": .optional(application?.text),
            "provider": .optional(provider), "answer": .string(answer.text), "delay": .integer(delay),
            "times": .integer(times), "used": .integer(used),
        ]
    }

    init(snapshot value: JSON, at path: String) throws(InvalidInput) {
        let fields = try SnapshotFields(value, at: path, keys: Self.snapshotKeys)
        let counts: ClosedRange<Int64> = 0...Int64(UInt32.max)
        let prompt = try PromptKind(fields.optionalText("on"), field: fields.field("on"))
        let text = try fields.text("answer")
        let app = try fields.optionalText("app")
        let provider = try fields.optionalText("provider")
        let delay = try fields.optionalInteger("delay") ?? 0
        let times = try fields.integer("times", in: counts)
        do throws(InvalidInput) {
            let application: ApplicationID? = if let app { try ApplicationID(app, field: "app") } else { nil }
            try self.init(
                prompt: prompt, answer: text, application: application, provider: provider, delay: delay, times: UInt32(times))
        } catch { throw error.at(path + "." + error.field) }
        id = UInt32(try fields.integer("number", in: counts))
        used = UInt32(try fields.optionalInteger("used", in: counts) ?? 0)
    }
}

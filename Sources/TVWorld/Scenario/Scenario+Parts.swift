import Dates

extension Scenario.App {
    static let documentKeys = ["id", "name", "access"]

    /// Reads an element of `apps`.
    init(_ object: DocumentObject) {
        self.init(
            id: object.text("id", .application), name: object.optionalText("name", .plain),
            access: object.choice("access", default: .notDetermined))
    }

    var document: JSON {
        .filled(["id": .string(id), "name": name.map { .string($0) }, "access": .string(access.rawValue)])
    }
}

extension Scenario.Account {
    static let documentKeys = ["provider", "subscriber", "expires-in"]

    /// Reads `account`; nil if it refers to unknown elements.
    init?(_ object: DocumentObject, of world: World) {
        let known = world.platformProviderIDs
        let provider = object.reference("provider", .plain, to: "the provider", known: known)
        let lifetime = object.seconds("expires-in", in: 0...Self.maximumLifetime)
        // Without a user, the device only remembers the provider. For one to which it cannot sign in, that need not be specified.
        let isRemembered =
            object["subscriber"] == .null || provider.flatMap { world.provider(id: $0) }?.boarding == .picker
        var subscriber: String?
        if object.has("subscriber") && object["subscriber"] != .null || !isRemembered {
            subscriber = object.reference(
                "subscriber", .plain, to: "the subscriber", known: world.usernames(at: provider))
            if subscriber == nil { return nil }
        }
        guard let provider else { return nil }
        self.init(provider: provider, subscriber: subscriber, lifetime: lifetime ?? Self.defaultLifetime)
    }

    var document: JSON {
        [
            "provider": .string(provider), "subscriber": .optional(subscriber),
            "expires-in": .string(DurationText.text(milliseconds: lifetime * 1_000)),
        ]
    }
}

extension Scenario.Answer {
    static let documentKeys = ["on", "app", "provider", "answer", "delay", "times"]

    /// Reads an element of `answers`; nil if it has no answer.
    init?(_ object: DocumentObject, of world: World) {
        let prompt: PromptKind? = object.required("on").flatMap { object.problems.choice($0, at: object.field("on")) }
        let application = object.optionalText("app", .application)
        let delay = object.duration("delay", in: Delay.accepted) ?? 0
        let times = object.integer("times", in: 0...Int64(UInt32.max)) ?? 1
        var provider: String?
        if object.has("provider") {
            if let prompt, prompt != .signIn { object.report("provider", "is for answers on sign-in only") }
            provider = object.reference("provider", .plain, to: "the provider", known: world.platformProviderIDs)
        }
        guard let prompt else { return nil }
        let names = Self.names(for: prompt, at: provider, of: world)
        let words = PromptAnswer.fixed(for: prompt).map(\.text)
        guard let answer = object.reference("answer", .plain, to: "the answer", known: names + words) else { return nil }
        if names.contains(answer), words.contains(answer) {
            let what = prompt == .picker ? "provider" : "subscriber"
            object.report("answer", "is ambiguous: a \(what) is called \(WorldDocumentError.quoted(answer)), too")
        }
        self.init(prompt, answer, application: application, provider: provider, delay: delay, times: UInt32(times))
    }

    /// Returns the answers that choose a provider or a subscriber.
    private static func names(for prompt: PromptKind, at provider: String?, of world: World) -> [String] {
        switch prompt {
        case .access, .autoSignIn: []
        case .picker: world.platformProviderIDs
        case .signIn: world.usernames(at: provider)
        }
    }

    /// Returns whether a scenario with a world can contain the answer: not if it names a provider or user that the world does not
    /// have, such as a developer's provider.
    public func isKnown(in world: World) -> Bool {
        let words = PromptAnswer.fixed(for: prompt).map(\.text)
        return provider.map(world.platformProviderIDs.contains) ?? true
            && (Self.names(for: prompt, at: provider, of: world) + words).contains(answer)
    }

    var document: JSON {
        .filled([
            "on": .string(prompt.rawValue), "app": application.map { .string($0) }, "provider": provider.map { .string($0) },
            "answer": .string(answer), "delay": delay > 0 ? .string(DurationText.text(milliseconds: delay)) : nil,
            "times": times != 1 ? .integer(times) : nil,
        ])
    }
}

extension World {
    /// Returns the names of a provider's subscribers, each once; of all providers if it is nil.
    fileprivate func usernames(at provider: String?) -> [String] {
        var seen: Set<String> = []
        let names = subscribers.filter { provider == nil || $0.provider == provider }.map(\.username)
        return names.filter { seen.insert($0).inserted }
    }
}

extension DeveloperSettingValue {
    /// The value in a document.
    public var document: JSON {
        switch self {
        case .flag(let flag): .bool(flag)
        case .text(let text): .string(text)
        }
    }
}

extension DeveloperSetting {
    /// Reads `developer`.
    static func settings(_ root: DocumentObject) -> [Self: DeveloperSettingValue] {
        guard let object = root.object("developer", keys: allCases.map(\.rawValue)) else { return [:] }
        var settings: [Self: DeveloperSettingValue] = [:]
        for setting in allCases where object.has(setting.rawValue) {
            if setting.isText {
                guard let text = object[setting.rawValue]?.text, text.isEmpty || TextRule.plain.accepts(text) else {
                    object.report(setting.rawValue, "takes up to 1000 bytes of text without line ends and control characters")
                    continue
                }
                if !text.isEmpty { settings[setting] = .text(text) }
            } else if object.flag(setting.rawValue, default: false) {
                settings[setting] = .flag(true)
            }
        }
        return settings
    }

    /// Returns some settings as the value of `developer`.
    static func document(_ settings: [Self: DeveloperSettingValue]) -> JSON {
        .object(
            allCases.compactMap { setting in
                settings[setting].map { .init(setting.rawValue, $0.document) }
            })
    }
}

extension Scenario.RegisteredApplication {
    static let documentKeys = ["id", "requestor", "platforms", "revoked"]

    /// Reads an element of `applications`.
    init(_ object: DocumentObject, of world: World) {
        if !object.problems.isStored { object.requireElement("platforms", of: Platform.self) }
        let platforms = object.choices("platforms", default: Platform.allCases)
        self.init(
            id: object.text("id", .identifier),
            requestor: object.reference(
                "requestor", .plain, to: "the requestor", known: world.requestors.map(\.id)) ?? "",
            platforms: platforms, isRevoked: object.flag("revoked", default: false))
    }

    var document: JSON {
        [
            "id": .string(id), "requestor": .string(requestor), "platforms": .strings(platforms.map(\.rawValue)),
            "revoked": .bool(isRevoked),
        ]
    }
}

extension EventExpectation {
    static let documentKeys = ["event", "with", "count", "within"]

    /// Reads an element of `expect`; nil if it names no event.
    init?(_ object: DocumentObject) {
        let name = object.reference("event", .identifier, to: "the event", known: EventName.all.map(\.name))
        let event = name.flatMap(EventName.named)
        var conditions: [JSON.Member] = []
        for (path, key, value) in object.freeMembers("with") {
            if let event, !event.accepts(detail: key) {
                object.problems.report(
                    .unknown(path, "the detail", key, known: event.details + TimelineEntry.commonKeys.sorted()))
            }
            switch value {
            case .string, .number, .bool, .null: conditions.append(.init(key, value))
            case .array, .object: object.problems.report(.wrongType(path, "a string, a number, true, false or null", value))
            }
        }
        let count = object.integer("count", in: 0...1_000_000).map { Int($0) }
        let within = object.duration("within", in: Delay.accepted) ?? 0
        guard let name else { return nil }
        self.init(event: name, conditions: conditions, count: count, withinMilliseconds: within)
    }

    var document: JSON {
        .filled([
            "event": .string(event),
            "with": conditions.isEmpty ? nil : .object(conditions),
            "count": count.map { .integer($0) },
            "within": withinMilliseconds > 0 ? .string(DurationText.text(milliseconds: withinMilliseconds)) : nil,
        ])
    }
}

import Dates

extension Fault {
    /// All keys of an element of `faults`.
    static let documentKeys = [
        "id", "at", "app", "error", "status", "hang", "disconnect", "saml", "delay", "jitter", "after", "times", "during",
    ]

    /// All keys of `during`.
    static let windowKeys = ["from", "for"]

    /// How many calls can be let through or struck.
    public static let counts: ClosedRange<Int64> = 0...1_000_000_000

    /// The HTTP statuses that the service can be made to answer with.
    public static let statuses: ClosedRange<Int64> = 200...599

    /// Which identifiers of apps there are, in words.
    public static let acceptedApplications = TextRule.application.accepted

    /// Whether an app can have this identifier.
    public static func acceptsApplication(_ text: String) -> Bool { TextRule.application.accepts(text) }

    /// How long a call can be delayed, in milliseconds: at most a day.
    public static let delays: ClosedRange<Int64> = 0...86_400_000

    /// When a fault can begin and how long it can last, in seconds: at most a hundred years.
    public static let spans: ClosedRange<Int64> = 0...DocumentObject.lifetimes.upperBound

    /// Reads an element of `faults`; nil when it is at no point.
    ///
    /// - Parameter number: Which it is in the list; it is called by it when it has no name.
    init?(_ value: JSON, at path: String, number: Int, in problems: DocumentProblems) {
        let mistakes = problems.errors.count
        let object = DocumentObject(value, at: path, keys: Self.documentKeys, in: problems)
        let id = object.text("id", .identifier, default: "fault-\(number)")
        let point: FaultPoint? = object.required("at").flatMap { problems.choice($0, at: object.field("at")) }
        guard let point else {
            _ = Self.effect(object, at: .device)
            return nil
        }
        self.init(id: id, at: point, application: object.optionalText("app", .application))
        effect = Self.effect(object, at: point)
        delay = object.duration("delay", in: Self.delays) ?? 0
        jitter = object.duration("jitter", in: Self.delays) ?? 0
        after = Int(object.integer("after", in: Self.counts, default: 0))
        times = object.integer("times", in: 1...Self.counts.upperBound).map { Int($0) }
        if let during = object["during"] {
            let window = DocumentObject(during, at: object.field("during"), keys: Self.windowKeys, in: problems)
            from = (window.duration("from", in: 0...Self.spans.upperBound * 1_000) ?? 0) / 1_000
            duration = window.duration("for", in: 1_000...Self.spans.upperBound * 1_000).map { $0 / 1_000 }
        }
        // What has a mistake was meant to do something.
        if problems.errors.count == mistakes, effect == .none, delay == 0, jitter == 0 {
            problems.report(
                WorldDocumentError(path, "does nothing: it takes one of error, status, hang, disconnect, saml, delay, jitter"))
        }
    }

    private static func effect(_ object: DocumentObject, at point: FaultPoint) -> Effect {
        var effects: [(key: String, effect: Effect)] = []
        if let text = object.optionalText("error", .identifier) {
            if !point.errors.contains(text) {
                object.problems.report(.unknown(object.field("error"), "the error", text, known: point.errors))
            }
            effects.append(("error", .error(text)))
        }
        if let status = object.integer("status", in: statuses) { effects.append(("status", .status(Int(status)))) }
        if object.flag("hang", default: false) { effects.append(("hang", .hang)) }
        if object.flag("disconnect", default: false) { effects.append(("disconnect", .disconnect)) }
        if let value = object["saml"], let saml: SAMLFault = object.problems.choice(value, at: object.field("saml")) {
            if !point.makesSAML {
                let points = FaultPoint.allCases.filter(\.makesSAML).map(\.rawValue).joined(separator: ", ")
                object.report("saml", "is for faults at \(points)")
            }
            effects.append(("saml", .saml(saml)))
        }
        if object.has("status") && point.side == .device { object.report("status", "is for faults at the service") }
        for extra in effects.dropFirst() {
            object.report(extra.key, "cannot stand beside \(effects[0].key): a fault has one effect")
        }
        return effects.first?.effect ?? .none
    }

    /// The element of `faults` that stands for the fault.
    public var document: JSON {
        var members: [JSON.Member] = [.init("id", .string(id)), .init("at", .string(point.rawValue))]
        func add(_ key: String, milliseconds: Int64) {
            if milliseconds > 0 { members.append(.init(key, .string(DurationText.text(milliseconds: milliseconds)))) }
        }
        if let application { members.append(.init("app", .string(application))) }
        switch effect {
        case .none: break
        case .error(let error): members.append(.init("error", .string(error)))
        case .status(let status): members.append(.init("status", .integer(status)))
        case .hang: members.append(.init("hang", true))
        case .disconnect: members.append(.init("disconnect", true))
        case .saml(let saml): members.append(.init("saml", .string(saml.rawValue)))
        }
        add("delay", milliseconds: delay)
        add("jitter", milliseconds: jitter)
        if after > 0 { members.append(.init("after", .integer(after))) }
        if let times { members.append(.init("times", .integer(times))) }
        if from > 0 || duration != nil {
            var window: [JSON.Member] = [.init("from", .string(DurationText.text(milliseconds: from * 1_000)))]
            if let duration { window.append(.init("for", .string(DurationText.text(milliseconds: duration * 1_000)))) }
            members.append(.init("during", .object(window)))
        }
        return .object(members)
    }
}

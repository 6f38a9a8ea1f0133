import Dates

extension Fault {
    static let documentKeys = [
        "id", "point", "app", "error", "status", "hang", "disconnect", "saml", "delay", "jitter", "bandwidth", "after", "times",
        "percent", "during",
    ]

    /// The keys that have a former name.
    static let renamedKeys = [RenamedKey.point]

    /// All keys of `during`.
    static let windowKeys = ["from", "for"]

    /// Reads an element of `faults`; nil if its point is missing or unknown.
    ///
    /// - Parameter number: Its number in the list, which identifies it if it does not have a name.
    init?(_ value: JSON, at path: String, number: Int, in problems: DocumentProblems) {
        let mistakes = problems.errors.count
        let object = DocumentObject(value, at: path, keys: Self.documentKeys, renamed: Self.renamedKeys, in: problems)
        let id = object.text("id", .faultName, default: "fault-\(number)")
        let point = object.required("point").flatMap { problems.point($0, at: object.field("point")) }
        let application = point == nil ? nil : object.optionalText("app", .application)
        let effect = Self.effect(object, at: point.map { [$0] } ?? FaultPoint.allCases)
        guard let point else { return nil }
        self.init(id: id, point: point, application: application, effect: effect)
        delay = object.duration("delay", in: FaultField.delay.range) ?? 0
        jitter = object.duration("jitter", in: FaultField.jitter.range) ?? 0
        if let limit = object.integer("bandwidth", in: 1...FaultField.bandwidth.range.upperBound) {
            if !point.hasResponseBody {
                object.report("bandwidth", "is for faults at the service, except at \(FaultPoint.providerSAML.name)")
            }
            bandwidth = limit
        }
        after = Int(object.integer("after", in: FaultField.after.range) ?? 0)
        times = object.integer("times", in: 1...FaultField.times.range.upperBound).map { Int($0) }
        percent = object.integer("percent", in: FaultField.percent.range).flatMap { $0 == 100 ? nil : Int($0) }
        if let window = object.object("during", keys: Self.windowKeys) {
            let limit = FaultField.from.range.upperBound
            from = window.seconds("from", in: 0...limit) ?? 0
            duration = window.seconds("for", in: 1...limit)
        }
        // An element with a mistake was intended to have an effect.
        if problems.errors.count == mistakes, effect == .none, delay == 0, jitter == 0, bandwidth == nil {
            problems.report(
                WorldDocumentError(
                    path, "does nothing: it needs one of error, status, hang, disconnect, saml, delay, jitter, bandwidth"))
        }
    }

    /// Reads the effect, and reports what the point does not accept.
    ///
    /// - Parameter points: The point, or every point that may be intended: what only some of them accept is not a mistake.
    private static func effect(_ object: DocumentObject, at points: [FaultPoint]) -> Effect {
        var record = FaultRecord()
        record.error = object.optionalText("error", .identifier)
        record.status = object.integer("status", in: FaultField.status.range)
        record.hang = object.flag("hang", default: false)
        record.disconnect = object.flag("disconnect", default: false)
        let defect: SAMLFault? = object["saml"].flatMap { object.problems.choice($0, at: object.field("saml")) }
        record.saml = defect?.rawValue
        let readings = points.map { effect(of: record, at: $0) }
        guard let reading = readings.min(by: { $0.problems.count < $1.problems.count }) else { return .none }
        for problem in reading.problems { report(problem, in: object) }
        // A status of the wrong type is also misplaced.
        if record.status == nil, object.has("status"), points.allSatisfy({ $0.side == .device }) {
            report(.misplacedStatus, in: object)
        }
        return reading.effect
    }

    private static func report(_ problem: FaultProblem, in object: DocumentObject) {
        switch problem {
        case .unknownError(let name, let point):
            object.problems.report(.unknown(object.field("error"), "the error", name, known: point.errors))
        case .misplacedSAML:
            let points = FaultPoint.allCases.filter(\.makesSAML).map(\.name).joined(separator: ", ")
            object.report("saml", "is for faults at \(points)")
        case .misplacedStatus: object.report("status", "is for faults at the service")
        case .severalEffects(let fields):
            let keys = documentKeys.filter(fields.map(\.rawValue).contains)
            for key in keys.dropFirst() {
                object.report(key, "cannot be combined with \(keys[0]): a fault has one effect")
            }
        default: break
        }
    }

    /// The fault as an element of `faults`.
    public var document: JSON {
        func text(_ milliseconds: Int64) -> JSON { .string(DurationText.text(milliseconds: milliseconds)) }
        func time(_ milliseconds: Int64) -> JSON? { milliseconds > 0 ? text(milliseconds) : nil }
        let (key, value): (String, JSON?) =
            switch effect {
            case .none: ("error", nil)
            case .error(let error): ("error", .string(error))
            case .status(let status): ("status", .integer(status))
            case .hang: ("hang", .bool(true))
            case .disconnect: ("disconnect", .bool(true))
            case .saml(let saml): ("saml", .string(saml.rawValue))
            }
        let isLimited = from > 0 || duration != nil
        let window: JSON? = isLimited ? .filled(["from": text(from * 1_000), "for": duration.map { text($0 * 1_000) }]) : nil
        return .filled([
            "id": .string(id), RenamedKey.point.name: .string(point.name), "app": application.map { .string($0) }, key: value,
            "delay": time(delay), "jitter": time(jitter), "bandwidth": bandwidth.map { .integer($0) },
            "after": after > 0 ? .integer(after) : nil, "times": times.map { .integer($0) },
            "percent": percent.map { .integer($0) }, "during": window,
        ])
    }
}

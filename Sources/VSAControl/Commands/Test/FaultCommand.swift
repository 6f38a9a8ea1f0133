import Administration
import ArgumentParser
import Dates
import TVWorld

/// `vsactl fault`
struct FaultCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fault", abstract: "Faults, which make calls to the device and the service fail on demand.",
        discussion: """
            A fault affects the calls at one point, until it is cleared, until a reset, or within its limits. If several apply to \
            a call, the one that was added first is used. `vsactl fault list --points` describes the points.

            Examples:
              vsactl fault add device.metadata --error ProviderRejected --times 2
              vsactl fault add device.saml --saml expired --app com.example.news
              vsactl fault add service.authorize --status 503 --after 3
              vsactl fault add service.any --disconnect --percent 30
              vsactl fault add service.config --bandwidth 200
              vsactl fault preset flaky-network
              vsactl fault add device.access --hang
              vsactl fault release device.access
            """,
        subcommands: [FaultAdd.self, FaultPresetCommand.self, FaultList.self, FaultRelease.self, FaultClear.self])
}

/// `vsactl fault add POINT`
struct FaultAdd: ReportCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a fault.")
    @Argument(help: "The point; vsactl fault list --points lists them.", completion: .live(.points)) var point: String
    @Option(help: "The fault's name; if omitted, one is generated.") var id: String?
    @Option(help: ArgumentHelp("Only for this app.", valueName: "app"), completion: .live(.apps)) var app: String?
    @Option(
        help: ArgumentHelp("Fail with an error, by its name.", valueName: "name"),
        completion: .list(Set(FaultPoint.allCases.flatMap(\.errors)).sorted()))
    var error: String?
    @Option(help: ArgumentHelp("Make the SAML response invalid; at device.saml and mvpd.saml.", valueName: "what"))
    var saml: SAMLFault?
    @Option(help: ArgumentHelp("Respond with an HTTP status; at the service.", valueName: "code")) var status: Int64?
    @Flag(help: "Keep calls waiting until they are released.") var hang = false
    @Flag(help: "Close the connection in the middle of the response.") var disconnect = false
    @Option(help: .time("Delay the response", TimeSpan.accepted)) var delay = TimeSpan(milliseconds: 0)
    @Option(help: ArgumentHelp("The maximum additional random delay, such as 200ms.", valueName: "time"))
    var jitter = TimeSpan(milliseconds: 0)
    @Option(help: ArgumentHelp("Send the response's body slowly; at the service.", valueName: "bytes-per-second"))
    var bandwidth: Int64?
    @Option(help: ArgumentHelp("The number of calls that are affected; 0 means all.", valueName: "number")) var times: UInt32 = 0
    @Option(help: ArgumentHelp("Affect only this share of the calls, always the same for the same name.", valueName: "1-100"))
    var percent: Int64?
    @Option(help: ArgumentHelp("The number of calls that pass first.", valueName: "number")) var after: UInt32 = 0
    @Option(help: ArgumentHelp("The time before it starts, such as 5m.", valueName: "time")) var from: WholeSeconds?
    @Option(name: .customLong("for"), help: ArgumentHelp("Its duration; if omitted, there is no limit.", valueName: "time"))
    var duration: WholeSeconds?
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        // An unknown point is reported first, by run(), with its own code.
        guard FaultPoint(named: point) != nil else { return }
        let effects = [error != nil, saml != nil, status != nil, hang, disconnect].count { $0 }
        guard effects <= 1 else {
            throw ValidationError("A fault has one effect: --error, --saml, --status, --hang or --disconnect. Add one for each.")
        }
        guard effects == 1 || delay.milliseconds > 0 || jitter.milliseconds > 0 || bandwidth != nil else {
            throw ValidationError(
                "Specify the effect: --error, --saml, --status, --hang, --disconnect, --delay, --jitter or --bandwidth.")
        }
        guard percent.map(FaultField.percent.range.contains) ?? true else { throw ValidationError("--percent takes 1 to 100.") }
        if let bandwidth, bandwidth <= 0 || !FaultField.bandwidth.range.contains(bandwidth) {
            throw ValidationError("--bandwidth takes 1 to \(FaultField.bandwidth.range.upperBound) bytes per second.")
        }
        guard duration?.seconds != 0 else {
            throw ValidationError("--for takes at least 1s; without it the fault does not end.")
        }
        guard app != "" else { throw ValidationError("--app takes an app's identifier; without it every app is affected.") }
        guard id != "" else { throw ValidationError("--id takes a name; without it one is generated.") }
    }

    func run() async throws {
        guard let place = FaultPoint(named: point) else {
            throw Failure.noSuch(
                "fault point", point, known: FaultPoint.names(near: point), listing: "vsactl fault list --points")
        }
        if let error, !place.errors.contains(error) {
            throw Failure.noSuch("error at \(place.rawValue)", error, known: place.errors)
        }
        let daemons = try await BothDaemons.connect(global)
        if let id {
            // Each daemon knows only its own names; a scenario contains those of both.
            let others = try await place.side == .device ? daemons.service?.faults() : daemons.device?.faults()
            if let other = others?.first(where: { $0.id == id }) {
                throw Failure(
                    .invalidData, "--id: another fault is called \(id), at \(other.at)",
                    advice: "Give another --id, or remove that one: vsactl fault clear \(id)")
            }
        }
        try await show { Report([try await daemons.daemon(place.side).addFault(record(at: place))]) }
    }

    static var optionNames: [String: OptionName] {
        func name(_ field: FaultField) -> OptionName {
            let option = field == .applicationId ? "--app" : "--\(field.rawValue)"
            return switch field {
            case .delay, .jitter: .time(option, field.range, unit: 1)
            case .from, .duration: .time(option, field.range)
            default: OptionName(stringLiteral: option)
            }
        }
        return Dictionary(uniqueKeysWithValues: FaultField.described.filter { $0 != .at }.map { ($0.rawValue, name($0)) })
    }

    private func record(at point: FaultPoint) -> FaultRecord {
        var record = FaultRecord(id: id ?? "", at: point.rawValue)
        record.applicationId = app
        record.error = error
        record.saml = saml?.rawValue
        record.status = status
        record.hang = hang
        record.disconnect = disconnect
        record.delay = delay.milliseconds
        record.jitter = jitter.milliseconds
        record.bandwidth = bandwidth ?? 0
        record.times = Int64(times)
        record.percent = percent ?? FaultField.percent.missing
        record.after = Int64(after)
        record.from = from?.seconds ?? 0
        record.duration = duration?.seconds ?? 0
        return record
    }
}

extension SAMLFault: ExpressibleByArgument {}

/// `vsactl fault preset [NAME]`
struct FaultPresetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preset", abstract: "Add a common fault by its name, or list the common faults.")
    @Argument(
        help: "The preset; if omitted, all are listed.", completion: .list(FaultPreset.allCases.map(\.rawValue)))
    var name: String?
    @Option(help: ArgumentHelp("Only for this app.", valueName: "app"), completion: .live(.apps)) var app: String?
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard app != "" else { throw ValidationError("--app takes an app's identifier; without it every app is affected.") }
        guard app == nil || name != nil else { throw ValidationError("--app needs the name of a preset.") }
    }

    func run() async throws {
        guard let name else { return global.show(.faultPresets) }
        let preset = try FaultPreset.allCases
            .element(named: name, by: \.rawValue, as: "fault preset", listing: "vsactl fault preset")
        var fault = preset.fault
        fault.applicationId = app
        let daemons = try await BothDaemons.connect(global)
        global.show(Report([try await daemons.daemon(preset.point.side).addFault(fault)]))
    }
}

/// `vsactl fault list`
struct FaultList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the faults of both daemons, or the points for faults.")
    @Flag(help: "List the points instead, with descriptions.") var points = false
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        if points { return global.show(.faultPoints) }
        let daemons = try await BothDaemons.connect(global)
        global.remarkAbsentDevice(beside: daemons.service)
        global.show(Report(try await daemons.faults()))
    }
}

/// `vsactl fault release POINT`
struct FaultRelease: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release", abstract: "Release hanging calls.",
        discussion: "The fault is kept, and affects the next call.")
    @Argument(help: "A point, or the name of a fault.", completion: .live(.releasable)) var name: String
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let daemons = try await BothDaemons.connect(global)
        let faults = try await daemons.faults()
        let point = FaultPoint(named: name)
        let meant = faults.filter { $0.id == name || $0.at == point?.rawValue }
        guard !meant.isEmpty || point != nil else {
            throw Failure.noSuch("fault", name, known: faults.map(\.id) + FaultPoint.names(near: name))
        }
        let sides = Set(meant.compactMap { FaultPoint(rawValue: $0.at)?.side })
        guard !sides.isEmpty else {
            throw Failure(.notFound, "no fault at \(name)", advice: "`vsactl fault list` shows all faults.")
        }
        var count: Int64 = 0
        for side in FaultPoint.Side.allCases where sides.contains(side) {
            count = count.clampedSum(try await daemons.daemon(side).releaseFault(name))
        }
        global.show(
            Report(["released": count], text: count == 1 ? "1 call continues" : "\(count) calls continue"))
    }
}

/// `vsactl fault clear [NAME]`
struct FaultClear: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove a fault, or all faults.", discussion: "Calls that they keep waiting continue.")
    @Argument(help: "The name of a fault; if omitted, all.", completion: .live(.faults)) var id: String?
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let daemons = try await BothDaemons.connect(global)
        if id == nil { global.remarkAbsentDevice(beside: daemons.service) }
        var sides = daemons.sides
        if let id {
            let faults = try await daemons.faults()
            sides = Set(faults.filter { $0.id == id }.compactMap { FaultPoint(rawValue: $0.at)?.side })
            guard !sides.isEmpty else { throw Failure.noSuch("fault", id, known: faults.map(\.id), listing: "vsactl fault list") }
        }
        // The service first: it may not answer, and nothing is cleared then.
        for side in [FaultPoint.Side.service, .device] where sides.contains(side) {
            try await daemons.daemon(side).clearFaults(id)
        }
        global.show(Report(try await daemons.faults()))
    }
}

extension FaultRecord: TableResource {
    static var columns: Table.Columns<Self> {
        [
            "NAME": { .init($0.id, $0.usedUp ? .faint : .plain) }, "POINT": { .init($0.at) },
            "APP": { .init($0.applicationId ?? "any") }, "EFFECT": { .init($0.effect) }, "DELAY": { .init($0.delayText) },
            "WHEN": { .init($0.occasion) }, "STRUCK": { .init($0.struckText) },
            "WAITING": { .init(String($0.waiting), $0.waiting > 0 ? .attention : .plain) },
        ]
    }

    private var delayText: String {
        let span = { TimeSpan(milliseconds: $0).defaultValueDescription }
        var parts: [String] = []
        if delay > 0 || jitter > 0 { parts.append(span(delay) + (jitter == 0 ? "" : "+0…\(span(jitter))")) }
        if bandwidth > 0 { parts.append("\(bandwidth) B/s") }
        return parts.joined(separator: ", ")
    }

    private var occasion: String {
        var parts: [String] = []
        if after > 0 { parts.append("after \(after)") }
        if times > 0 { parts.append(times == 1 ? "once" : "\(times) times") }
        if gives(.percent) { parts.append("\(percent) %") }
        if from > 0 { parts.append("from \(TimeSpan.text(seconds: from))") }
        if duration > 0 { parts.append("for \(TimeSpan.text(seconds: duration))") }
        if usedUp { parts.append("used up") }
        return parts.isEmpty ? "always" : parts.joined(separator: ", ")
    }
}

extension Report {
    static var faultPoints: Report {
        Report(
            "points", FaultPoint.allCases,
            json: { .members(["point": $0.rawValue, "daemon": $0.side.rawValue, "description": $0.explanation]) },
            columns: ["POINT": { .init($0.rawValue) }, "AFFECTED CALLS": { .init($0.explanation) }])
    }

    static var faultPresets: Report {
        Report(
            "presets", FaultPreset.allCases,
            json: { .members(["preset": $0.rawValue, "description": $0.explanation, "fault": $0.fault.request]) },
            columns: ["PRESET": { .init($0.rawValue) }, "POINT": { .init($0.fault.at) }, "EFFECT": { .init($0.explanation) }])
    }
}

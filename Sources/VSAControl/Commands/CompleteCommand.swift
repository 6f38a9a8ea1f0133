import Administration
import ArgumentParser
import DBus
import DeviceInterfaces
import Explanations
import FoundationEssentials
import TVWorld

private typealias Keys = ControlInterface.Key

/// The names that a shell offers: those that the running daemons currently know.
enum LiveNames: String, ExpressibleByArgument, CaseIterable, Sendable {
    case apps
    case providers
    case subscribers
    case requestors
    case mvpds
    case faults
    case points
    case events
    case scenarios
    case sessions
    case instances
    case codes
}

extension CompletionKind {
    /// Completes names that the daemons know. The shell runs the command, so that this works the same in all shells.
    static func live(_ names: LiveNames, and words: String...) -> CompletionKind {
        let own = words.isEmpty ? "" : "; printf '%s\\n' \(words.joined(separator: " "))"
        return .shellCommand("vsactl complete \(names.rawValue) 2>/dev/null\(own)")
    }
}

/// `vsactl complete NAMES`, which the completion scripts call. It starts no daemon, is fast, and prints nothing if none is
/// running.
struct CompleteCommand: AsyncParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "List names for a shell's completion, one per line.", shouldDisplay: false)

    @Argument(help: "What to list.") var names: LiveNames
    @OptionGroup var global: GlobalOptions

    /// The time limit, because the user waits after pressing Tab.
    private static let patience: Duration = .seconds(2)

    static func needsBackend(_ arguments: [String]) -> Bool {
        let ofService: [LiveNames] = [.requestors, .mvpds, .faults]
        return ofService.contains { arguments.contains($0.rawValue) }
    }

    func run() async throws {
        // If anything fails, no names are offered.
        guard let list = try? await list() else { return }
        let texts = Set(list).sorted().filter(Self.isOffered)
        if !texts.isEmpty { StandardStream.line(texts.joined(separator: "\n")) }
    }

    /// Whether a shell may receive a name. bash expands what a completion script passes to it: `$(…)` would run a command.
    static func isOffered(_ name: String) -> Bool {
        !name.isEmpty && name.unicodeScalars.allSatisfy { $0.value > 0x9F || $0.isASCII && plain.contains(UInt8($0.value)) }
    }

    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ._-/:@+,=%^".utf8)

    private func list() async throws -> [String] {
        switch names {
        case .apps: try await device([Keys.applicationID], ControlInterface.Member.listApplications)
        case .providers: try await device([Keys.providerIdentifier, Keys.mvpd], ControlInterface.Member.listProviders)
        case .subscribers:
            try await device(ControlInterface.Member.listProviders)
                .flatMap { try $0.optional(Keys.subscribers, as: [String].self) ?? [] }
        case .requestors: try await service().list(RequestorResource.self).map(\.id)
        case .mvpds: try await service().list(IntegrationResource.self).map(\.mvpd)
        case .faults: try await faults()
        case .points: FaultPoint.allCases.map(\.name)
        case .events: EventName.all.map(\.name)
        case .scenarios: ScenarioLibrary.names + Self.scenarioFiles()
        case .sessions: RunningSession.all().map(\.id)
        case .instances: Instance.all(environment: ProcessInfo.processInfo.environment).map(\.name)
        case .codes: Explanations.codes.filter { !$0.contains(" ") && !$0.hasPrefix("-") }
        }
    }

    /// Returns the faults of both daemons, either of which may not be running.
    private func faults() async throws -> [String] {
        let device = (try? await device(["id"], ControlInterface.Member.listFaults)) ?? []
        return device + ((try? await service().faults().map(\.id)) ?? [])
    }

    /// Returns the scenario files in a folder.
    static func scenarioFiles(in folder: String = ".") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { ScenarioLibrary.isFile($0) && ScenarioLibrary.isScenario("\(folder)/\($0)") }
    }

    /// Returns a list of the device; empty if it is not running.
    private func device(_ member: MemberName) async throws -> [VariantDictionary] {
        let device = try await DeviceControl.connect(address: global.address)
        guard try await device.connection.nameOwner(SubscriberAccountInterface.busName) != nil else { return [] }
        return try await device.call(member, timeout: Self.patience).decode(as: [VariantDictionary].self)
    }

    private func device(_ keys: [String], _ member: MemberName) async throws -> [String] {
        try await device(member).flatMap { details in
            try keys.compactMap { try details.optional($0, as: String.self) }
        }
    }

    private func service() throws -> ServiceControl {
        var service = try ServiceControl.discover()
        service.patience = Self.patience
        return service
    }
}

import Administration
import ArgumentParser
import DBus
import DeviceInterfaces
import Explanations
import FoundationEssentials
import TVWorld

/// The names that a shell offers: those that the running daemons currently know.
enum LiveNames: String, ExpressibleByArgument, CaseIterable, Sendable {
    case apps
    case providers
    case subscribers
    case requestors
    case mvpds
    case faults
    /// The names of faults and the points where they are.
    case releasable
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

/// `vsactl complete NAMES`, which the completion scripts call. It is fast, does not start a daemon, and prints nothing if none is
/// running.
struct CompleteCommand: AsyncParsableCommand, LightCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "List names for a shell's completion, one per line.", shouldDisplay: false)

    @Argument(help: "What to list.") var names: LiveNames
    @OptionGroup var global: GlobalOptions

    /// The time limit, because the user waits after pressing Tab.
    private static let patience: Duration = .seconds(2)

    static func needsBackend(_ arguments: [String]) -> Bool {
        let ofService: [LiveNames] = [.requestors, .mvpds, .faults, .releasable]
        return ofService.contains { arguments.contains($0.rawValue) }
    }

    func run() async throws {
        // If anything fails, no names are offered.
        guard let list = try? await list() else { return }
        let texts = Set(list).sorted().filter(Self.isOffered)
        if !texts.isEmpty { StandardStream.line(texts.joined(separator: "\n")) }
    }

    /// Returns whether a shell may receive a name. bash expands what a completion script passes to it: `$(…)` would run a
    /// command.
    static func isOffered(_ name: String) -> Bool {
        !name.isEmpty && name.unicodeScalars.allSatisfy { $0.value > 0x9F || $0.isASCII && plain.contains(UInt8($0.value)) }
    }

    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 ._-/:@+,=%^".utf8)

    private func list() async throws -> [String] {
        switch names {
        case .apps: try await device().applications().map(\.id)
        case .providers: try await device().providers().flatMap { [$0.id, $0.mvpd] }
        case .subscribers: try await device().providers().flatMap(\.subscribers)
        case .requestors: try await service().list(RequestorResource.self).map(\.id)
        case .mvpds: try await service().list(IntegrationResource.self).map(\.mvpd)
        case .faults: await faults().map(\.id)
        case .releasable: await faults().flatMap { [$0.id, FaultPoint(named: $0.at)?.name ?? $0.at] }
        case .points: FaultPoint.allCases.map(\.name)
        case .events: EventName.all.map(\.name)
        case .scenarios: ScenarioLibrary.names + Self.scenarioFiles()
        case .sessions: RunningSession.all().map(\.id)
        case .instances: Instance.all(environment: ProcessInfo.processInfo.environment).map(\.name)
        case .codes: Explanations.codes.filter { !$0.contains(" ") && !$0.hasPrefix("-") }
        }
    }

    /// Returns the faults of both daemons, either of which may not be running.
    private func faults() async -> [FaultRecord] {
        let device = (try? await device().faults()) ?? []
        let service = (try? await service().faults()) ?? []
        return device + service
    }

    /// Returns the scenario files in a folder.
    static func scenarioFiles(in folder: String = ".") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { ScenarioLibrary.isFile($0) && ScenarioLibrary.isScenario("\(folder)/\($0)") }
    }

    private func device() async throws -> DeviceControl {
        var device = try await DeviceControl.connect(address: global.address)
        device.patience = Self.patience
        // A call would start it.
        guard try await device.connection.nameOwner(SubscriberAccountInterface.busName) != nil else {
            throw Failure(.unreachable, "the device (vsad) is not running")
        }
        return device
    }

    private func service() throws -> ServiceControl {
        var service = try ServiceControl.discover()
        service.patience = Self.patience
        return service
    }
}

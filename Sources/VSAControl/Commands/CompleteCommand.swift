import ArgumentParser
import DBus
import Foundation
import TVWorld

/// The names that a shell offers: what the running daemons know now.
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
}

extension CompletionKind {
    /// Completes the names that the daemons know. A shell runs the command, so that it is the same for all shells.
    static func live(_ names: LiveNames, and words: String...) -> CompletionKind {
        let own = words.isEmpty ? "" : "; printf '%s\\n' \(words.joined(separator: " "))"
        return .shellCommand("vsactl complete \(names.rawValue) 2>/dev/null\(own)")
    }
}

/// `vsactl complete NAMES`, which the completion scripts call. It starts no daemon, is quick, and says nothing when none runs.
struct CompleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete", abstract: "List names for a shell's completion, one a line.", shouldDisplay: false)

    @Argument(help: "What to list.") var names: LiveNames
    @OptionGroup var global: GlobalOptions

    /// A user waits behind the Tab key.
    private static let patience: Duration = .seconds(2)

    func run() async throws {
        // Whatever goes wrong, there is just nothing to offer.
        guard let list = try? await list() else { return }
        let texts = Swift.Set(list).sorted().filter { !$0.isEmpty && !$0.contains(where: \.isNewline) }
        if !texts.isEmpty { StandardStream.line(texts.joined(separator: "\n")) }
    }

    private func list() async throws -> [String] {
        switch names {
        case .apps: try await device([Wire.Key.application], Wire.Control.listApplications)
        case .providers: try await device([Wire.Key.provider, Wire.Key.mvpd], Wire.Control.listProviders)
        case .subscribers:
            try await device(Wire.Control.listProviders)
                .flatMap { try $0.optional(Wire.Key.subscribers, as: [String].self) ?? [] }
        case .requestors: try await service().requestors().map(\.id)
        case .mvpds: try await service().integrations().map(\.mvpd)
        case .faults: try await faults()
        case .points: FaultPoint.allCases.map(\.rawValue)
        case .events: EventName.all.map(\.name)
        case .scenarios: ScenarioLibrary.names + Self.scenarioFiles()
        }
    }

    /// The faults of both daemons, of which either may be missing.
    private func faults() async throws -> [String] {
        let device = (try? await device(["id"], Wire.Control.listFaults)) ?? []
        return device + ((try? await service().faults().map(\.id)) ?? [])
    }

    /// The files of the folder that may be scenarios.
    private static func scenarioFiles() -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? []
        return names.filter { name in [".yaml", ".yml"].contains { name.hasSuffix($0) } }
    }

    /// What the device lists; nothing when it does not run.
    private func device(_ member: MemberName) async throws -> [Details] {
        let device = try await DeviceControl.connect(address: global.address)
        guard try await device.connection.nameOwner(Wire.busName) != nil else { return [] }
        return try await device.call(member, timeout: Self.patience).decode(as: [Details].self)
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

import Administration
import ArgumentParser
import TVWorld

/// `vsactl status`
struct StatusCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the status of the device and its service.",
        discussion: "The bus starts the device if it is not running. The service is optional.")

    @OptionGroup var global: GlobalOptions

    /// Returns whether a service is expected to run; only then is it asked for its status.
    static func needsBackend(_ arguments: [String]) -> Bool { (try? ServiceAddress.discover()) != nil }

    func report(_ device: DeviceControl) async throws -> Report {
        let prompts = OverallStatus.Prompts(
            answers: try await device.answers().count, agents: try await device.agents(),
            requests: try await device.requests().count)
        let (service, serviceFaults) = await service()
        let faults = try await device.faults() + serviceFaults
        let status = OverallStatus(
            device: try await device.status(), account: try await device.account(), clock: try await device.clock(),
            prompts: prompts, faults: faults.count { !$0.usedUp }, service: service)
        return status.report
    }

    /// Returns the status of the service, and its faults if it provides them.
    private func service() async -> (OverallStatus.Service, faults: [FaultRecord]) {
        do {
            guard let address = try ServiceAddress.discover() else { return (.absent, []) }
            var service = ServiceControl(address: address)
            // An unresponsive service must not delay the device's status.
            service.patience = .seconds(10)
            let status = try await service.status()
            return (.running(status), (try? await service.faults()) ?? [])
        } catch {
            return (.failing(error.shortMessage), [])
        }
    }
}

/// The status of everything.
struct OverallStatus {
    /// The status of the service.
    enum Service: Sendable, Equatable {
        case absent
        case running(StatusResource)
        case failing(String)
    }

    /// The agents, and the waiting prompts.
    struct Prompts: Sendable, Equatable {
        var answers: Int
        /// Newest first.
        var agents: [AgentRecord]
        var requests: Int
    }

    var device: DeviceStatus
    var account: AccountRecord?
    /// The device's clock.
    var clock: ClockResource?
    var prompts: Prompts
    /// The number of faults at the device and the service that are still active.
    var faults = 0
    var service: Service

    /// The status as a report.
    var report: Report { Report(document: document, text: table.text) }

    private var document: JSON {
        let service: JSON =
            switch service {
            case .absent: .null
            case .running(let status): status.report()
            case .failing(let reason): .members(["error": .string(reason)])
            }
        return .document([
            "device": device.json,
            "prompts": .members([
                "unanswered": .optional(device.unanswered), "answers": .integer(prompts.answers),
                "agents": .integer(prompts.agents.count), "requests": .integer(prompts.requests),
                "agentPrograms": .array(prompts.agents.map { .string($0.program) }),
            ]), "account": account?.json ?? .null, "clock": clock?.report ?? .null, "faults": .integer(faults),
            "service": service,
        ])
    }

    private var table: Table {
        let serviceCell: Table.Cell =
            switch service {
            case .absent: .init("not running", .attention)
            case .running(let status):
                .init("\(status.url) (\(status.version)), trusts \(status.providers.count { $0.trusted }) providers", .good)
            case .failing(let reason): .init(reason, .bad)
            }
        // Default values are omitted.
        let rows: [(String, Table.Cell?)] = [
            ("device", .init("vsad \(device.version), process \(device.processID)", .good)),
            ("region", .init(device.region)),
            ("apps", .init(String(device.applications))),
            ("account", accountCell),
            ("prompts", .init(promptsText, prompts.answers + prompts.agents.count == 0 ? .plain : .good)),
            ("agents", prompts.agents.isEmpty ? nil : .init(agentsText)),
            ("faults", faults == 0 ? nil : .init("\(faults) in force", .attention)),
            ("clock", clockCell),
            ("trusts", .init(device.serviceEntityID ?? "no service yet")),
            ("state", .init(device.stateFolder ?? "")),
            ("service", serviceCell),
        ]
        return Table.pairs(rows)
    }

    private var accountCell: Table.Cell {
        guard let account, device.isSignedIn else { return .init("nobody is signed in") }
        let text = "\(account.subscriber ?? "somebody") at \(account.provider)"
        let hasExpired = account.hasExpired(at: clock.map { $0.time / 1_000 } ?? .min)
        return hasExpired ? .init("\(text), expired", .attention) : .init(text)
    }

    /// The device's clock if it is not real.
    private var clockCell: Table.Cell? {
        guard let clock, clock.mode != "real" else { return nil }
        return .init("\(Timestamp.text(unixSeconds: clock.time / 1_000)), \(clock.setting)", .attention)
    }

    /// The agents that receive the prompts, and with them the entered passwords.
    private var agentsText: String {
        prompts.agents.map { "\($0.name): \($0.program.isEmpty ? "unknown program" : $0.program) (process \($0.processID))" }
            .joined(separator: "; ")
    }

    private var promptsText: String {
        func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
        var parts = [
            count(prompts.answers, "answer queued", "answers queued"), count(prompts.agents.count, "agent", "agents"),
            count(prompts.requests, "request open", "requests open"),
        ]
        if let policy = device.unanswered, policy != UnansweredPolicy.agent.rawValue { parts.append("unanswered: \(policy)") }
        return parts.joined(separator: ", ")
    }
}

import Administration
import ArgumentParser
import TVWorld

/// `vsactl status`
struct StatusCommand: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the status of the device and its service.",
        discussion: "The bus starts the device if it is not running. The service is optional.")

    @OptionGroup var global: GlobalOptions

    /// Returns whether a service is expected to run; only then is its status requested.
    static func needsBackend(_ arguments: [String]) -> Bool { (try? ServiceAddress.discover()) != nil }

    func report(_ device: DeviceControl) async throws -> Report {
        var status = OverallStatus(
            device: try await device.status(), account: try await device.account(), clock: try await device.clock(),
            answers: try await device.answers().count, agents: try await device.agents(),
            requests: try await device.requests().count)
        let (service, serviceFaults) = await service()
        status.service = service
        status.faults = (try await device.faults() + serviceFaults).count { !$0.usedUp }
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
    enum Service: Sendable, Equatable {
        case absent
        case running(StatusResource)
        case failing(String)
    }

    var device: DeviceStatus
    var account: AccountRecord?
    var clock: ClockResource?
    /// The number of queued answers.
    var answers: Int
    /// The agents, newest first.
    var agents: [AgentRecord]
    /// The number of open requests.
    var requests: Int
    /// The number of faults at the device and the service that are still active.
    var faults = 0
    var service = Service.absent

    var report: Report { Report(document: document, text: table.text) }

    private var document: JSON {
        let service: JSON =
            switch service {
            case .absent: .null
            case .running(let status): status.report()
            case .failing(let reason): .members(["error": reason])
            }
        return .document([
            "device": device,
            "prompts": JSON.members([
                "unanswered": device.unanswered, "answers": answers, "agents": agents.count, "requests": requests,
                "agentPrograms": agents.map(\.program),
            ]),
            "account": account, "clock": clock?.report, "faults": faults, "service": service,
        ])
    }

    private var table: Table {
        let serviceCell: Table.Cell =
            switch service {
            case .absent: .init("not running", .attention)
            case .running(let status):
                .init(
                    "\(status.url) (\(status.version)), trusts "
                        + counted(status.providers.count { $0.trusted }, "provider"), .good)
            case .failing(let reason): .init(reason, .bad)
            }
        // Default values are omitted.
        let rows: [(String, Table.Cell?)] = [
            ("device", .init("vsad \(device.version), process \(device.processID)", .good)),
            ("region", .init(device.region)),
            ("apps", .init(String(device.applications))),
            ("account", accountCell),
            ("prompts", .init(promptsText, answers + agents.count == 0 ? .plain : .good)),
            ("agents", agents.isEmpty ? nil : .init(agentsText)),
            ("faults", faults == 0 ? nil : .init("\(faults) in force", .attention)),
            ("clock", clockCell),
            ("trusts", .init(device.serviceEntityID ?? "no service yet")),
            ("state", .init(device.stateFolder ?? "")),
            ("service", serviceCell),
        ]
        return Table.pairs(rows)
    }

    private var accountCell: Table.Cell {
        guard let account, device.isSignedIn else { return .init("no user is signed in") }
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
        agents.map { "\($0.name): \($0.program.isEmpty ? "unknown program" : $0.program) (process \($0.processID))" }
            .joined(separator: "; ")
    }

    private var promptsText: String {
        var parts = [
            "\(counted(answers, "answer")) queued", counted(agents.count, "agent"), "\(counted(requests, "request")) open",
        ]
        if let policy = device.unanswered, policy != UnansweredPolicy.agent.rawValue { parts.append("unanswered: \(policy)") }
        return parts.joined(separator: ", ")
    }
}

import ArgumentParser

/// `vsactl status`
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show how the device and its service are.",
        discussion: "The bus starts the device when it does not run yet. The service may be absent.")

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let device = try await DeviceControl.connect(address: global.address)
        let prompts = StatusReport.Prompts(
            answers: try await device.answers().count, agents: try await device.agents().count,
            requests: try await device.requests().count)
        global.show(StatusReport(device: try await device.status(), prompts: prompts, service: await service()))
    }

    private func service() async -> StatusReport.Service {
        do {
            guard let address = try ServiceAddress.discover() else { return .absent }
            return .running(try await ServiceControl(address: address).status())
        } catch let failure as Failure {
            return .failing(failure.message)
        } catch {
            return .failing("\(error)")
        }
    }
}

/// How everything is.
struct StatusReport: Report {
    /// What is known of the service.
    enum Service: Sendable, Equatable {
        case absent
        case running(ServiceStatus)
        case failing(String)
    }

    /// Who answers, and what waits.
    struct Prompts: Sendable, Equatable {
        var answers: Int
        var agents: Int
        var requests: Int
    }

    var device: DeviceStatus
    var prompts: Prompts
    var service: Service

    var document: JSON {
        let service: JSON =
            switch service {
            case .absent: .null
            case .running(let status): status.json
            case .failing(let reason): .members(["error": .string(reason)])
            }
        return .document([
            "device": device.json,
            "prompts": .members([
                "unanswered": .optional(device.unanswered), "answers": .integer(Int64(prompts.answers)),
                "agents": .integer(Int64(prompts.agents)), "requests": .integer(Int64(prompts.requests)),
            ]), "service": service,
        ])
    }

    func text(_ style: Style) -> String {
        let serviceCell: Table.Cell =
            switch service {
            case .absent: .init("not running", .attention)
            case .running(let status):
                .init("\(status.url) (\(status.version)), trusts \(status.providers.count { $0.trusted }) providers", .good)
            case .failing(let reason): .init(reason, .bad)
            }
        return Table.pairs([
            "device": .init("vsad \(device.version), process \(device.processID)", .good),
            "region": .init(device.region),
            "apps": .init(String(device.applications)),
            "account": .init(device.isSignedIn ? "signed in" : "nobody is signed in"),
            "prompts": .init(promptsText, prompts.answers + prompts.agents == 0 ? .plain : .good),
            "trusts": .init(device.serviceEntityID ?? "no service yet"),
            "state": .init(device.stateFolder ?? ""),
            "service": serviceCell,
        ]).text(style)
    }

    private var promptsText: String {
        var parts = ["\(prompts.answers) answers wait", "\(prompts.agents) agents", "\(prompts.requests) requests open"]
        if let policy = device.unanswered, policy != UnansweredPolicy.agent.rawValue { parts.append("unanswered: \(policy)") }
        return parts.joined(separator: ", ")
    }
}

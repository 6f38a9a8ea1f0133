import DBus
import Foundation
import NIOHTTP1
import TVWorld

/// Loads scenarios into a device and its service.
struct ScenarioLoader {
    /// The address of the device's bus; nil is the session bus.
    var bus: String?
    /// The service; nil when none is running.
    var service: ServiceControl?

    /// Both check and prepare the scenario, then each swaps in one step. When one cannot, both stay as they are.
    func load(_ scenario: Scenario) async throws {
        let document = scenario.document.serialized
        let device = try await DeviceControl.connect(address: bus)
        do {
            let generation = try await device.prepareScenario(document)
            let prepared = try await service?.prepareScenario(document)
            try await device.commitScenario(generation)
            do {
                if let service, let prepared { try await service.commitScenario(prepared) }
            } catch {
                try await device.rollBackScenario(generation)
                throw error
            }
        } catch let error as DeviceControl.NoScenarios {
            throw error.failure
        }
        await device.connection.close()
    }

    /// Begins a session of its own with a scenario whose world the daemons were started with.
    func begin(with scenario: Scenario) async throws {
        let device = try await DeviceControl.connect(address: bus)
        do {
            let generation = try await device.prepareScenario(scenario.document.serialized)
            try await device.commitScenario(generation)
        } catch is DeviceControl.NoScenarios {
            // Nobody can see the device before it is ready, so that step by step is as good as in one.
            try await set(device, up: scenario)
        }
        await device.connection.close()
        let concernsService =
            scenario.faults.contains { $0.point.side == .service } || !scenario.applications.isEmpty
        guard let service, concernsService else { return }
        try await service.commitScenario(try await service.prepareScenario(scenario.document.serialized))
    }

    private func set(_ device: DeviceControl, up scenario: Scenario) async throws {
        if let account = scenario.account {
            var options = Details()
            if account.lifetime > 0 { options[Wire.Key.expiresIn] = Variant(account.lifetime) }
            _ = try await device.call(Wire.Control.signIn, [account.provider, account.subscriber ?? "", options])
            if account.lifetime == 0 { _ = try await device.expireAccount() }
        }
        for app in scenario.apps {
            _ = try await device.call(Wire.Control.setAccessStatus, [app.id, app.access.rawValue])
        }
        for (setting, value) in scenario.developer.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            let text =
                switch value {
                case .flag(let flag): flag ? "true" : "false"
                case .text(let text): text
                }
            _ = try await device.setDeveloperSetting(setting.rawValue, to: text)
        }
        if scenario.unanswered != .agent {
            _ = try await device.call(Wire.Control.setUnanswered, [scenario.unanswered.rawValue])
        }
        for answer in scenario.answers { try await queue(answer, device) }
        for fault in scenario.faults where fault.point.side == .device {
            do {
                _ = try await device.addFault(Self.details(of: fault))
            } catch is DeviceControl.NoScenarios {
                throw Failure(.failed, "the device (vsad) knows no faults, which the scenario has: \(fault.id)")
            }
        }
    }

    private func queue(_ answer: Scenario.Answer, _ device: DeviceControl) async throws {
        guard let prompt = PromptKind(rawValue: answer.prompt.rawValue) else { return }
        _ = try await device.queueAnswer(
            AnswerRecord(
                prompt: prompt, answer: answer.answer, application: answer.application, provider: answer.provider,
                delay: answer.delay, times: answer.times))
    }

    /// A fault as the device's control takes it.
    static func details(of fault: Fault) -> Details {
        var details: Details = [
            "id": Variant(fault.id), "at": Variant(fault.point.rawValue), "delay": Variant(fault.delay),
            "jitter": Variant(fault.jitter), "after": Variant(UInt32(clamping: fault.after)),
            "times": Variant(UInt32(clamping: fault.times ?? 0)), "from": Variant(fault.from),
            "for": Variant(fault.duration ?? 0),
        ]
        if let application = fault.application { details["application-id"] = Variant(application) }
        switch fault.effect {
        case .none, .status: break
        case .error(let error): details["error"] = Variant(error)
        case .hang: details["hang"] = Variant(true)
        case .disconnect: details["disconnect"] = Variant(true)
        case .saml(let saml): details["saml"] = Variant(saml.rawValue)
        }
        return details
    }

    /// What holds at both now, as one scenario.
    func export() async throws -> Scenario {
        let device = try await DeviceControl.connect(address: bus)
        let text: String
        do {
            text = try await device.exportScenario()
        } catch let error as DeviceControl.NoScenarios {
            throw error.failure
        }
        await device.connection.close()
        let bytes = try await service?.exportScenario()
        do throws(ScenarioError) {
            var scenario = try Scenario(document: Array(text.utf8))
            guard let bytes else { return scenario }
            let service = try Scenario(document: Array(bytes))
            let (region, regions) = (scenario.world.region, scenario.world.supportedRegions)
            scenario.world = service.world
            (scenario.world.region, scenario.world.supportedRegions) = (region, regions)
            scenario.serviceClock = service.serviceClock
            scenario.applications = service.applications
            scenario.faults =
                scenario.faults.filter { $0.point.side == .device } + service.faults.filter { $0.point.side == .service }
            return scenario
        } catch {
            throw Failure(.failed, "what the daemons export is no scenario", advice: error.description)
        }
    }
}

extension ServiceControl {
    private struct Generation: Decodable {
        var generation: Int64
    }

    /// Lets the service check a scenario and keep it ready.
    fileprivate func prepareScenario(_ document: String) async throws -> Int64 {
        let data = try await send(.POST, "/admin/v1/scenario/prepare", body: Data(document.utf8))
        do {
            return try JSONDecoder().decode(Generation.self, from: data).generation
        } catch {
            throw Failure(.failed, "the service's answer about the scenario cannot be read: \(error)")
        }
    }

    /// Puts a prepared scenario in force.
    fileprivate func commitScenario(_ generation: Int64) async throws {
        let body = JSON.members(["generation": .integer(generation)])
        _ = try await send(.POST, "/admin/v1/scenario/commit", body: Data(body.compact.utf8))
    }

    /// The service's state as a scenario's document.
    fileprivate func exportScenario() async throws -> Data { try await send(.GET, "/admin/v1/scenario") }
}

import Administration
import FoundationEssentials
import TVWorld

/// Finds common problems in the setup of the device, the service and apps. It changes nothing, except that the bus starts the
/// device.
struct Doctor: Sendable {
    /// The requested bus; nil for the session bus.
    var address: String?
    /// The environment in which apps would run.
    var environment: [String: String]

    var restartDevice: String { DaemonCommands.restartDevice(environment) }

    /// Returns all findings, in the order in which a setup is started.
    func examine() async -> [Finding] {
        let (device, deviceFindings) = await examineDevice()
        let (service, serviceFindings) = await examineService()
        let isDeviceExpected = DeviceControl.isExpected(bus: address, beside: service?.control)
        var all = isDeviceExpected ? deviceFindings : [Self.absentDevice]
        all += [examineRuntimeFolder()] + serviceFindings
        if let device, let service {
            all.append(await result { () async throws(Finding) in try await examineTrust(device, service) })
        }
        all += await examineClocks(device?.control, service?.control)
        all += [await examineFaults(device?.control, service?.control)].compactMap(\.self)
        return all + [examineStatement()]
    }

    /// Performs a call that a check depends on.
    ///
    /// - Parameters:
    ///   - cure: The remedy; by default that of the failure.
    ///   - explain: Returns the finding in terms of the setup.
    /// - Throws: The finding that it failed.
    func attempt<Value>(
        _ check: Finding.Check, cure: String? = nil, _ call: () async throws -> Value,
        explain: (Finding) async -> Finding = { $0 }
    ) async throws(Finding) -> Value {
        do { return try await call() } catch {
            let failure = error as? Failure
            let usual = failure == nil ? "See the logs of the daemons." : "See the log of the daemon."
            throw await explain(.problem(check, error.shortMessage, cure: cure ?? failure?.advice ?? usual))
        }
    }

    /// Returns the result of a check; if it could not be performed, that finding.
    func result(_ check: () async throws(Finding) -> Finding) async -> Finding {
        do throws(Finding) { return try await check() } catch { return error }
    }

    /// A device that responds.
    typealias Device = (control: DeviceControl, status: DeviceStatus, providers: [ProviderRecord])

    /// A service that responds.
    typealias Service = (control: ServiceControl, status: StatusResource)

    private func examineTrust(_ device: Device, _ service: Service) async throws(Finding) -> Finding {
        let cure = "Make them trust each other: vsactl service connect"
        guard let entityID = device.status.serviceEntityID else {
            return .problem(.trust, "the device trusts no service: apps get no response from a provider", cure: cure)
        }
        let own = ServiceMetadata(text: try await attempt(.trust, service.control.metadata))
        let known = ServiceMetadata(text: try await attempt(.trust, device.control.serviceMetadata))
        guard own.certificates == known.certificates else {
            return .problem(
                .trust, "the device trusts a former key of \(service.status.url), or another service (\(entityID))",
                cure: cure)
        }
        guard own.consumer == known.consumer else {
            return .problem(
                .trust, "the device has a stale URL of the service: \(known.consumer) instead of \(own.consumer)",
                cure: "Update it: vsactl service connect")
        }
        let ids = Set(device.providers.map(\.id))
        let shared = service.status.providers.filter { ids.contains($0.id) }
        let strangers = shared.filter { !$0.trusted }.map(\.id)
        // A device without any provider is another finding.
        if device.providers.isEmpty { return .fine(.trust, "the device trusts \(entityID)") }
        if shared.isEmpty {
            return .problem(
                .trust, "the service knows no provider of this device: they have different worlds",
                cure: "Give vsad and entitlementd the same world file, or start both with: vsactl run --world FILE -- COMMAND")
        }
        if strangers.count == shared.count {
            return .problem(.trust, "the service trusts no provider of the device: every single sign-on fails", cure: cure)
        }
        if !strangers.isEmpty {
            return .problem(.trust, "the service does not trust \(strangers.joined(separator: ", "))", cure: cure)
        }
        return .fine(.trust, "the device trusts \(entityID), the service \(counted(shared.count, "provider"))")
    }
}

/// The result of one check of `vsactl doctor`; also the error for one that could not be performed.
struct Finding: Error, Equatable, JSONConvertible {
    enum Level: String, Sendable {
        /// Nothing is wrong.
        case fine
        /// It may be intended but can be surprising: a clock that was changed, an active fault.
        case remark
        /// Something does not work.
        case problem
    }

    /// The checked part: an identifier that scripts can rely on.
    enum Check: String, Sendable, CaseIterable {
        case bus
        case device
        case version
        case otherDevices = "other-devices"
        case stateFolder = "state-folder"
        case keys
        case providers
        case prompts
        case runtimeFolder = "runtime-folder"
        case service
        case trust
        case clock
        case faults
        case statement
    }

    var check: Check
    var level: Level
    var message: String
    /// The remedy; nil if nothing is wrong.
    var cure: String?

    static func fine(_ check: Check, _ message: String) -> Finding {
        Finding(check: check, level: .fine, message: message, cure: nil)
    }

    static func remark(_ check: Check, _ message: String, cure: String) -> Finding {
        Finding(check: check, level: .remark, message: message, cure: cure)
    }

    static func problem(_ check: Check, _ message: String, cure: String) -> Finding {
        Finding(check: check, level: .problem, message: message, cure: cure)
    }
}

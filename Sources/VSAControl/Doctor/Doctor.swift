import Administration
import FoundationEssentials

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
        let (device, findings) = await examineDevice()
        let (service, serviceFindings) = await examineService()
        var all = findings + [examineRuntimeFolder()] + serviceFindings
        all += [await examineTrust(device, service)].compactMap(\.self)
        all += await examineClocks(device?.control, service?.control)
        all += [await examineFaults(device?.control, service?.control)].compactMap(\.self)
        return all + [examineStatement()]
    }

    /// Performs a call that a check depends on.
    ///
    /// - Throws: The finding that it failed.
    func attempt<Value>(_ check: Finding.Check, _ call: () async throws -> Value) async throws(Finding) -> Value {
        do {
            return try await call()
        } catch let failure as Failure {
            throw Finding.problem(check, failure)
        } catch {
            throw Finding.problem(check, "\(error)", cure: "See the logs of the daemons.")
        }
    }

    /// A device that responds.
    struct Device: Sendable {
        var control: DeviceControl
        var status: DeviceStatus
        var providers: [ProviderRecord]
    }

    /// A service that responds.
    struct Service: Sendable {
        var control: ServiceControl
        var status: StatusResource
    }

    func examineTrust(_ device: Device?, _ service: Service?) async -> Finding? {
        guard let device, let service else { return nil }
        let cure = "Make them trust each other: vsactl service connect"
        guard let entityID = device.status.serviceEntityID else {
            return .problem(.trust, "the device trusts no service: apps get no response from a provider", cure: cure)
        }
        let (own, known): (ServiceMetadata, ServiceMetadata)
        do throws(Finding) {
            own = ServiceMetadata(text: try await attempt(.trust, service.control.metadata))
            known = ServiceMetadata(text: try await attempt(.trust, device.control.serviceMetadata))
        } catch {
            return error
        }
        guard own.certificates == known.certificates else {
            return .problem(
                .trust, "the device trusts another service than \(service.status.url), or a former key of it (\(entityID))",
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

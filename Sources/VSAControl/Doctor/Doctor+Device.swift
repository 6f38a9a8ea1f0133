import DBus
import DeviceInterfaces
import PrivateSession
import TVWorld

extension Doctor {
    private static let ownBus = """
        Start everything on a private bus: vsactl run -- COMMAND
        or log in to a desktop, or set DBUS_SESSION_BUS_ADDRESS (in a container: dbus-run-session -- COMMAND).
        """

    /// The only finding about the device beside a service that needs none.
    static let absentDevice = Finding.remark(.bus, "only the service, without a device: \(DeviceControl.absence)", cure: ownBus)

    /// Examines the bus, and the device on it.
    func examineDevice() async -> (Device?, [Finding]) {
        var findings: [Finding] = []
        do throws(Finding) {
            let control = try await attempt(.bus, cure: Self.ownBus) { try await DeviceControl.connect(address: address) }
            findings.append(.fine(.bus, address ?? environment["DBUS_SESSION_BUS_ADDRESS"].nonEmpty ?? "the session bus"))
            let status = try await attempt(.device, control.status) { await explain($0, control) }
            findings += [
                .fine(.device, "vsad \(status.version), process \(status.processID)"),
                examineVersion(status.version, of: "vsad", restart: restartDevice),
                examineOtherDevices(than: status.processID),
            ].compactMap(\.self)
            findings += examineStateFolder(status.stateFolder)
            let device = (control, status, try await attempt(.providers, control.providers))
            findings.append(examineProviders(device))
            return (device, findings + [await result { () async throws(Finding) in try await examinePrompts(device) }])
        } catch {
            return (nil, findings + [error])
        }
    }

    /// Explains why a device does not respond, in terms of the setup.
    private func explain(_ finding: Finding, _ control: DeviceControl) async -> Finding {
        let names = await activatableNames(control)
        guard let names, !names.contains(SubscriberAccountInterface.busName.string) else { return finding }
        return .problem(
            .device, "vsad is not running on this bus, and the bus cannot start it: it has no activation file",
            cure: """
                Start everything in a private session: vsactl run -- COMMAND
                or install vsa-simulator, which puts org.vsasim.SubscriberAccount1.service where the bus looks for it.
                """)
    }

    private func activatableNames(_ control: DeviceControl) async -> [String]? {
        let reply = try? await control.connection.call(
            "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            member: "ListActivatableNames")
        return try? reply?.decode(as: [String].self)
    }

    /// Compares a daemon's version with vsactl's; nil if they are equal.
    func examineVersion(_ version: String, of daemon: String, restart: String) -> Finding? {
        guard version != simulatorVersion else { return nil }
        return .problem(
            .version, "\(daemon) has version \(version), but vsactl has version \(simulatorVersion)",
            cure: "Install both from one build, then restart it: \(restart)")
    }

    /// Finds another vsad of this session or desktop on a separate bus, which apps that were started there use.
    private func examineOtherDevices(than processID: Int64) -> Finding? {
        let session = environment[CleanupGuard.variable].nonEmpty
        let others = ProcessTable.processes().filter { process in
            guard Int64(process.id) != processID, !process.isZombie,
                let command = ProcessTable.commandLine(of: process.id)?.split(separator: " ").first,
                command == "vsad" || command.hasSuffix("/vsad")
            else { return false }
            // Other private sessions are ignored.
            return ProcessTable.variables(of: process.id)?[CleanupGuard.variable].nonEmpty == session
        }
        guard !others.isEmpty else { return nil }
        let list = others.map { "process \($0.id)" }.joined(separator: ", ")
        return .problem(
            .otherDevices, "another vsad is running (\(list)): apps on its bus see another device than this one",
            cure: "Stop it, or start apps with the bus of this one: vsactl env --shell")
    }

    /// Checks whether a user can sign in.
    private func examineProviders(_ device: Device) -> Finding {
        let offered = device.providers.count { $0.isInLineUp }
        guard offered == 0 else {
            let all = counted(device.providers.count, "provider")
            return .fine(.providers, "\(offered) of \(all) offered in \(device.status.region)")
        }
        guard !device.providers.isEmpty else {
            return .problem(
                .providers, "the device knows no provider: nobody can sign in",
                cure: "Return to the built-in world: vsactl reset; or load a world that has providers.")
        }
        return .problem(
            .providers, "no provider is offered in the region \(device.status.region): nobody can sign in",
            cure: "Choose a region with providers, such as: vsactl region set US")
    }

    /// Checks whether a prompt would be answered.
    private func examinePrompts(_ device: Device) async throws(Finding) -> Finding {
        let answers = try await attempt(.prompts, device.control.answers).count
        let agents = try await attempt(.prompts, device.control.agents).count
        if answers + agents > 0 {
            return .fine(.prompts, "\(counted(answers, "answer")) queued, \(counted(agents, "agent")) registered")
        }
        let cure = "Queue answers (vsactl answer access granted) or answer automatically: vsactl agent run --auto granted"
        switch device.status.unanswered {
        case UnansweredPolicy.hang.rawValue:
            return .remark(.prompts, "no answer is queued: a prompt waits until one is", cure: cure)
        case UnansweredPolicy.dismiss.rawValue:
            return .remark(.prompts, "no answer is queued: prompts are treated as cancelled", cure: cure)
        default: break
        }
        let hasPicker = await activatableNames(device.control)?.contains(AgentInterface.busName.string) ?? false
        guard !hasPicker else { return .fine(.prompts, "no answer is queued: the bus starts the picker for a prompt") }
        return .remark(.prompts, "no answer is queued and no agent is registered: prompts are treated as cancelled", cure: cure)
    }
}

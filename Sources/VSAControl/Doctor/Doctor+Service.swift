import Administration
import Dates
import TVWorld

extension Doctor {
    /// Checks whether the service can be reached and administered.
    func examineService() async -> (Service?, [Finding]) {
        do throws(Finding) {
            let found = try await attempt(.service) { try ServiceAddress.required(environment: environment) }
            let control = ServiceControl(address: found)
            let status = try await attempt(.service, control.status) { await explain($0, control) }
            let version = examineVersion(status.version, of: "entitlementd", restart: DaemonCommands.restartService)
            let findings = [.fine(.service, "entitlementd \(status.version) at \(found.url)"), version].compactMap(\.self)
            return ((control, status), findings)
        } catch {
            return (nil, [error])
        }
    }

    /// Explains a failure: a runtime file remains if a service was killed.
    private func explain(_ finding: Finding, _ control: ServiceControl) async -> Finding {
        guard environment["VSASIM_SERVICE_URL"].nonEmpty == nil, (try? RunningService.find(environment: environment)) == nil,
            (try? await control.checkHealth()) == nil, let file = ServiceAddress.runtimeFilePath(environment: environment)
        else { return finding }
        return .problem(
            .service, "the service at \(control.address.url), which \(file) names, was killed",
            cure: "Restart it: \(DaemonCommands.restartService)")
    }

    /// Checks whether a clock is adjusted.
    func examineClocks(_ device: DeviceControl?, _ service: ServiceControl?) async -> [Finding] {
        // A daemon without an adjustable clock returns an error; there is then nothing to report.
        let read = [("device", try? await device?.clock()), ("service", try? await service?.clock())]
        let clocks = read.compactMap { daemon, clock in clock.map { (daemon: daemon, clock: $0) } }
        let moved = clocks.filter { $0.clock.mode != "real" }
        guard !moved.isEmpty else {
            return clocks.isEmpty ? [] : [.fine(.clock, "real time")]
        }
        let cure = "Back to real time: vsactl clock reset"
        let findings = moved.map {
            Finding.remark(
                .clock,
                "the \($0.daemon)'s clock shows \(Timestamp.text(unixSeconds: $0.clock.time / 1_000)): \($0.clock.setting)",
                cure: cure)
        }
        guard clocks.count == 2, clocks[0].clock.time.clampedDifference(clocks[1].clock.time).magnitude > 60_000 else {
            return findings
        }
        return findings + [
            .remark(.clock, "the two clocks are more than a minute apart: SAML responses are rejected", cure: cure)
        ]
    }

    func examineFaults(_ device: DeviceControl?, _ service: ServiceControl?) async -> Finding? {
        let known = [try? await device?.faults(), try? await service?.faults()].compactMap(\.self)
        guard !known.isEmpty else { return nil }
        let faults = known.joined().filter { !$0.usedUp }.map(\.at)
        guard !faults.isEmpty else { return .fine(.faults, "no fault is in force") }
        return .remark(
            .faults, "\(counted(faults.count, "fault")) in force: \(faults.joined(separator: ", "))",
            cure: "Remove them: vsactl fault clear")
    }
}

import AccountCore
import DBus
import Synchronization
import TVWorld

/// Detects that the account's authentication has expired, because time has passed or the clock was set. Notifies apps and the
/// journal once.
actor ExpiryWatch {
    /// The account at the last check, if its authentication was valid then.
    private var valid: SystemAccount?
    /// The pending check and its time, by the machine's clock in Unix milliseconds.
    private var pending: (task: Task<Void, Never>, at: Int64)?
    /// The account and the setting of the clock after the last change of the device.
    private nonisolated let known = Mutex<Basis?>(nil)
    private nonisolated let services: DeviceServices
    private let wait: @Sendable (Pause) async -> Void

    /// The maximum wait, in milliseconds: the machine's clock may be set, too.
    private static let longestWait: Int64 = 600_000

    init(_ services: DeviceServices, wait: @escaping @Sendable (Pause) async -> Void = { await $0.wait() }) {
        self.services = services
        self.wait = wait
    }

    private struct Basis: Equatable {
        let account: SystemAccount?
        let clock: ClockSetting
    }

    /// Checks the account after a change of the device, unless account and clock setting are unchanged and the account is still
    /// valid.
    ///
    /// - Returns: The check; nil if it is not needed.
    @discardableResult nonisolated func lookIfNeeded() -> Task<Void, Never>? {
        let basis = Basis(account: services.device.state.storedAccount, clock: services.clock.setting)
        let isKnown = known.withLock { known in
            defer { known = basis }
            return known == basis
        }
        if isKnown, basis.account.map({ services.clock.seconds() < $0.expiresAt }) ?? true { return nil }
        return Task { [weak self] in await self?.look() }
    }

    /// Checks the account at the current time. Called whenever the account or the clock has changed.
    func look() async {
        guard let account = services.device.state.storedAccount, !account.isRemembered else {
            valid = nil
            return
        }
        let now = services.clock.milliseconds()
        let (end, isEndless) = account.expiresAt.multipliedReportingOverflow(by: 1_000)
        if isEndless || now < end {
            valid = account
            // With a clock before 1970, the difference may exceed the range of the type.
            let (remaining, isTooFar) = end.subtractingReportingOverflow(now)
            if !isEndless, !isTooFar { arm(remaining) }
            return
        }
        // An explicit expiry, and a sign-in that has already expired, are announced where they occur.
        let hasLapsed = valid == account
        valid = nil
        // If the machine's clock is set back, the account becomes valid again, although neither it nor the setting changes.
        known.withLock { $0 = nil }
        guard hasLapsed else { return }
        do {
            let announcements = try await services.store.perform(.accountLapsed(account))
            guard let connection = services.bus.connection else { return }
            await services.notifier.publish(announcements, on: connection)
        } catch {
            StandardError.write("vsad: the expiry of the account's authentication could not be stored: \(error)")
        }
    }

    /// Cancels the pending check.
    func stop() {
        pending?.task.cancel()
        pending = nil
    }

    /// Schedules a check after a number of milliseconds. With a stopped clock, nothing expires.
    private func arm(_ remaining: Int64) {
        if case .frozen = services.clock.setting { return }
        let delay = min(remaining, Self.longestWait)
        let at = services.clock.machineMilliseconds() + delay
        // An earlier check schedules the next one; a cancelled sleep remains among the runtime's timers until it expires.
        if let pending, pending.at <= at { return }
        pending?.task.cancel()
        let task = Task { [weak self, wait] in
            await wait(.expiry(milliseconds: delay))
            if !Task.isCancelled { await self?.lookAgain() }
        }
        pending = (task, at)
    }

    private func lookAgain() async {
        pending = nil
        await look()
    }
}

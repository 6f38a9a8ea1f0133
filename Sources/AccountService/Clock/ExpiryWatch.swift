import AccountCore
import DBus
import TVWorld

/// Detects that the account's authentication has expired, because time has passed or the clock was set. Notifies apps and the
/// journal once.
actor ExpiryWatch {
    /// The account at the last check, if its authentication was valid then.
    private var valid: SystemAccount?
    /// The pending look, and when it is, by the machine's clock in Unix milliseconds.
    private var pending: (task: Task<Void, Never>, at: Int64)?
    private let services: DeviceServices
    private let wait: @Sendable (Pause) async -> Void

    /// The longest wait, in milliseconds: the machine's clock may be set, too.
    private static let longestWait: Int64 = 600_000

    init(_ services: DeviceServices, wait: @escaping @Sendable (Pause) async -> Void = { await $0.wait() }) {
        self.services = services
        self.wait = wait
    }

    /// Looks at the account and the clock as they are now. Called whenever one of them has changed.
    func look() async {
        guard let account = services.device.state.accounts.current, !account.isRemembered else {
            valid = nil
            return
        }
        let now = services.clock.milliseconds()
        let (end, isEndless) = account.expiresAt.multipliedReportingOverflow(by: 1_000)
        if isEndless || now < end {
            valid = account
            // A clock before 1970 may be further from the end than a number can say.
            let (remaining, isTooFar) = end.subtractingReportingOverflow(now)
            if !isEndless, !isTooFar { arm(remaining) }
            return
        }
        // Explicit expiry, and a sign-in that has already expired, are announced where they happen.
        let hasLapsed = valid == account
        valid = nil
        guard hasLapsed else { return }
        do {
            let announcements = try await services.store.perform(.accountLapsed(account))
            guard let connection = services.bus.connection else { return }
            await services.notifier.publish(announcements, on: connection)
        } catch {
            StandardError.write("vsad: the expiry of the account's authentication could not be stored: \(error)")
        }
    }

    /// Looks no more.
    func stop() {
        pending?.task.cancel()
        pending = nil
    }

    /// Checks again after a number of milliseconds. With a stopped clock nothing expires.
    private func arm(_ remaining: Int64) {
        if case .frozen = services.clock.setting { return }
        let delay = min(remaining, Self.longestWait)
        let at = services.clock.machineMilliseconds() + delay
        // A look that comes earlier will see to the next one; a sleep that is cancelled stays until its time has come.
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

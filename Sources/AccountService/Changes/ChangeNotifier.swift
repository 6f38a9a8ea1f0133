import AccountCore
import DBus
import DeviceInterfaces
import Synchronization
import TVWorld

private typealias Member = SubscriberAccountInterface.Member

/// Announces changes on the bus: to apps by signals, to the user's tools by the objects below the root; then to the observers of
/// the device. Must be called after every commit, even if there is nothing to announce.
struct ChangeNotifier: Sendable {
    let store: DeviceStore
    let callers: Callers
    let objects: DeviceObjects
    let observers = ChangeObservers()

    private var device: Device { store.device }

    /// Applies events, all or none. When this returns, they are stored and their signals sent.
    ///
    /// - Throws: the errors of `DeviceReducer`, `StoreError`.
    func perform(_ events: [DeviceEvent], on connection: Connection) async throws {
        await publish(try await store.perform(events), on: connection)
    }

    /// Sends the signals for events, in order, then the reply if the call that caused them has not been answered.
    func publish(_ announcements: [Announcement], answering reply: BusReply? = nil, on connection: isolated Connection) {
        for announcement in announcements { publish(announcement, on: connection) }
        reply?.send([], on: connection)
        observers.notify()
    }

    /// Announces that the queued answers, or the policy for prompts without one, have changed.
    func publishAnswers(on connection: isolated Connection) {
        connection.announce(ControlInterface.Member.answersChanged, of: ControlInterface.name, at: ControlInterface.path)
    }

    private func publish(_ announcement: Announcement, on connection: isolated Connection) {
        switch announcement {
        case .accountChanged:
            connection.announce(
                Member.accountChanged, of: SubscriberAccountInterface.name, at: SubscriberAccountInterface.path)
            updateAccount(on: connection)
        case .accountRenewed: updateAccount(on: connection)
        case .accessStatusChanged(let app):
            // The status as reported to the app: a voucher may grant access without a decision.
            let view = device.state.accessStatus(of: app)
            for caller in callers.connections(of: app) {
                connection.announce(
                    Member.accessStatusChanged, of: SubscriberAccountInterface.name, at: SubscriberAccountInterface.path,
                    [view.rawValue], to: caller)
            }
            if device.state.applications[app] != nil { update(app, on: connection) }
        case .applicationChanged(let app): update(app, on: connection)
        case .applicationsRemoved(let apps):
            let state = device.state
            // An app that has called again in the meantime exists again.
            let gone = apps.filter { state.applications[$0] == nil }
            objects.remove(gone.map { ObjectKind.application.path(of: $0.text) }, of: .application, on: connection)
        case .regionChanged:
            // The current one: of two changes, the later may be announced first.
            let region = device.state.region
            attempt {
                try connection.emitPropertiesChanged(
                    SubscriberAccountInterface.path, interface: SubscriberAccountInterface.name,
                    changed: [Member.region.string: BusVariant(region.code)])
            }
            objects.updateAll(.provider, on: connection)
        case .worldChanged:
            objects.update(.provider, on: connection)
            // A developer provider may have replaced another one.
            objects.updateAll(.provider, on: connection)
        }
    }

    private func updateAccount(on connection: isolated Connection) {
        if device.state.storedAccount == nil {
            objects.update(.account, on: connection)
        } else {
            objects.update(ObjectKind.accountPath, of: .account, on: connection)
        }
    }

    private func update(_ app: ApplicationID, on connection: isolated Connection) {
        objects.update(ObjectKind.application.path(of: app.text), of: .application, on: connection)
    }
}

/// The parts of the daemon that examine the device again after every change.
final class ChangeObservers: Sendable {
    private let observers = Mutex<[@Sendable () -> Void]>([])

    /// Adds an observer. It is called on the bus thread and must not block.
    func add(_ observer: @escaping @Sendable () -> Void) {
        observers.withLock { $0.append(observer) }
    }

    /// Notifies all observers, after a commit.
    func notify() {
        for observer in observers.withLock({ $0 }) { observer() }
    }
}

import CAdwaita
import CGtk
import DesktopViews
import PickerModel
import SettingsModel

/// The device's interface `Control` as the panel uses it.
@MainActor
final class DeviceConnection {
    private typealias Member = ControlInterface.Member

    /// The time in which queries of the same kind become one, in milliseconds.
    private static let pause: UInt32 = 30

    private let bus: SessionBus
    private let handle: @MainActor (PanelEvent) -> Void
    private var waiting: [Query: Call] = [:]
    private var running: Set<Query> = []
    private var timer: Timer?

    /// Connects to the session bus; `start` starts the device.
    init(_ handle: @escaping @MainActor (PanelEvent) -> Void) throws {
        bus = try SessionBus()
        self.handle = handle
        subscribe(Member.journalAdded) { arguments in
            guard Variant.hasType(arguments, "(a{sv})") else { return }
            handle(.journalAdded(Variant.withChild(0, of: arguments) { Variant.details($0) }))
        }
        subscribe(Member.answersChanged) { _ in handle(.answersChanged) }
        bus.onDaemonSignals { [weak self] owner in
            if owner.isEmpty { self?.vanished() } else { self?.start() }
        } accountChanged: {
        }
        bus.onClose { handle(.busClosed) }
    }

    private func subscribe(_ member: String, _ action: @escaping @MainActor (OpaquePointer?) -> Void) {
        bus.subscribe(
            sender: ControlInterface.busName, interface: ControlInterface.name, member: member, path: ControlInterface.path,
            firstArgument: nil, action)
    }

    /// Discards waiting queries: a device that the user has stopped is started only with `start`.
    private func vanished() {
        waiting = [:]
        handle(.deviceVanished)
    }

    /// Starts the device if it is not running, and follows its journal.
    func start() {
        call(Call.monitorJournal, startsService: true) { [handle] reply in
            switch reply {
            case .success: handle(.deviceAppeared)
            case .failure(let error):
                handle(.deviceVanished)
                handle(.failed(error.description))
            }
        }
    }

    /// Queries the device; several queries of the same kind become one.
    func ask(_ query: Query, _ call: Call) {
        waiting[query] = call
        guard timer == nil else { return }
        timer = Timer(milliseconds: DeviceConnection.pause) { [weak self] in
            self?.timer = nil
            self?.send()
            return false
        }
    }

    /// Changes something; only a failure is reported, because the change itself arrives as a signal.
    func change(_ call: Call) {
        self.call(call) { [handle] reply in
            if case .failure(let error) = reply { handle(.callFailed(call, error.description)) }
        }
    }

    private func send() {
        for (query, call) in waiting where !running.contains(query) {
            waiting[query] = nil
            running.insert(query)
            self.call(call) { [weak self] reply in self?.answered(query, reply) }
        }
    }

    private func answered(_ query: Query, _ reply: Result<OpaquePointer?, BusError>) {
        running.remove(query)
        switch reply {
        case .success(let value):
            if Variant.hasType(value, "(a{sv})") {
                handle(.received(query, [Variant.withChild(0, of: value) { Variant.details($0) }]))
            } else if Variant.hasType(value, "(aa{sv})") {
                handle(.received(query, Variant.withChild(0, of: value) { Variant.list($0) }))
            }
        case .failure(let error): handle(.failed(error.description))
        }
        if !waiting.isEmpty { send() }
    }

    private func call(
        _ call: Call, startsService: Bool = false,
        _ answer: @escaping @MainActor (Result<OpaquePointer?, BusError>) -> Void
    ) {
        let arguments = call.arguments.map { argument in
            switch argument {
            case .plain(let value): Variant.make(value)
            case .variant(let value): g_variant_new_variant(Variant.make(value))
            }
        }
        bus.call(
            ControlInterface.busName, ControlInterface.path, ControlInterface.name, call.method, Variant.tuple(arguments),
            startsService: startsService, answer)
    }
}

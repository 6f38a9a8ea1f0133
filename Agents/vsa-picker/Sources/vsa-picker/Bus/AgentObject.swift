import CGtk
import DesktopViews
import PickerModel

/// The picker's object on the bus: converts calls to events and answers to replies.
@MainActor
final class AgentObject {
    private struct Call {
        let invocation: OpaquePointer
        let method: AgentMethod
    }

    private let bus: SessionBus
    private let handle: @MainActor (SessionEvent) -> Void
    private var calls: [UInt64: Call] = [:]
    private var lastNumber: UInt64 = 0
    /// The daemon's unique name: only it may send prompts.
    private(set) var daemon: String?

    /// Exports the object on the bus. From then on the closure receives the events of calls.
    init(on bus: SessionBus, _ handle: @escaping @MainActor (SessionEvent) -> Void) throws {
        self.bus = bus
        self.handle = handle
        var error: UnsafeMutablePointer<GError>?
        guard let node = g_dbus_node_info_new_for_xml(AgentInterface.introspection, &error) else { throw BusError(error) }
        defer { g_dbus_node_info_unref(node) }
        let interface = g_dbus_node_info_lookup_interface(node, AgentInterface.name)
        var functions = GDBusInterfaceVTable()
        functions.method_call = agentCalled
        let registered = g_dbus_connection_register_object(
            bus.connection, AgentInterface.path, interface, &functions, Unmanaged.passUnretained(self).toOpaque(), nil, &error)
        guard registered != 0 else { throw BusError(error) }
        bus.onDaemonSignals { [weak self] owner in
            self?.daemonChanged(to: owner)
        } accountChanged: { [weak self] in
            self?.handle(.accountChanged)
        }
        // After the subscription: a change in between is then reported.
        daemon = bus.daemonOwner()
        bus.onClose { handle(.daemonGone) }
    }

    /// Replies to a call.
    func reply(_ number: UInt64, _ answer: Answer) {
        guard let call = calls.removeValue(forKey: number) else { return }
        g_dbus_method_invocation_return_value(call.invocation, Variant.reply(answer, to: call.method))
    }

    /// Rejects a call because too many are waiting.
    func refuse(_ number: UInt64) {
        guard let call = calls.removeValue(forKey: number) else { return }
        g_dbus_method_invocation_return_dbus_error(call.invocation, BusErrorName.limitsExceeded, "Too many prompts are waiting.")
    }

    /// Queries the daemon's account.
    func queryAccount() {
        guard let daemon else { return handle(.accountReceived(provider: nil)) }
        typealias Member = ControlInterface.Member
        bus.call(daemon, ControlInterface.path, ControlInterface.name, Member.getAccount, nil) { [handle] reply in
            var provider: String?
            if case .success(let value) = reply, Variant.hasType(value, "(a{sv})") {
                provider = Variant.withChild(0, of: value) { Variant.details($0) }.signedInProvider
            }
            handle(.accountReceived(provider: provider))
        }
    }

    /// Handles a call. The invocation is consumed by the reply.
    fileprivate func called(_ name: String, _ arguments: OpaquePointer?, from sender: String, _ invocation: OpaquePointer) {
        func fail(_ error: String, _ message: String) {
            g_dbus_method_invocation_return_dbus_error(invocation, error, message)
        }
        guard let daemon, sender == daemon else {
            return fail(BusErrorName.accessDenied, "Only the owner of \(SubscriberAccountInterface.busName) may ask.")
        }
        if name == AgentInterface.Member.cancel || name == AgentInterface.Member.release {
            g_dbus_method_invocation_return_value(invocation, nil)
            return handle(name == AgentInterface.Member.cancel ? .cancelCalled : .released)
        }
        guard let method = AgentMethod(name) else {
            return fail("org.freedesktop.DBus.Error.UnknownMethod", "Unknown method \(name).")
        }
        do {
            let prompt = try method.prompt(arguments)
            lastNumber += 1
            calls[lastNumber] = Call(invocation: invocation, method: method)
            handle(.asked(lastNumber, prompt))
        } catch {
            fail(BusErrorName.invalidArguments, "\(error)")
        }
    }

    private func daemonChanged(to owner: String) {
        let owner = owner.isEmpty ? nil : owner
        // Already known if it came between the subscription and the first query.
        guard owner != daemon else { return }
        daemon = owner
        // A new daemon does not know the old one's prompts.
        handle(.daemonGone)
    }
}

private func agentCalled(
    _ connection: OpaquePointer?, _ sender: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?,
    _ interface: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ arguments: OpaquePointer?, _ invocation: OpaquePointer?, _ data: gpointer?
) {
    let name = method.map { String(cString: $0) } ?? ""
    let sender = sender.map { String(cString: $0) } ?? ""
    let addresses = (
        arguments: UInt(bitPattern: arguments), invocation: UInt(bitPattern: invocation), object: UInt(bitPattern: data)
    )
    MainActor.assumeIsolated {
        guard let object = UnsafeRawPointer(bitPattern: addresses.object),
            let invocation = OpaquePointer(bitPattern: addresses.invocation)
        else { return }
        Unmanaged<AgentObject>.fromOpaque(object).takeUnretainedValue()
            .called(name, OpaquePointer(bitPattern: addresses.arguments), from: sender, invocation)
    }
}

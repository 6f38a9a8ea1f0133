import CGtk
import PickerModel

/// The reason why a program cannot use the bus.
package struct BusError: Error, CustomStringConvertible {
    package let description: String
    /// The error's name on the bus, if it came from there.
    package var name: String?

    package init(_ description: String) { self.description = description }

    /// Adopts an error of GLib.
    package init(_ error: UnsafeMutablePointer<GError>?) {
        name = g_dbus_error_get_remote_error(error).map { text in
            defer { g_free(text) }
            return String(cString: text)
        }
        // Only the message is for users.
        g_dbus_error_strip_remote_error(error)
        description = error?.pointee.message.map { String(cString: $0) } ?? "unknown error"
        g_error_free(error)
    }
}

/// The connection to the session bus, with the few calls that the picker and the settings panel make.
@MainActor
package struct SessionBus {
    package let connection: OpaquePointer

    /// Connects to the session bus.
    package init() throws {
        var error: UnsafeMutablePointer<GError>?
        guard let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error) else {
            throw BusError(
                """
                the session bus cannot be reached: \(BusError(error))
                  Log in to a desktop, set DBUS_SESSION_BUS_ADDRESS, or start a session of its own: vsactl run -- COMMAND
                """)
        }
        // Without this, GLib ends the process with SIGTERM when the bus exits.
        g_dbus_connection_set_exit_on_close(connection, 0)
        self.connection = connection
    }

    /// Requests the picker's name.
    ///
    /// - Returns: Whether the picker owns it now.
    package func requestName() throws -> Bool {
        // 4: do not wait in the queue. 1: the name is ours; 4: it was already ours (D-Bus specification, "RequestName").
        let arguments = Variant.tuple([g_variant_new_string(AgentInterface.busName), g_variant_new_uint32(4)])
        let reply = try callBus("RequestName", arguments)
        defer { g_variant_unref(reply) }
        return [1, 4].contains(Variant.withChild(0, of: reply) { g_variant_get_uint32($0) })
    }

    /// Releases the name. Everything sent to it before has arrived when this returns.
    package func releaseName() {
        if let reply = try? callBus("ReleaseName", Variant.tuple([g_variant_new_string(AgentInterface.busName)])) {
            g_variant_unref(reply)
        }
    }

    /// Returns the unique name of the daemon; nil if it is not running.
    package func daemonOwner() -> String? {
        guard let reply = try? callBus("GetNameOwner", Variant.tuple([g_variant_new_string(SubscriberAccountInterface.busName)]))
        else { return nil }
        defer { g_variant_unref(reply) }
        return Variant.withChild(0, of: reply) { Variant.text($0) }
    }

    /// Calls the closure when the bus exits.
    package func onClose(_ action: @escaping @MainActor () -> Void) {
        Signal.connectClosed(UnsafeMutableRawPointer(connection), action)
    }

    /// Calls the closure at each change of the daemon's owner, with the new one or an empty string, and at each `AccountChanged`.
    package func onDaemonSignals(
        ownerChanged: @escaping @MainActor (String) -> Void, accountChanged: @escaping @MainActor () -> Void
    ) {
        subscribe(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
            path: "/org/freedesktop/DBus", firstArgument: SubscriberAccountInterface.busName
        ) { arguments in ownerChanged(Variant.withChild(2, of: arguments) { Variant.text($0) }) }
        subscribe(
            sender: SubscriberAccountInterface.busName, interface: SubscriberAccountInterface.busName,
            member: SubscriberAccountInterface.Member.accountChanged, path: SubscriberAccountInterface.path,
            firstArgument: nil
        ) { _ in accountChanged() }
    }

    /// Queries whether there is a request at a path of the daemon; passes false to the closure if there is none.
    package func hasRequest(at path: String, of owner: String, _ answer: @escaping @MainActor (Bool) -> Void) {
        call(owner, path, "org.freedesktop.DBus.Introspectable", "Introspect", nil) { reply in
            switch reply {
            case .success(let value):
                // Some bus libraries describe a path without an object as an empty one.
                let isText = Variant.hasType(value, "(s)")
                answer(!isText || Variant.withChild(0, of: value) { Variant.text($0).contains("\"\(RequestInterface.name)\"") })
            case .failure(let error): answer(!BusErrorName.absence.contains(error.name ?? ""))
            }
        }
    }

    /// Calls a method; the closure receives the returned tuple, which is valid during the closure.
    ///
    /// - Parameter startsService: Whether the bus starts the service if it is not running.
    package func call(
        _ destination: String, _ path: String, _ interface: String, _ method: String, _ arguments: OpaquePointer?,
        startsService: Bool = false, _ answer: @escaping @MainActor (Result<OpaquePointer?, BusError>) -> Void
    ) {
        let handler = Handler<UInt, Void> { result in
            var error: UnsafeMutablePointer<GError>?
            let reply = g_dbus_connection_call_finish(connection, OpaquePointer(bitPattern: result), &error)
            answer(reply.map { .success($0) } ?? .failure(BusError(error)))
            if let reply { g_variant_unref(reply) }
        }
        g_dbus_connection_call(
            connection, destination, path, interface, method, arguments, nil,
            startsService ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START, startsService ? 25_000 : 5000, nil,
            { _, result, data in
                let result = UInt(bitPattern: result)
                let address = UInt(bitPattern: data)
                MainActor.assumeIsolated { Handler<UInt, Void>.at(address)?.run(result) }
                if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
            }, handler.retained())
    }

    /// Calls a method of the bus itself, with a time limit of ten seconds.
    private func callBus(_ method: String, _ arguments: OpaquePointer?) throws -> OpaquePointer {
        var error: UnsafeMutablePointer<GError>?
        let reply = g_dbus_connection_call_sync(
            connection, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, arguments, nil,
            G_DBUS_CALL_FLAGS_NONE, 10_000, nil, &error)
        guard let reply else { throw BusError(error) }
        return reply
    }

    /// Calls the closure with the arguments of each matching signal, as long as the program runs.
    package func subscribe(
        sender: String, interface: String, member: String, path: String, firstArgument: String?,
        _ action: @escaping @MainActor (OpaquePointer?) -> Void
    ) {
        let handler = Handler<UInt, Void> { action(OpaquePointer(bitPattern: $0)) }
        g_dbus_connection_signal_subscribe(
            connection, sender, interface, member, path, firstArgument, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, _, _, _, _, arguments, data in
                let arguments = UInt(bitPattern: arguments)
                let address = UInt(bitPattern: data)
                MainActor.assumeIsolated { Handler<UInt, Void>.at(address)?.run(arguments) }
            }, handler.retained(), { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
    }
}

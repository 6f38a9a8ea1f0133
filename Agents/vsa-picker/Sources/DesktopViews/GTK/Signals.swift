import CGtk

/// A closure that C code retains. GTK calls everything on the main thread, which is the main actor's.
package final class Handler<Argument, Result> {
    package let run: @MainActor (Argument) -> Result

    package init(_ run: @escaping @MainActor (Argument) -> Result) { self.run = run }

    /// Returns a reference for C, which must be released with `release`.
    package func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

    /// Returns the handler at an address that C passed back.
    package static func at(_ address: UInt) -> Handler? {
        UnsafeRawPointer(bitPattern: address).map { Unmanaged<Handler>.fromOpaque($0).takeUnretainedValue() }
    }
}

/// A key press.
package struct KeyPress: Sendable {
    package let key: UInt32
    package let modifiers: UInt32
}

/// Connects signals of GObject to closures, which live as long as the object.
@MainActor
package enum Signal {
    /// Connects a signal without arguments.
    package static func connect(_ object: UnsafeMutableRawPointer, _ name: String, _ action: @escaping @MainActor () -> Void) {
        let function: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = { _, data in
            let address = UInt(bitPattern: data)
            MainActor.assumeIsolated { Handler<Void, Void>.at(address)?.run(()) }
        }
        attach(object, name, unsafeBitCast(function, to: GCallback.self), Handler<Void, Void> { _ in action() })
    }

    /// Connects a signal with one argument that is an object; the closure receives its address.
    package static func connectObject(
        _ object: UnsafeMutableRawPointer, _ name: String, _ action: @escaping @MainActor (OpaquePointer?) -> Void
    ) {
        let function: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
            _, argument, data in
            let argument = UInt(bitPattern: argument)
            let address = UInt(bitPattern: data)
            MainActor.assumeIsolated { Handler<UInt, Void>.at(address)?.run(argument) }
        }
        let handler = Handler<UInt, Void> { action(OpaquePointer(bitPattern: $0)) }
        attach(object, name, unsafeBitCast(function, to: GCallback.self), handler)
    }

    /// Connects a signal with one argument that is a number.
    package static func connectNumber(
        _ object: UnsafeMutableRawPointer, _ name: String, _ action: @escaping @MainActor (UInt32) -> Void
    ) {
        let function: @convention(c) (UnsafeMutableRawPointer?, guint, UnsafeMutableRawPointer?) -> Void = { _, number, data in
            let address = UInt(bitPattern: data)
            MainActor.assumeIsolated { Handler<UInt32, Void>.at(address)?.run(number) }
        }
        attach(object, name, unsafeBitCast(function, to: GCallback.self), Handler<UInt32, Void>(action))
    }

    /// Connects a signal without arguments whose handler returns whether it has handled it.
    package static func connectAsking(
        _ object: UnsafeMutableRawPointer, _ name: String, _ action: @escaping @MainActor () -> Bool
    ) {
        let function: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = { _, data in
            let address = UInt(bitPattern: data)
            return MainActor.assumeIsolated { Handler<Void, Bool>.at(address)?.run(()) == true ? 1 : 0 }
        }
        attach(object, name, unsafeBitCast(function, to: GCallback.self), Handler<Void, Bool> { _ in action() })
    }

    /// Connects the signal of a bus connection that it has closed.
    package static func connectClosed(_ connection: UnsafeMutableRawPointer, _ action: @escaping @MainActor () -> Void) {
        let function:
            @convention(c) (UnsafeMutableRawPointer?, gboolean, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void =
                { _, _, _, data in
                    let address = UInt(bitPattern: data)
                    MainActor.assumeIsolated { Handler<Void, Void>.at(address)?.run(()) }
                }
        attach(connection, "closed", unsafeBitCast(function, to: GCallback.self), Handler<Void, Void> { _ in action() })
    }

    /// Connects key presses in a widget and its children, before they receive them. The closure returns whether it has used the
    /// key.
    package static func connectKeys(_ widget: Widget, _ action: @escaping @MainActor (KeyPress) -> Bool) {
        let controller = gtk_event_controller_key_new()
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(widget, controller)
        let function:
            @convention(c) (UnsafeMutableRawPointer?, guint, guint, GdkModifierType, UnsafeMutableRawPointer?) -> gboolean = {
                _, key, _, modifiers, data in
                let address = UInt(bitPattern: data)
                let press = KeyPress(key: key, modifiers: modifiers.rawValue)
                return MainActor.assumeIsolated { Handler<KeyPress, Bool>.at(address)?.run(press) == true ? 1 : 0 }
            }
        guard let controller else { return }
        attach(UnsafeMutableRawPointer(controller), "key-pressed", unsafeBitCast(function, to: GCallback.self), Handler(action))
    }

    private static func attach<A, R>(
        _ object: UnsafeMutableRawPointer, _ name: String, _ function: GCallback, _ handler: Handler<A, R>
    ) {
        g_signal_connect_data(
            object, name, function, handler.retained(),
            { data, _ in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } }, GConnectFlags(rawValue: 0))
    }
}

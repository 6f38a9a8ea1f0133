import CGtk

/// A timer of the main loop. It continues until it is stopped or its closure returns false, even if it is not retained.
@MainActor
package final class Timer {
    private var source: guint = 0

    /// Calls the closure after this many milliseconds, and repeatedly while it returns true.
    package init(milliseconds: UInt32, _ action: @escaping @MainActor () -> Bool) {
        source = g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, timerFired, handler(action), releaseHandler)
    }

    /// Calls the closure when the main loop is idle, and repeatedly while it returns true.
    package init(whenIdle action: @escaping @MainActor () -> Bool) {
        source = g_idle_add_full(G_PRIORITY_LOW, timerFired, handler(action), releaseHandler)
    }

    /// Stops the timer. Does nothing if it has ended.
    package func stop() {
        if source != 0 { g_source_remove(source) }
        source = 0
    }

    private func handler(_ action: @escaping @MainActor () -> Bool) -> UnsafeMutableRawPointer {
        Handler<Void, Bool> { [weak self] _ in
            let goesOn = action()
            if !goesOn { self?.source = 0 }
            return goesOn
        }.retained()
    }
}

private func timerFired(_ data: gpointer?) -> gboolean {
    let address = UInt(bitPattern: data)
    return MainActor.assumeIsolated { Handler<Void, Bool>.at(address)?.run(()) == true ? 1 : 0 }
}

private func releaseHandler(_ data: gpointer?) {
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
}

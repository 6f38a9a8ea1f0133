import CGtk

/// A timer of the main loop. It goes on until it is stopped or its closure returns false, whoever holds it.
@MainActor
final class Timer {
    private var source: guint = 0

    /// Calls the closure after this many milliseconds, and again as long as it returns true.
    init(milliseconds: UInt32, _ action: @escaping @MainActor () -> Bool) {
        source = g_timeout_add_full(G_PRIORITY_DEFAULT, milliseconds, timerFired, handler(action), releaseHandler)
    }

    /// Calls the closure when the main loop has nothing else to do, and again as long as it returns true.
    init(whenIdle action: @escaping @MainActor () -> Bool) {
        source = g_idle_add_full(G_PRIORITY_LOW, timerFired, handler(action), releaseHandler)
    }

    /// Stops it. Does nothing when it is over.
    func stop() {
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

import CGtk
import Glibc

/// Reports the times of events on standard error (option `--timing`): microseconds of the monotonic clock, and the event.
@MainActor
final class Timing {
    private let isOn: Bool

    init(isOn: Bool) { self.isOn = isOn }

    /// Reports an event that occurs now.
    func mark(_ what: @autoclosure () -> String) {
        guard isOn else { return }
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        StandardError.write("timing \(now.tv_sec * 1_000_000 + now.tv_nsec / 1000) \(what())")
    }

    /// Reports an event at the time at which the next frame of a window is painted.
    func frame(_ what: String, of window: Widget) {
        guard isOn else { return }
        gtk_widget_realize(window)
        guard let clock = gtk_widget_get_frame_clock(window) else { return }
        var isDone = false
        Signal.connect(UnsafeMutableRawPointer(clock), "after-paint") { [weak self] in
            if !isDone { self?.mark(what) }
            isDone = true
        }
    }
}

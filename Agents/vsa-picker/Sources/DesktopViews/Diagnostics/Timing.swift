import CGtk
import Glibc

/// Reports the times of events on standard error (option `--timing`): microseconds of the monotonic clock, and the event.
@MainActor
package final class Timing {
    private let isOn: Bool

    package init(isOn: Bool) { self.isOn = isOn }

    /// Reports an event that occurs now.
    package func mark(_ what: @autoclosure () -> String) {
        guard isOn else { return }
        StandardError.write("timing \(Timing.microseconds(CLOCK_MONOTONIC)) \(what())")
    }

    /// Reports an event at the time at which the next frame of a window is painted.
    package func frame(_ what: String, of window: Widget) {
        guard isOn else { return }
        gtk_widget_realize(window)
        guard let clock = gtk_widget_get_frame_clock(window) else { return }
        var isDone = false
        Signal.connect(UnsafeMutableRawPointer(clock), "after-paint") { [weak self] in
            if !isDone { self?.mark(what) }
            isDone = true
        }
    }

    /// Reports how long each frame of a window takes from now on, in microseconds: of time, and of the processor's time, which
    /// does not depend on what else the machine does.
    package func frames(of window: Widget) {
        guard isOn else { return }
        gtk_widget_realize(window)
        guard let clock = gtk_widget_get_frame_clock(window).map({ UnsafeMutableRawPointer($0) }) else { return }
        var start = (0, 0)
        Signal.connect(clock, "before-paint") {
            start = (Timing.microseconds(CLOCK_MONOTONIC), Timing.microseconds(CLOCK_THREAD_CPUTIME_ID))
        }
        Signal.connect(clock, "after-paint") { [weak self] in
            let (time, work) = (Timing.microseconds(CLOCK_MONOTONIC), Timing.microseconds(CLOCK_THREAD_CPUTIME_ID))
            self?.mark("painted in \(time - start.0) \(work - start.1)")
        }
    }

    private static func microseconds(_ clock: clockid_t) -> Int {
        var now = timespec()
        clock_gettime(clock, &now)
        return now.tv_sec * 1_000_000 + now.tv_nsec / 1000
    }
}

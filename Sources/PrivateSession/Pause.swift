/// The module's only sleep.
enum Pause {
    /// Waits a time; returns early when the task is cancelled.
    static func duration(_ duration: Duration) async {
        try? await ContinuousClock().sleep(for: duration)
    }
}

/// Pauses between looks at what the system gives no event for: short ones first, because most processes end at once, then longer.
struct Patience {
    private var next = Duration.milliseconds(1)

    /// Waits a moment; returns early when the task is cancelled.
    mutating func wait() async {
        await Pause.duration(next)
        next = min(next * 2, .milliseconds(20))
    }
}

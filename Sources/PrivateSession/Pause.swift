/// The module's only sleep.
enum Pause {
    /// Waits; returns early if the task is cancelled.
    static func duration(_ duration: Duration) async {
        try? await ContinuousClock().sleep(for: duration)
    }
}

/// The pauses of polling where the system provides no event: short ones first, because most processes exit immediately, then
/// longer ones.
struct Backoff {
    private var next = Duration.milliseconds(1)

    /// Waits a moment; returns early if the task is cancelled.
    mutating func wait() async {
        await Pause.duration(next)
        next = min(next * 2, .milliseconds(20))
    }
}

/// The module's only sleep.
enum Pause {
    /// Waits a moment, for what the system gives no event for; returns early when the task is cancelled.
    static func shortly() async { await duration(.milliseconds(20)) }

    /// Waits a time; returns early when the task is cancelled.
    static func duration(_ duration: Duration) async {
        try? await ContinuousClock().sleep(for: duration)
    }
}

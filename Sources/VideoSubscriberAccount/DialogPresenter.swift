/// A type that is notified of what the system shows to the user during a request, and answers for the app.
protocol DialogPresenter: Sendable {
    /// Called before a dialog is shown; returns when the app has been notified.
    func present(_ dialog: VSSystemDialog) async

    /// Called after a dialog has closed; returns when the app has been notified. Without a dialog, this has no effect.
    func dismiss() async

    /// Whether the user may sign in to the selected provider.
    func allows(provider: String) async -> Bool
}

/// A presenter that ignores everything, for requests without a dialog that concerns the app.
struct NoPresenter: DialogPresenter {
    func present(_ dialog: VSSystemDialog) async {}
    func dismiss() async {}
    func allows(provider: String) async -> Bool { true }
}

/// Hears what the system shows to the user during a request, and answers for the app.
protocol DialogPresenter: Sendable {
    /// A dialog is about to be shown; returns when the app knows.
    func present(_ dialog: VSSystemDialog) async

    /// The dialog is over; returns when the app knows. Without a dialog this has no effect.
    func dismiss() async

    /// Whether the user may sign in at the provider just chosen.
    func allows(provider: String) async -> Bool
}

/// Nobody: for requests that show no dialog of the app's concern, and whose app has nothing to decide.
struct NoPresenter: DialogPresenter {
    func present(_ dialog: VSSystemDialog) async {}
    func dismiss() async {}
    func allows(provider: String) async -> Bool { true }
}

import CGtk

/// What the window shows at a time.
@MainActor
protocol View: AnyObject {
    /// The widget below the title bar.
    var content: Widget { get }
    /// The window's title.
    var title: String { get }
    /// The words on the button that leaves the view; nil when there is no such button.
    var leaveLabel: String? { get }
    /// What has the keyboard first.
    var initialFocus: Widget? { get }
    /// The height that the view needs at a width, without the title bar; nil for the usual one.
    func height(forWidth width: Int32) -> Int32?
    /// Leaves the view: the button for that, or Escape.
    func leave()
    /// The view is in the window now.
    func shown(in window: Widget)
    /// The view's widgets go.
    func gone()
}

extension View {
    func height(forWidth width: Int32) -> Int32? { nil }

    func shown(in window: Widget) {}

    func gone() {}
}

import CGtk

/// A view that the window shows.
@MainActor
package protocol View: AnyObject {
    /// The widget below the title bar.
    var content: Widget { get }
    /// The window's title.
    var title: String { get }
    /// The label of the button that leaves the view; nil if there is none.
    var leaveLabel: String? { get }
    /// The widget with the initial focus.
    var initialFocus: Widget? { get }
    /// Returns the height that the view needs at a width, without the title bar; nil for the default.
    func height(forWidth width: Int32) -> Int32?
    /// Leaves the view, as its button does.
    func leave()
    /// Handles Escape, which by default leaves the view.
    func escape()
    /// Called when the view has been added to the window.
    func shown(in window: Widget)
    /// Called when the view's widgets are removed.
    func gone()
}

extension View {
    package func height(forWidth width: Int32) -> Int32? { nil }

    package func escape() { leave() }

    package func shown(in window: Widget) {}

    package func gone() {}
}

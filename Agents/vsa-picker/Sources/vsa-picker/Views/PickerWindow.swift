import CGtk
import DesktopViews
import PickerModel

/// The picker's only window. It is created when there is something to show, and closed when there is not.
@MainActor
final class PickerWindow {
    /// The time for which the window stays open between two prompts of a request, in milliseconds, to avoid flicker.
    private static let patience: UInt32 = 150

    private let onClose: @MainActor () -> Void
    private let timing: Timing
    private var window: Widget?
    private var header: Widget?
    private var leaveButton: Widget?
    private var view: (any View)?
    /// The app's window that the open window is over.
    private var parent: ParentWindow?
    private var closing: Timer?

    /// Creates a window that is not open yet; the closure is called when the user closes it.
    init(timing: Timing, onClose: @escaping @MainActor () -> Void) {
        self.timing = timing
        self.onClose = onClose
    }

    /// Shows a view in place of the previous one.
    ///
    /// - Parameter origin: The origin of a prompt; nil if the view continues the previous one.
    func show(_ view: any View, for origin: Origin? = nil) {
        closing?.stop()
        closing = nil
        // In a new window: GDK cannot remove the parent of an open one.
        if let origin, origin.parent != parent { close() }
        let window = window ?? open(over: origin?.parent)
        self.view?.gone()
        self.view = view
        gtk_window_set_title(window.cast(to: GtkWindow.self), view.title)
        gtk_window_set_child(window.cast(to: GtkWindow.self), view.content)
        showLeaveButton()
        resize(window, for: view)
        timing.frame("frame of \(type(of: view))", of: window)
        // Before the window is visible; otherwise GTK would focus the first field and select its contents.
        gtk_window_set_focus(window.cast(to: GtkWindow.self), view.initialFocus)
        gtk_window_present(window.cast(to: GtkWindow.self))
        view.shown(in: window)
    }

    /// The displayed view.
    var shown: (any View)? { view }

    /// Shows the button that leaves the view, with the view's current label.
    func showLeaveButton() {
        guard let header else { return }
        if let leaveButton { gtk_header_bar_remove(header.opaque, leaveButton) }
        leaveButton = view?.leaveLabel.map { text in Make.button(text) { [weak self] in self?.view?.leave() } }
        if let leaveButton { gtk_header_bar_pack_start(header.opaque, leaveButton) }
    }

    /// Closes the window unless something else is shown immediately.
    func hide() {
        guard window != nil, closing == nil else { return }
        closing = Timer(milliseconds: PickerWindow.patience) { [weak self] in
            self?.close()
            return false
        }
    }

    /// Closes the window immediately.
    func close() {
        closing?.stop()
        closing = nil
        view?.gone()
        view = nil
        header = nil
        leaveButton = nil
        if let window { gtk_window_destroy(window.cast(to: GtkWindow.self)) }
        window = nil
        parent = nil
    }

    // MARK: Parts

    private func open(over parent: ParentWindow?) -> Widget {
        let window = picker_window_new(GTK_ACCESSIBLE_ROLE_DIALOG)!
        let header = gtk_header_bar_new()!
        gtk_header_bar_set_decoration_layout(header.opaque, ":close")
        gtk_window_set_titlebar(window.cast(to: GtkWindow.self), header)
        gtk_window_set_icon_name(window.cast(to: GtkWindow.self), "dialog-password")
        Signal.connectAsking(window.raw, "close-request") { [weak self] in
            self?.onClose()
            return true
        }
        Signal.connectKeys(window) { [weak self] press in
            guard press.key == guint(GDK_KEY_Escape), let view = self?.view else { return false }
            view.escape()
            return true
        }
        self.window = window
        self.header = header
        self.parent = parent
        if let parent { place(window, over: parent) }
        return window
    }

    /// Resizes the window: the default size scales with the text, as far as the screen allows.
    private func resize(_ window: Widget, for view: any View) {
        let scale = min(max(picker_text_scale(), 0.8), 4)
        var width = Int32(420 * scale)
        var height = Int32((view is ProviderListView ? 640 : 460) * scale)
        if let monitor = firstMonitor() {
            var area = GdkRectangle()
            gdk_monitor_get_geometry(monitor, &area)
            width = min(width, area.width * 19 / 20)
            height = min(view.height(forWidth: width).map { $0 + barHeight() } ?? height, area.height * 9 / 10)
        }
        gtk_window_set_default_size(window.cast(to: GtkWindow.self), width, height)
    }

    private func barHeight() -> Int32 {
        var height: Int32 = 0
        if let header { gtk_widget_measure(header, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil) }
        return height
    }

    private func firstMonitor() -> OpaquePointer? {
        guard let display = gdk_display_get_default(), let monitors = gdk_display_get_monitors(display) else { return nil }
        // The list retains it.
        guard let monitor = g_list_model_get_item(monitors, 0) else { return nil }
        g_object_unref(monitor)
        return OpaquePointer(monitor)
    }

    private func place(_ window: Widget, over parent: ParentWindow) {
        gtk_widget_realize(window)
        switch parent {
        case .x11(let number): _ = picker_set_parent_x11(window, number)
        case .wayland(let handle): _ = picker_set_parent_wayland(window, handle)
        }
    }
}

import CGtk
import DesktopViews

/// A status without a prompt: progress, or success.
@MainActor
final class StatusView: View {
    let content: Widget
    let title = "TV Provider"
    let leaveLabel: String?
    let initialFocus: Widget? = nil
    private let close: @MainActor () -> Void

    /// Returns a view of the progress.
    static func working(_ text: String, close: @escaping @MainActor () -> Void) -> StatusView {
        let spinner = gtk_spinner_new()!
        gtk_spinner_start(spinner.opaque)
        gtk_widget_set_size_request(spinner, 40, 40)
        return StatusView(spinner, text, leaveLabel: "Cancel", close: close)
    }

    /// Returns a view of a successful sign-in.
    static func signedIn(_ provider: String, close: @escaping @MainActor () -> Void) -> StatusView {
        let tick = picker_label_new(GTK_ACCESSIBLE_ROLE_PRESENTATION)!
        gtk_label_set_text(tick.opaque, "✓")
        gtk_widget_add_css_class(tick, "tick")
        return StatusView(tick, "You are signed in to \(provider).", leaveLabel: "Done", close: close)
    }

    private init(_ picture: Widget, _ text: String, leaveLabel: String, close: @escaping @MainActor () -> Void) {
        self.leaveLabel = leaveLabel
        self.close = close
        content = Make.column(spacing: 18)
        gtk_widget_add_css_class(content, "page")
        let middle = Make.column(spacing: 18)
        gtk_widget_set_valign(middle, GTK_ALIGN_CENTER)
        gtk_widget_set_vexpand(middle, 1)
        gtk_widget_set_halign(picture, GTK_ALIGN_CENTER)
        middle.append(picture)
        middle.append(Make.label(text, "heading", lines: 4, centred: true, role: GTK_ACCESSIBLE_ROLE_STATUS))
        content.append(middle)
    }

    func leave() { close() }
}

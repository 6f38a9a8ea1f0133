import CAdwaita
import CGtk
import DesktopViews
import SettingsModel

/// The button of a row that shows the lines of `vsactl` that do the same, to copy.
@MainActor
final class CommandButton {
    let widget: Widget
    private var commands: [ShellLine] = []
    private let copy: @MainActor (ShellLine) -> Void

    init(_ copy: @escaping @MainActor (ShellLine) -> Void) {
        self.copy = copy
        widget = gtk_button_new_from_icon_name("utilities-terminal-symbolic")!
        gtk_widget_add_css_class(widget, "flat")
        gtk_widget_add_css_class(widget, "command")
        gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
        Signal.connect(widget.raw, "clicked") { [weak self] in self?.open() }
    }

    /// Offers these lines for what the row with this title does; hidden without any.
    func show(_ commands: [ShellLine], of title: String) {
        self.commands = commands
        gtk_widget_set_visible(widget, commands.isEmpty ? 0 : 1)
        gtk_widget_set_tooltip_text(widget, commands.map(\.description).joined(separator: "\n"))
        picker_set_name(widget, "Command of \(title)")
        picker_set_description(widget, commands.map(\.description).joined(separator: ", "))
    }

    private func open() {
        let popover = gtk_popover_new()!
        let column = Make.column(spacing: 6)
        for command in commands {
            let line = Make.row(spacing: 6)
            let label = Make.label(command.description, "monospace")
            gtk_label_set_max_width_chars(label.opaque, 34)
            line.append(label)
            let button = gtk_button_new_from_icon_name("edit-copy-symbolic")!
            gtk_widget_add_css_class(button, "flat")
            gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
            gtk_widget_set_tooltip_text(button, "Copy")
            picker_set_name(button, "Copy \(command)")
            Signal.connect(button.raw, "clicked") { [weak self] in
                self?.copy(command)
                gtk_popover_popdown(popover.cast())
            }
            line.append(button)
            column.append(line)
        }
        gtk_popover_set_child(popover.cast(), column)
        gtk_widget_set_parent(popover, widget)
        // The row may be removed before the popover is.
        let owner = widget
        g_object_ref(owner.raw)
        var isClosed = false
        Signal.connect(popover.raw, "closed") {
            guard !isClosed else { return }
            isClosed = true
            // Later: its own signal still uses it.
            _ = Timer(whenIdle: {
                gtk_widget_unparent(popover)
                g_object_unref(owner.raw)
                return false
            })
        }
        gtk_popover_popup(popover.cast())
    }
}

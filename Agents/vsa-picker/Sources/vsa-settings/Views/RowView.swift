import CAdwaita
import CGtk
import DesktopViews
import SettingsModel

/// The view of a row, for its control's form. It can show every row with a control of the same form.
@MainActor
final class RowView {
    let widget: Widget
    private(set) var row: Row
    private let send: @MainActor (PanelEvent) -> Void
    private var parts: [Widget] = []
    private let command: CommandButton
    /// Whether a change comes from the model, not from the user.
    private var isUpdating = false
    /// The model's text that an entry has shown last.
    private var shownText: String?

    init(_ row: Row, _ send: @escaping @MainActor (PanelEvent) -> Void) {
        self.row = row
        self.send = send
        command = CommandButton { send(.copied($0)) }
        switch row.control {
        case .choice(let values, _): widget = RowView.comboRow(values)
        case .entry: widget = adw_entry_row_new()!
        default: widget = adw_action_row_new()!
        }
        // Names of apps and providers are not markup.
        adw_preferences_row_set_use_markup(widget.cast(), 0)
        setUp()
        addSuffix(command.widget)
        if row.control == .opens {
            let arrow = gtk_image_new_from_icon_name("go-next-symbolic")!
            addSuffix(arrow)
        }
        show(row)
    }

    /// Shows another row with a control of the same form.
    func show(_ row: Row) {
        self.row = row
        isUpdating = true
        defer { isUpdating = false }
        if case .entry(let text) = row.control {
            adw_preferences_row_set_title(widget.cast(), row.subtitle.isEmpty ? row.title : "\(row.title) (\(row.subtitle))")
            showText(text)
        } else {
            adw_preferences_row_set_title(widget.cast(), row.title)
            adw_action_row_set_subtitle(widget.cast(), row.subtitle)
            adw_action_row_set_subtitle_lines(widget.cast(), 0)
            picker_set_description(widget, row.subtitle)
        }
        for part in parts { gtk_widget_set_sensitive(part, row.isEnabled ? 1 : 0) }
        command.show(row.commands, of: row.title)
        showValue(row.control)
    }

    /// Writes a text only if the model's has changed: what the user is entering stays.
    private func showText(_ text: String) {
        guard text != shownText else { return }
        shownText = text
        if text != editedText { gtk_editable_set_text(widget.opaque, text) }
    }

    private func showValue(_ control: Control) {
        switch control {
        case .toggle(let isOn):
            if (gtk_switch_get_active(parts[0].opaque) != 0) != isOn { gtk_switch_set_active(parts[0].opaque, isOn ? 1 : 0) }
        case .level(let share): gtk_level_bar_set_value(parts[0].opaque, share)
        case .choice(_, let selected):
            if Int(adw_combo_row_get_selected(widget.cast())) != selected {
                adw_combo_row_set_selected(widget.cast(), guint(selected))
            }
        case .none, .buttons, .entry, .opens: break
        }
    }

    // MARK: Parts

    private func setUp() {
        switch row.control {
        case .none: break
        case .level:
            let bar = gtk_level_bar_new()!
            gtk_widget_set_size_request(bar, 90, -1)
            gtk_widget_set_valign(bar, GTK_ALIGN_CENTER)
            picker_set_name(bar, "Time left")
            addPart(bar)
        case .toggle:
            let toggle = gtk_switch_new()!
            gtk_widget_set_valign(toggle, GTK_ALIGN_CENTER)
            addPart(toggle)
            adw_action_row_set_activatable_widget(widget.cast(), toggle)
            Signal.connectObject(toggle.raw, "notify::active") { [weak self] _ in
                self?.use(.toggled(gtk_switch_get_active(toggle.opaque) != 0))
            }
        case .buttons(let buttons):
            for (index, button) in buttons.enumerated() { addPart(makeButton(button, index)) }
        case .choice:
            parts = []
            Signal.connectObject(widget.raw, "notify::selected") { [weak self] _ in
                guard let self else { return }
                self.use(.chose(Int(adw_combo_row_get_selected(self.widget.cast()))))
            }
        case .entry: setUpEntry()
        case .opens:
            gtk_list_box_row_set_activatable(widget.cast(), 1)
            Signal.connect(widget.raw, "activated") { [weak self] in self?.use(.pressed(0)) }
            Make.action(of: widget) { [weak self] in self?.use(.pressed(0)) }
        }
    }

    private func setUpEntry() {
        if case .providerField = row.setting {
            // The form's own button sends all fields as they are.
            Signal.connect(widget.raw, "changed") { [weak self] in self?.edited() }
        } else {
            adw_entry_row_set_show_apply_button(widget.cast(), 1)
            Signal.connect(widget.raw, "apply") { [weak self] in
                guard let self else { return }
                self.use(.entered(self.editedText))
            }
        }
    }

    private func edited() {
        guard !isUpdating else { return }
        let text = editedText
        shownText = text
        use(.entered(text))
    }

    private func makeButton(_ button: Control.Button, _ index: Int) -> Widget {
        let widget = Make.button(button.label) { [weak self] in self?.use(.pressed(index)) }
        gtk_widget_set_valign(widget, GTK_ALIGN_CENTER)
        if button.isDestructive { gtk_widget_add_css_class(widget, "destructive-text") }
        picker_set_description(widget, row.title)
        return widget
    }

    private func addPart(_ part: Widget) {
        parts.append(part)
        addSuffix(part)
    }

    private func addSuffix(_ suffix: Widget) {
        if case .entry = row.control {
            adw_entry_row_add_suffix(widget.cast(), suffix)
        } else {
            adw_action_row_add_suffix(widget.cast(), suffix)
        }
    }

    private static func comboRow(_ values: [String]) -> Widget {
        let row = adw_combo_row_new()!
        let model = gtk_string_list_new(nil)
        for value in values { gtk_string_list_append(model, value) }
        adw_combo_row_set_model(row.cast(), model)
        g_object_unref(model.map { UnsafeMutableRawPointer($0) })
        return row
    }

    private var editedText: String { gtk_editable_get_text(widget.opaque).map { String(cString: $0) } ?? "" }

    private func use(_ input: Input) {
        guard !isUpdating else { return }
        send(.used(row.setting, input))
    }
}

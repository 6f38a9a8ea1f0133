import CGtk

/// Creates the widgets of the views. Text is always plain: it is not parsed as markup.
@MainActor
package enum Make {
    package static func column(spacing: Int32 = 0) -> Widget { gtk_box_new(GTK_ORIENTATION_VERTICAL, spacing) }

    package static func row(spacing: Int32 = 0) -> Widget { gtk_box_new(GTK_ORIENTATION_HORIZONTAL, spacing) }

    /// Pango inserts a hyphen where it breaks a word: an identifier or a command line would appear to contain it.
    private static let withoutHyphens: OpaquePointer? = {
        let attributes = pango_attr_list_new()
        pango_attr_list_insert(attributes, pango_attr_insert_hyphens_new(0))
        return attributes
    }()

    /// Returns a label that wraps, even in the middle of words, and ends with an ellipsis after a number of lines.
    package static func label(
        _ text: String, _ classes: String..., lines: Int32 = 0, centred: Bool = false,
        role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_LABEL
    ) -> Widget {
        let label = picker_label_new(role)!
        gtk_label_set_text(label.opaque, text)
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_attributes(label.opaque, withoutHyphens)
        gtk_label_set_xalign(label.opaque, centred ? 0.5 : 0)
        gtk_label_set_justify(label.opaque, centred ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
        // Without this, a long line would determine the width of the window.
        gtk_label_set_max_width_chars(label.opaque, 1)
        gtk_widget_set_hexpand(label, 1)
        if lines > 0 {
            gtk_label_set_lines(label.opaque, lines)
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        }
        for name in classes { gtk_widget_add_css_class(label, name) }
        return label
    }

    /// Returns a button; `_` precedes the letter that works with Alt.
    package static func button(_ mnemonic: String, isSuggested: Bool = false, _ action: @escaping @MainActor () -> Void) -> Widget
    {
        let button = mnemonicButton(mnemonic)
        if isSuggested { gtk_widget_add_css_class(button, "suggested-action") }
        Signal.connect(button.raw, "clicked", action)
        return button
    }

    /// Returns a button with its label as accessible name. GTK 4.8 itself would announce it twice, once with the underscore.
    package static func mnemonicButton(_ mnemonic: String) -> Widget {
        let button = gtk_button_new_with_mnemonic(mnemonic)!
        gtk_accessible_reset_property(button.opaque, GTK_ACCESSIBLE_PROPERTY_LABEL)
        return button
    }

    /// Gives a row of a list an action for assistive technologies: GTK's rows have none.
    package static func action(of row: Widget, _ activate: @escaping @MainActor () -> Void) {
        guard let action = g_simple_action_new("activate", nil), let group = g_simple_action_group_new() else { return }
        Signal.connectObject(UnsafeMutableRawPointer(action), "activate") { _ in activate() }
        g_action_map_add_action(OpaquePointer(group), action)
        gtk_widget_insert_action_group(row, "row", OpaquePointer(group))
        g_object_unref(UnsafeMutableRawPointer(action))
        g_object_unref(UnsafeMutableRawPointer(group))
    }

    /// Returns a widget that scrolls its content vertically if it does not fit.
    package static func scrolled(_ content: Widget) -> Widget {
        let scrolled = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scrolled.opaque, 1)
        gtk_scrolled_window_set_child(scrolled.opaque, content)
        gtk_widget_set_vexpand(scrolled, 1)
        return scrolled
    }
}

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// Appends a widget to this box.
    @MainActor
    package func append(_ child: Widget) { gtk_box_append(cast(to: GtkBox.self), child) }
}

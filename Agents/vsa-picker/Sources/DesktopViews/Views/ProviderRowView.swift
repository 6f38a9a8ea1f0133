import CGtk
import PickerModel

/// A row of the provider list.
@MainActor
package enum ProviderRowView {
    /// Returns a row with a provider.
    ///
    /// - Parameter picture: Receives the place for the logo, if the row has one.
    package static func make(
        _ row: ProviderRow, activate: @escaping @MainActor () -> Void, picture: (Widget, Widget) -> Void
    ) -> Widget {
        let line = Make.row(spacing: 12)
        let disc = DiscView.make(row.initials)
        line.append(disc)
        if row.logo != nil { picture(line, disc) }
        let texts = Make.column()
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        gtk_widget_set_hexpand(texts, 1)
        texts.append(Make.label(row.name, lines: 3))
        if row.name.count > 60 { gtk_widget_set_tooltip_text(line, row.name) }
        if let note = row.note { texts.append(Make.label(note, "dim", "small", lines: 2)) }
        line.append(texts)
        return wrap(line, name: row.name, note: row.note, activate: activate)
    }

    /// Returns the row "Other TV Provider".
    package static func makeOther(activate: @escaping @MainActor () -> Void) -> Widget {
        let line = Make.row(spacing: 12)
        line.append(DiscView.makePlain("···"))
        line.append(Make.label("Other TV Provider", lines: 2))
        return wrap(line, name: "Other TV Provider", note: nil, activate: activate)
    }

    private static func wrap(_ line: Widget, name: String, note: String?, activate: @escaping @MainActor () -> Void) -> Widget {
        let row = gtk_list_box_row_new()!
        gtk_list_box_row_set_child(row.cast(to: GtkListBoxRow.self), line)
        picker_set_name(row, name)
        if let note { picker_set_description(row, note) }
        Make.action(of: row, activate)
        return row
    }
}

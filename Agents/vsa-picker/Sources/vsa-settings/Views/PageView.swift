import CAdwaita
import CGtk
import DesktopViews
import SettingsModel

/// The view of a page: groups of rows. Rows that stay keep their widgets, and with them the focus.
@MainActor
final class PageView {
    private final class GroupView {
        let widget: Widget
        var rows: [RowView] = []

        init(_ widget: Widget) { self.widget = widget }
    }

    let widget: Widget
    private let send: @MainActor (PanelEvent) -> Void
    private var groups: [GroupView] = []
    private var shown: Page?

    init(_ send: @escaping @MainActor (PanelEvent) -> Void) {
        self.send = send
        widget = adw_preferences_page_new()!
    }

    /// Shows a page.
    func show(_ page: Page) {
        guard page != shown else { return refresh() }
        shown = page
        while groups.count > page.groups.count {
            adw_preferences_page_remove(widget.cast(), groups.removeLast().widget.cast())
        }
        while groups.count < page.groups.count {
            let group = GroupView(adw_preferences_group_new())
            groups.append(group)
            adw_preferences_page_add(widget.cast(), group.widget.cast())
        }
        for (view, group) in zip(groups, page.groups) {
            adw_preferences_group_set_title(view.widget.cast(), escaped(group.title))
            adw_preferences_group_set_description(
                view.widget.cast(), group.explanation.isEmpty ? nil : escaped(group.explanation))
            show(group.rows, in: view)
        }
    }

    /// Restores the values of controls whose change the device has rejected.
    private func refresh() { for view in groups.flatMap(\.rows) { view.show(view.row) } }

    private func show(_ rows: [Row], in view: GroupView) {
        // Rows before the first difference stay; those after it are created again only if they do not match.
        var kept = 0
        while kept < min(rows.count, view.rows.count), fits(view.rows[kept], rows[kept]) { kept += 1 }
        for old in view.rows[kept...] { adw_preferences_group_remove(view.widget.cast(), old.widget) }
        view.rows.removeSubrange(kept...)
        for (old, row) in zip(view.rows, rows) { old.show(row) }
        for row in rows[kept...] {
            let new = RowView(row, send)
            view.rows.append(new)
            adw_preferences_group_add(view.widget.cast(), new.widget)
        }
    }

    private func fits(_ view: RowView, _ row: Row) -> Bool {
        view.row.setting == row.setting && view.row.control.hasSameForm(as: row.control)
    }

    /// Returns a text for a place that reads markup.
    private func escaped(_ text: String) -> String {
        guard let escaped = g_markup_escape_text(text, -1) else { return "" }
        defer { g_free(escaped) }
        return String(cString: escaped)
    }
}

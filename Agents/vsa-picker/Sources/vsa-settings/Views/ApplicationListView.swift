import CAdwaita
import CGtk
import DesktopViews
import PickerModel
import SettingsModel

/// The list of apps: a recycling list, because there may be thousands.
@MainActor
final class ApplicationListView {
    let widget: Widget
    private let send: @MainActor (PanelEvent) -> Void
    private let timing: Timing
    private let search: Widget
    private let stack: Widget
    private let strings: OpaquePointer
    private let resetAll: RowView
    private var rows: [ApplicationRow] = []
    private var views: [OpaquePointer: ApplicationRowView] = [:]

    init(_ resetAllRow: Row, timing: Timing, _ send: @escaping @MainActor (PanelEvent) -> Void) {
        self.send = send
        self.timing = timing
        widget = Make.column()
        search = gtk_search_entry_new()!
        strings = gtk_string_list_new(nil)!
        stack = gtk_stack_new()!
        resetAll = RowView(resetAllRow, send)
        setUpSearch()
        gtk_widget_set_vexpand(stack, 1)
        gtk_stack_add_named(
            stack.opaque, ApplicationListView.status("No Apps", "Apps appear here once they have called the device."), "none")
        gtk_stack_add_named(stack.opaque, ApplicationListView.status("No Results", "No app matches the search."), "nothing")
        gtk_stack_add_named(stack.opaque, makeList(), "list")
        widget.append(stack)
        let bottom = adw_preferences_group_new()!
        adw_preferences_group_add(bottom.cast(), resetAll.widget)
        widget.append(ApplicationListView.clamp(bottom))
    }

    /// Focuses the search field.
    func focusSearch() { _ = gtk_widget_grab_focus(search) }

    /// Shows the apps that match the search.
    func show(_ new: [ApplicationRow], isAnyKnown: Bool, resetAllRow: Row) {
        resetAll.show(resetAllRow)
        gtk_stack_set_visible_child_name(stack.opaque, new.isEmpty ? isAnyKnown ? "nothing" : "none" : "list")
        gtk_widget_set_visible(search, isAnyKnown ? 1 : 0)
        guard new != rows else {
            for view in views.values { view.refresh() }
            return
        }
        let old = rows
        rows = new
        // Only the part that differs is replaced, so that the list keeps its position.
        var start = 0
        while start < min(old.count, new.count), old[start].identifier == new[start].identifier { start += 1 }
        var end = 0
        while end < min(old.count, new.count) - start, old[old.count - 1 - end].identifier == new[new.count - 1 - end].identifier
        {
            end += 1
        }
        if start + end < max(old.count, new.count) {
            let copies = new[start..<(new.count - end)].map { g_strdup($0.identifier) }
            defer { for copy in copies { g_free(copy) } }
            (copies.map { UnsafePointer($0) } + [nil]).withUnsafeBufferPointer { texts in
                gtk_string_list_splice(strings, guint(start), guint(old.count - end - start), texts.baseAddress)
            }
        }
        for (item, view) in views { bind(item, view) }
    }

    // MARK: Parts

    private func setUpSearch() {
        picker_set_placeholder(search, "Search apps")
        picker_set_name(search, "Search apps")
        for edge in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { edge(search, 12) }
        Signal.connect(search.raw, "search-changed") { [weak self] in
            guard let self else { return }
            let text = gtk_editable_get_text(self.search.opaque).map { String(cString: $0) } ?? ""
            self.send(.searched(text))
        }
        widget.append(ApplicationListView.clamp(search))
    }

    private static func clamp(_ child: Widget) -> Widget {
        let clamp = adw_clamp_new()!
        adw_clamp_set_maximum_size(clamp.opaque, 600)
        adw_clamp_set_child(clamp.opaque, child)
        for edge in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { edge(clamp, 12) }
        gtk_widget_set_margin_bottom(clamp, 12)
        return clamp
    }

    private static func status(_ title: String, _ text: String) -> Widget {
        let page = adw_status_page_new()!
        adw_status_page_set_icon_name(page.opaque, PageName.apps.icon)
        adw_status_page_set_title(page.opaque, title)
        adw_status_page_set_description(page.opaque, text)
        return page
    }

    private func makeList() -> Widget {
        let factory = gtk_signal_list_item_factory_new()!
        let raw = UnsafeMutableRawPointer(factory)
        Signal.connectObject(raw, "setup") { [weak self] item in
            guard let self, let item else { return }
            let view = ApplicationRowView(self.send)
            self.views[item] = view
            gtk_list_item_set_child(item, view.widget)
        }
        Signal.connectObject(raw, "bind") { [weak self] item in
            guard let self, let item, let view = self.views[item] else { return }
            self.bind(item, view)
        }
        Signal.connectObject(raw, "teardown") { [weak self] item in
            if let item { self?.views[item] = nil }
        }
        // The selection model and the list adopt what they are given.
        g_object_ref(UnsafeMutableRawPointer(strings))
        let list = gtk_list_view_new(gtk_no_selection_new(strings), factory)!
        gtk_list_view_set_single_click_activate(list.opaque, 1)
        gtk_widget_add_css_class(list, "apps")
        picker_set_name(list, "Apps")
        Signal.connectNumber(list.raw, "activate") { [weak self] position in
            guard let self, self.rows.indices.contains(Int(position)) else { return }
            self.send(.used(.application(self.rows[Int(position)].identifier), .pressed(0)))
        }
        let clamp = adw_clamp_scrollable_new()!
        adw_clamp_scrollable_set_maximum_size(clamp.opaque, 600)
        adw_clamp_scrollable_set_child(clamp.opaque, list)
        let scrolled = gtk_scrolled_window_new()!
        gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_child(scrolled.opaque, clamp)
        return scrolled
    }

    private func bind(_ item: OpaquePointer, _ view: ApplicationRowView) {
        let position = Int(gtk_list_item_get_position(item))
        guard rows.indices.contains(position) else { return }
        view.show(rows[position])
        // Assistive technologies see the list's own row, which has no name.
        if let row = gtk_widget_get_parent(view.widget) { picker_set_name(row, rows[position].name) }
    }
}

/// The view of an app in the list.
@MainActor
final class ApplicationRowView {
    let widget: Widget
    private let disc: Widget
    private let title: Widget
    private let subtitle: Widget
    private let toggle: Widget
    private let command: CommandButton
    private var row: ApplicationRow?
    private var isUpdating = false

    init(_ send: @escaping @MainActor (PanelEvent) -> Void) {
        widget = Make.row(spacing: 12)
        gtk_widget_add_css_class(widget, "app")
        disc = DiscView.makePlain("")
        title = Make.label("", lines: 1)
        subtitle = Make.label("", "dim", "small", lines: 3)
        toggle = gtk_switch_new()!
        command = CommandButton { send(.copied($0)) }
        let texts = Make.column(spacing: 2)
        gtk_widget_set_hexpand(texts, 1)
        gtk_widget_set_valign(texts, GTK_ALIGN_CENTER)
        texts.append(title)
        texts.append(subtitle)
        gtk_widget_set_valign(toggle, GTK_ALIGN_CENTER)
        for part in [disc, texts, toggle, command.widget, gtk_image_new_from_icon_name("go-next-symbolic")!] {
            widget.append(part)
        }
        Signal.connectObject(toggle.raw, "notify::active") { [weak self] _ in
            guard let self, !self.isUpdating, let row = self.row else { return }
            send(.used(.access(row.identifier), .toggled(gtk_switch_get_active(self.toggle.opaque) != 0)))
        }
        Make.action(of: widget) { [weak self] in
            if let row = self?.row { send(.used(.application(row.identifier), .pressed(0))) }
        }
    }

    /// Shows an app.
    func show(_ new: ApplicationRow) {
        isUpdating = true
        defer { isUpdating = false }
        gtk_switch_set_active(toggle.opaque, new.access == .granted ? 1 : 0)
        guard new != row else { return }
        if let row { gtk_widget_remove_css_class(disc, "disc-\(row.initials.colour)") }
        gtk_widget_add_css_class(disc, "disc-\(new.initials.colour)")
        gtk_label_set_text(disc.opaque, new.initials.letters)
        gtk_label_set_text(title.opaque, new.name)
        gtk_label_set_text(subtitle.opaque, new.subtitle)
        gtk_widget_set_sensitive(toggle, new.access == .restricted ? 0 : 1)
        picker_set_name(toggle, "Access of \(new.name)")
        picker_set_name(widget, new.name)
        command.show([new.command], of: new.name)
        row = new
    }

    /// Restores the switch if the device has rejected a change.
    func refresh() { if let row { show(row) } }
}

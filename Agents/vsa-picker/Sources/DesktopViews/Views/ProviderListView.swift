import CGtk
import PickerModel

/// The provider list with its search field.
@MainActor
package final class ProviderListView: View {
    package let content: Widget
    package let title = "TV Provider"
    package let leaveLabel: String? = "Cancel"
    package var initialFocus: Widget? { search }

    /// The number of rows that are created at a time: more than a window shows.
    private static let batch = 40

    private let choice: ProviderChoice
    private let choose: @MainActor (ProviderListChoice) -> Void
    private let timing: Timing
    private let search: Widget
    private let list: Widget
    private let nothingFound: Widget
    private var rows: [Widget] = []
    private var visibility: [Bool]
    private var other: Widget?
    private let logos = LogoLoader()
    private var filling: Timer?

    package init(_ choice: ProviderChoice, timing: Timing, _ choose: @escaping @MainActor (ProviderListChoice) -> Void) {
        self.choice = choice
        self.timing = timing
        self.choose = choose
        visibility = choice.rows.map { _ in true }
        content = Make.column(spacing: 10)
        gtk_widget_add_css_class(content, "page")
        search = gtk_search_entry_new()
        list = gtk_list_box_new()
        nothingFound = Make.label("", "dim", centred: true, role: GTK_ACCESSIBLE_ROLE_STATUS)
        content.append(Make.label("Choose your TV provider", "heading", lines: 3))
        content.append(Make.label(choice.purpose, "dim", lines: 3))
        if let message = choice.message {
            content.append(Make.label(message, "banner", role: GTK_ACCESSIBLE_ROLE_ALERT))
        }
        fillList()
        setUpSearch()
        content.append(search)
        content.append(nothingFound)
        gtk_widget_set_visible(nothingFound, 0)
        content.append(Make.scrolled(list))
    }

    package func leave() { choose(.cancelled) }

    /// Clears the search; leaves the view if the search is empty.
    package func escape() { if searchText.isEmpty { leave() } else { gtk_editable_set_text(search.opaque, "") } }

    package func shown(in window: Widget) {
        addRest()
        logos.start()
    }

    package func gone() {
        filling?.stop()
        logos.stop()
    }

    private var searchText: String { gtk_editable_get_text(search.opaque).map { String(cString: $0) } ?? "" }

    // MARK: List

    private func fillList() {
        gtk_widget_add_css_class(list, "providers")
        gtk_widget_add_css_class(list, "frame")
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        picker_set_name(list, "TV providers")
        if choice.offersOther {
            let widget = ProviderRowView.makeOther { [weak self] in self?.choose(.other) }
            other = widget
            gtk_list_box_append(list.opaque, widget)
        }
        addRows(ProviderListView.batch)
        Signal.connectObject(list.raw, "row-activated") { [weak self] row in self?.activated(row) }
        setUpHeaders()
    }

    /// Creates the next rows of the list. Rows that are not visible yet are created while the main loop is idle, so that a long
    /// list appears immediately.
    private func addRows(_ count: Int) {
        for index in choice.rows.indices.dropFirst(rows.count).prefix(count) {
            let row = choice.rows[index]
            let widget = ProviderRowView.make(row) { [weak self] in
                self?.choose(.row(row))
            } picture: { line, disc in
                if let logo = row.logo { logos.add(LogoLoader.Place(logo: logo, line: line, disc: disc)) }
            }
            if !visibility[index] { gtk_widget_set_visible(widget, 0) }
            rows.append(widget)
            gtk_list_box_insert(list.opaque, widget, Int32(index))
        }
    }

    private func addRest() {
        guard rows.count < choice.rows.count else { return }
        filling = Timer(whenIdle: { [weak self] in
            guard let self else { return false }
            self.addRows(ProviderListView.batch)
            return self.rows.count < self.choice.rows.count
        })
    }

    /// Sets up headings above the first visible row of each section.
    private func setUpHeaders() {
        let featured = choice.featuredCount
        let handler = Handler<(UInt, UInt), Void> { [weak self] row, before in
            guard let self, let row = OpaquePointer(bitPattern: row) else { return }
            let section = self.section(of: row)
            let previous = OpaquePointer(bitPattern: before).map { self.section(of: $0) }
            let text = featured == 0 || section == previous ? nil : section.heading
            let target = row.widget.cast(to: GtkListBoxRow.self)
            if let text {
                gtk_list_box_row_set_header(target, Make.label(text, "section", "dim", role: GTK_ACCESSIBLE_ROLE_HEADING))
            } else if section == .other, previous != nil, previous != .other {
                gtk_list_box_row_set_header(target, gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
            } else {
                gtk_list_box_row_set_header(target, nil)
            }
        }
        gtk_list_box_set_header_func(
            list.opaque,
            { row, before, data in
                let pair = (UInt(bitPattern: row), UInt(bitPattern: before))
                let address = UInt(bitPattern: data)
                MainActor.assumeIsolated { Handler<(UInt, UInt), Void>.at(address)?.run(pair) }
            }, handler.retained(), { data in if let data { Unmanaged<AnyObject>.fromOpaque(data).release() } })
    }

    private enum Section {
        case leading, featured, all, other

        var heading: String? {
            switch self {
            case .featured: "Featured"
            case .all: "All TV providers"
            case .leading, .other: nil
            }
        }
    }

    private func section(of row: OpaquePointer) -> Section {
        if row == other?.opaque { return .other }
        let index = Int(gtk_list_box_row_get_index(row.widget.cast(to: GtkListBoxRow.self)))
        if index < choice.leadingCount { return .leading }
        return index < choice.leadingCount + choice.featuredCount ? .featured : .all
    }

    private func activated(_ row: OpaquePointer?) {
        guard let row else { return }
        let index = Int(gtk_list_box_row_get_index(row.widget.cast(to: GtkListBoxRow.self)))
        choose(row == other?.opaque ? .other : .row(choice.rows[index]))
    }

    // MARK: Search

    private func setUpSearch() {
        picker_set_placeholder(search, "Search")
        picker_set_name(search, "Search for a TV provider")
        Signal.connect(search.raw, "changed") { [weak self] in self?.filter() }
        Signal.connect(search.raw, "activate") { [weak self] in self?.searchActivated() }
        Signal.connectKeys(search) { [weak self] press in
            guard press.key == guint(GDK_KEY_Down), let self else { return false }
            return self.focusFirstRow()
        }
        // Keys typed while a row has the focus continue in the search field.
        Signal.connectKeys(list) { [weak self] press in self?.continueSearch(with: press) ?? false }
    }

    private func continueSearch(with press: KeyPress) -> Bool {
        let control = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
        guard press.modifiers & control == 0, let scalar = Unicode.Scalar(gdk_keyval_to_unicode(press.key)) else { return false }
        let isText = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        guard isText || press.key == guint(GDK_KEY_BackSpace) else { return false }
        _ = gtk_widget_grab_focus(search)
        let text = isText ? searchText + String(scalar) : String(searchText.dropLast())
        gtk_editable_set_text(search.opaque, text)
        gtk_editable_set_position(search.opaque, -1)
        return true
    }

    private func filter() {
        timing.mark("filter begins")
        timing.frame("frame of filter", of: content)
        let text = searchText
        let wanted = choice.visibility(query: text)
        for (index, row) in rows.enumerated() where wanted[index] != visibility[index] {
            // Hidden, not only filtered: assistive technologies would still see a row that the list omits.
            gtk_widget_set_visible(row, wanted[index] ? 1 : 0)
        }
        visibility = wanted
        let isEmpty = !choice.rows.isEmpty && !wanted.contains(true)
        gtk_label_set_text(nothingFound.opaque, isEmpty ? "No TV provider matches “\(DisplayText.line(text, limit: 40))”." : "")
        gtk_widget_set_visible(nothingFound, isEmpty ? 1 : 0)
        timing.mark("filter ends")
    }

    /// Handles Return in the search field: selects the only match, or focuses the first row.
    private func searchActivated() {
        let matches = visibility.indices.filter { visibility[$0] }
        if matches.count == 1, !searchText.isEmpty {
            choose(.row(choice.rows[matches[0]]))
        } else {
            _ = focusFirstRow()
        }
    }

    private func focusFirstRow() -> Bool {
        let visible = visibility.firstIndex(of: true)
        // A match far down the list may not have been created yet.
        if let visible, visible >= rows.count { addRows(visible + 1 - rows.count) }
        let first = visible.map { rows[$0] } ?? other
        return first.map { gtk_widget_grab_focus($0) != 0 } ?? false
    }
}

/// The user's choice in the list.
package enum ProviderListChoice {
    /// A provider of any kind.
    case row(ProviderRow)
    /// "Other TV Provider".
    case other
    /// Nothing.
    case cancelled
}

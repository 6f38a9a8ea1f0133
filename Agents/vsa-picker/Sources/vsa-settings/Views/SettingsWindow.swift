import CAdwaita
import CGtk
import DesktopViews
import PickerModel
import SettingsModel

/// The panel's window: the pages, and one page over them.
@MainActor
final class SettingsWindow {
    let window: Widget
    private let send: @MainActor (PanelEvent) -> Void
    private let timing: Timing
    private let pageShown: @MainActor (PageName) -> Void
    private let toasts = adw_toast_overlay_new()!
    private let stack = gtk_stack_new()!
    private let leaflet = adw_leaflet_new()!
    private let pages = adw_view_stack_new()!
    private let over = Make.column()
    private let overTitle = adw_window_title_new("", "")!
    private let overContent = gtk_stack_new()!
    private let account: PageView
    private let developer: PageView
    private let testing: PageView
    private let applications: ApplicationListView
    private var panel: Panel
    private var subpage: (kind: Panel.Subpage, view: PageView)?
    private var providers: ProviderListView?

    init(
        _ application: UnsafeMutablePointer<GtkApplication>, _ panel: Panel, timing: Timing,
        _ send: @escaping @MainActor (PanelEvent) -> Void, pageShown: @escaping @MainActor (PageName) -> Void
    ) {
        self.send = send
        self.panel = panel
        self.timing = timing
        self.pageShown = pageShown
        account = PageView(send)
        developer = PageView(send)
        testing = PageView(send)
        applications = ApplicationListView(panel.resetAllRow, timing: timing, send)
        window = adw_application_window_new(application)!
        gtk_window_set_title(window.cast(), "TV Provider")
        gtk_window_set_icon_name(window.cast(), "org.vsasim.Settings")
        gtk_window_set_default_size(window.cast(), 680, 760)
        gtk_widget_set_size_request(window, 360, 300)
        build()
        Signal.connectKeys(window) { [weak self] press in self?.pressed(press) ?? false }
    }

    /// Opens the window, or raises it.
    func present() {
        timing.frame("frame of SettingsWindow", of: window)
        timing.frames(of: window)
        gtk_window_present(window.cast())
    }

    /// Shows a page.
    func select(_ page: PageName) { adw_view_stack_set_visible_child_name(pages.opaque, page.rawValue) }

    /// Shows the state of the panel.
    func show(_ panel: Panel) {
        let name = panel.isSessionOver ? "ended" : panel.isConnected.map { $0 ? "panel" : "absent" } ?? "loading"
        gtk_stack_set_visible_child_name(stack.opaque, name)
        self.panel = panel
        // The next device may have other providers.
        if panel.isConnected == false { closeProviders() }
        showPage()
        showSubpage(panel)
    }

    /// Updates the visible page; the others are updated when they are shown.
    private func showPage() {
        switch visiblePage {
        case .account: account.show(panel.accountPage)
        case .apps:
            applications.show(
                panel.applicationRows, isAnyKnown: panel.applicationCount > 0, resetAllRow: panel.resetAllRow)
        case .developer: developer.show(panel.developerPage)
        case .testing: testing.show(panel.testingPage)
        case nil: break
        }
    }

    private var visiblePage: PageName? {
        adw_view_stack_get_visible_child_name(pages.opaque).flatMap { PageName(rawValue: String(cString: $0)) }
    }

    /// Shows a message for a moment.
    func announce(_ text: String) {
        guard let toast = adw_toast_new("") else { return }
        // The title of a toast would have a single line, and truncate the device's messages. The lines fit into the narrowest
        // window: libadwaita 1.2 does not measure the height of a label again when it becomes narrower.
        let label = Make.label(text, "heading")
        gtk_label_set_max_width_chars(label.opaque, 36)
        adw_toast_set_custom_title(toast, label)
        adw_toast_set_timeout(toast, 4)
        adw_toast_overlay_add_toast(toasts.opaque, toast)
    }

    // MARK: Over the pages

    /// Shows the picker's list of providers.
    func chooseProvider(_ choice: ProviderChoice) {
        let view = ProviderListView(choice, timing: timing) { [weak self] chosen in
            self?.closeProviders()
            if case .row(let row) = chosen { self?.send(.providerChosen(row.identifier)) }
        }
        closeProviders()
        providers = view
        gtk_stack_add_named(overContent.opaque, view.content, "providers")
        gtk_stack_set_visible_child_name(overContent.opaque, "providers")
        adw_window_title_set_title(overTitle.opaque, "Sign In")
        adw_leaflet_set_visible_child(leaflet.opaque, over)
        view.shown(in: window)
        _ = view.initialFocus.map { gtk_widget_grab_focus($0) }
    }

    private func closeProviders() {
        guard let view = providers else { return }
        providers = nil
        view.gone()
        gtk_stack_remove(overContent.opaque, view.content)
        if subpage == nil { adw_leaflet_set_visible_child_name(leaflet.opaque, "main") }
    }

    private func showSubpage(_ panel: Panel) {
        guard let kind = panel.subpage, let content = panel.subpageContent else {
            if let old = subpage {
                subpage = nil
                adw_leaflet_set_visible_child_name(leaflet.opaque, "main")
                gtk_stack_remove(overContent.opaque, old.view.widget)
            }
            return
        }
        closeProviders()
        if subpage?.kind != kind {
            if let old = subpage { gtk_stack_remove(overContent.opaque, old.view.widget) }
            let view = PageView(send)
            subpage = (kind, view)
            gtk_stack_add_child(overContent.opaque, view.widget)
            gtk_stack_set_visible_child(overContent.opaque, view.widget)
        }
        subpage?.view.show(content.page)
        adw_window_title_set_title(overTitle.opaque, content.title)
        if adw_leaflet_get_visible_child(leaflet.opaque) != over { adw_leaflet_set_visible_child(leaflet.opaque, over) }
    }

    private func back() {
        if providers != nil { closeProviders() } else { send(.left) }
    }

    /// Shows a page instead of the one over it.
    func leave(for page: PageName) {
        closeProviders()
        if subpage != nil { send(.left) }
        adw_leaflet_set_visible_child_name(leaflet.opaque, "main")
        select(page)
    }

    // MARK: Parts

    private func build() {
        gtk_stack_add_named(stack.opaque, mainPage(), "panel")
        gtk_stack_add_named(stack.opaque, absentPage(), "absent")
        gtk_stack_add_named(stack.opaque, statusPage("The Session Has Ended", "Close this window."), "ended")
        gtk_stack_add_named(stack.opaque, Make.column(), "loading")
        adw_toast_overlay_set_child(toasts.opaque, stack)
        adw_application_window_set_content(window.cast(), toasts)
    }

    private func mainPage() -> Widget {
        let title = adw_view_switcher_title_new()!
        let header = adw_header_bar_new()!
        let bar = adw_view_switcher_bar_new()!
        for (page, view) in [
            (PageName.account, account.widget), (.apps, applications.widget), (.developer, developer.widget),
            (.testing, testing.widget),
        ] {
            _ = adw_view_stack_add_titled_with_icon(pages.opaque, view, page.rawValue, page.title, page.icon)
        }
        Signal.connectObject(pages.raw, "notify::visible-child-name") { [weak self] _ in
            guard let self, let page = self.visiblePage else { return }
            self.showPage()
            self.pageShown(page)
        }
        adw_view_switcher_title_set_title(title.opaque, "TV Provider")
        adw_view_switcher_title_set_stack(title.opaque, pages.opaque)
        adw_view_switcher_bar_set_stack(bar.opaque, pages.opaque)
        // This changes while sizes are allocated, when GTK ignores that the bar needs space.
        Signal.connectObject(title.raw, "notify::title-visible") { [weak self] _ in
            _ = Timer(whenIdle: { [weak self] in
                // The window may have been closed meanwhile.
                guard self != nil else { return false }
                adw_view_switcher_bar_set_reveal(bar.opaque, adw_view_switcher_title_get_title_visible(title.opaque))
                return false
            })
        }
        adw_header_bar_set_title_widget(header.opaque, title)
        adw_header_bar_set_centering_policy(header.opaque, ADW_CENTERING_POLICY_STRICT)
        let column = Make.column()
        gtk_widget_set_vexpand(pages, 1)
        for part in [header, pages, bar] { column.append(part) }
        adw_leaflet_set_can_unfold(leaflet.opaque, 0)
        adw_leaflet_page_set_name(adw_leaflet_append(leaflet.opaque, column), "main")
        adw_leaflet_page_set_name(adw_leaflet_append(leaflet.opaque, overPage()), "over")
        return leaflet
    }

    private func overPage() -> Widget {
        let header = adw_header_bar_new()!
        let back = gtk_button_new_from_icon_name("go-previous-symbolic")!
        picker_set_name(back, "Back")
        gtk_widget_set_tooltip_text(back, "Back")
        Signal.connect(back.raw, "clicked") { [weak self] in self?.back() }
        adw_header_bar_pack_start(header.opaque, back)
        adw_header_bar_set_title_widget(header.opaque, overTitle)
        over.append(header)
        gtk_widget_set_vexpand(overContent, 1)
        over.append(overContent)
        return over
    }

    private func absentPage() -> Widget {
        let button = Make.button("_Start") { [weak self] in self?.startDevice?() }
        gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
        for name in ["pill", "suggested-action"] { gtk_widget_add_css_class(button, name) }
        return statusPage("The Device Is Not Running", "Its settings appear here once vsad has been started.", button)
    }

    private func statusPage(_ title: String, _ text: String, _ button: Widget? = nil) -> Widget {
        let column = Make.column()
        column.append(adw_header_bar_new()!)
        let page = adw_status_page_new()!
        adw_status_page_set_icon_name(page.opaque, "tv-symbolic")
        adw_status_page_set_title(page.opaque, title)
        adw_status_page_set_description(page.opaque, text)
        if let button { adw_status_page_set_child(page.opaque, button) }
        gtk_widget_set_vexpand(page, 1)
        column.append(page)
        return column
    }

    /// Starts the device on the user's request.
    var startDevice: (@MainActor () -> Void)?

    // MARK: Keys

    private func pressed(_ press: KeyPress) -> Bool {
        let hasControl = press.modifiers & GDK_CONTROL_MASK.rawValue != 0
        let hasAlt = press.modifiers & GDK_ALT_MASK.rawValue != 0
        switch Int32(press.key) {
        case GDK_KEY_Escape where adw_leaflet_get_visible_child(leaflet.opaque) == over,
            GDK_KEY_Left where hasAlt && adw_leaflet_get_visible_child(leaflet.opaque) == over:
            back()
        case GDK_KEY_1...GDK_KEY_4 where hasAlt: leave(for: PageName.allCases[Int(Int32(press.key) - GDK_KEY_1)])
        case GDK_KEY_f where hasControl:
            leave(for: .apps)
            applications.focusSearch()
        case GDK_KEY_w where hasControl, GDK_KEY_q where hasControl: gtk_window_close(window.cast())
        default: return false
        }
        return true
    }
}

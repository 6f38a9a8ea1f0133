import CAdwaita
import CGtk
import DesktopViews
import PickerModel
import SettingsModel

/// The program: performs the panel's effects on the bus and in the window.
@MainActor
final class Settings {
    private static let identifier = "org.vsasim.Settings"
    /// The action that shows a page, with its name.
    private static let pageAction = "page"
    /// The interval at which times such as "2 minutes ago" are renewed, in milliseconds.
    private static let tick: UInt32 = 20_000

    private static let styles = """
        listview.apps { background: none; padding: 0 12px; }
        listview.apps > row { padding: 0.6em 0.4em; border-radius: 8px; }
        button.command { min-width: 1.6em; min-height: 1.6em; padding: 0.2em; }
        button.command image { -gtk-icon-size: 1.1em; opacity: 0.6; }
        button.destructive-text { color: @destructive_color; }
        """

    private let options: Options
    private let timing: Timing
    private let application = adw_application_new(Settings.identifier, GApplicationFlags(rawValue: 0))!
    private var panel = Panel(now: Settings.now, dateText: Settings.dateText)
    private var device: DeviceConnection?
    private var window: SettingsWindow?
    private var timer: Timer?
    private var isShowing = false

    init(_ options: Options) throws {
        self.options = options
        timing = Timing(isOn: options.isTimed)
        guard gtk_init_check() != 0 else { throw BusError("there is no display to open a window on") }
        // Before the window, so that the device starts at the same time.
        device = try DeviceConnection { [weak self] event in self?.handle(event) }
    }

    /// Runs until the window is closed, and returns the exit status. If the panel is already open, it is raised instead, with
    /// the requested page.
    func run() -> Int32 {
        let program = UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self)
        if g_application_register(program, nil, nil) != 0, g_application_get_is_remote(program) != 0 {
            if let page = options.page {
                g_action_group_activate_action(
                    OpaquePointer(application), Settings.pageAction, g_variant_new_string(page.rawValue))
            }
        } else {
            device?.start()
            addPageAction()
        }
        Signal.connect(UnsafeMutableRawPointer(application), "activate") { [weak self] in self?.activated() }
        return g_application_run(program, 0, nil)
    }

    private func addPageAction() {
        let type = g_variant_type_new("s")
        defer { g_variant_type_free(type) }
        guard let action = g_simple_action_new(Settings.pageAction, type) else { return }
        Signal.connectObject(UnsafeMutableRawPointer(action), "activate") { [weak self] parameter in
            guard let parameter, let name = g_variant_get_string(parameter, nil) else { return }
            if let page = PageName(rawValue: String(cString: name)) { self?.window?.leave(for: page) }
        }
        g_action_map_add_action(OpaquePointer(application), action)
        g_object_unref(UnsafeMutableRawPointer(action))
    }

    private func activated() {
        if let window { return window.present() }
        StyleSheet.install(Settings.styles)
        let opened = SettingsWindow(
            UnsafeMutableRawPointer(application).assumingMemoryBound(to: GtkApplication.self), panel, timing: timing
        ) { [weak self] event in
            self?.handle(event)
        } pageShown: { [weak self] page in
            if page == .testing { self?.testingShown() }
        }
        opened.startDevice = { [weak self] in self?.device?.start() }
        Signal.connect(opened.window.raw, "destroy") { [weak self] in self?.closed() }
        window = opened
        opened.select(options.page ?? .account)
        opened.show(panel)
        opened.present()
        timer = Timer(milliseconds: Settings.tick) { [weak self] in
            self?.handle(.ticked(Settings.now))
            return true
        }
    }

    /// Forgets the window, whose widgets are removed: events may still wait to be shown.
    private func closed() {
        timer?.stop()
        timer = nil
        window = nil
    }

    private func testingShown() { panel.testingShown().forEach(perform) }

    private func handle(_ event: PanelEvent) {
        panel.handle(event).forEach(perform)
        guard !isShowing, window != nil else { return }
        isShowing = true
        // Once for all events that have arrived.
        _ = Timer(whenIdle: { [weak self] in
            guard let self else { return false }
            self.isShowing = false
            _ = self.panel.handle(.ticked(Settings.now))
            self.window?.show(self.panel)
            self.timing.mark("shown \(self.panel.applicationCount)")
            return false
        })
    }

    private func perform(_ effect: PanelEffect) {
        switch effect {
        case .query(let query, let call): device?.ask(query, call)
        case .call(let call): device?.change(call)
        case .run(let line, let done):
            CommandRun.start(line) { [weak self] event in
                self?.handle(event)
                if case .ran = event, let done { self?.window?.announce(done) }
            }
        case .ask(let question): if let window { Dialogs.ask(question, over: window.window) { [weak self] in self?.handle($0) } }
        case .chooseProvider(let choice): window?.chooseProvider(choice)
        case .chooseFile(let isSaving):
            if let window { Dialogs.chooseFile(isSaving: isSaving, over: window.window) { [weak self] in self?.handle($0) } }
        case .announce(let text): window?.announce(text)
        case .copy(let text): if let window { gdk_clipboard_set_text(gtk_widget_get_clipboard(window.window), text) }
        }
    }

    // MARK: Time

    private static var now: Int64 { Int64(g_get_real_time()) / 1_000_000 }

    private static let dateText: @Sendable (Int64) -> String = { seconds in
        guard let date = g_date_time_new_from_unix_local(gint64(seconds)) else { return "\(seconds)" }
        defer { g_date_time_unref(date) }
        guard let text = g_date_time_format(date, "%x %R") else { return "\(seconds)" }
        defer { g_free(text) }
        return String(cString: text)
    }
}

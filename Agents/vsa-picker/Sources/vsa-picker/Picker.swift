import CGtk
import DesktopViews
import PickerModel

/// Performs the session's actions: the bus on one side, the window on the other.
@MainActor
final class Picker {
    /// The time for which "You are signed in" is shown, in milliseconds.
    private static let farewell: UInt32 = 1500
    /// The interval at which a request in progress is polled, in milliseconds. The daemon reports its end only to the app.
    private static let watchInterval: UInt32 = 400

    private let options: Options
    private let timing: Timing
    private let bus: SessionBus
    private let loop = g_main_loop_new(nil, 0)
    private var session = Session()
    private var agent: AgentObject?
    private var window: PickerWindow?
    private var appearance: Appearance?
    private var idleTimer: Timer?
    private var farewellTimer: Timer?
    private var watchTimer: Timer?

    /// Connects to the bus. Call `run` next.
    init(_ options: Options) throws {
        self.options = options
        timing = Timing(isOn: options.isTimed)
        bus = try SessionBus()
    }

    /// Serves the daemon until there is nothing left to do.
    func run() throws {
        guard gtk_init_check() != 0 else {
            // The bus waits for the name: with systemd for two minutes, even after the program has ended.
            _ = try bus.requestName()
            throw BusError("no display is available to open a window on")
        }
        StyleSheet.install()
        appearance = Appearance(on: bus)
        window = PickerWindow(timing: timing) { [weak self] in self?.handle(.closed) }
        let agent = try AgentObject(on: bus) { [weak self] event in self?.handle(event) }
        self.agent = agent
        guard agent.daemon != nil else {
            throw BusError("\(SubscriberAccountInterface.busName) is not on the bus; it starts the picker when it needs it")
        }
        guard try bus.requestName() else { throw BusError("another picker is running") }
        timing.mark("name taken")
        perform(.startIdleTimer)
        g_main_loop_run(loop)
        window?.close()
    }

    private func handle(_ event: SessionEvent) {
        if case .asked = event { timing.mark("asked") }
        for effect in session.handle(event) { perform(effect) }
    }

    private func perform(_ effect: SessionEffect) {
        switch effect {
        case .show(let screen): show(screen)
        case .hide: window?.hide()
        case .reply(let number, let answer): agent?.reply(number, answer)
        case .refuse(let number): agent?.refuse(number)
        case .watch(let request): watch(request)
        case .stopWatching: stop(&watchTimer)
        case .queryAccount: agent?.queryAccount()
        case .startIdleTimer: start(&idleTimer, options.idleSeconds * 1000, .idleTimeOver)
        case .stopIdleTimer: stop(&idleTimer)
        case .startFarewellTimer: start(&farewellTimer, Picker.farewell, .farewellOver)
        case .quit: quit()
        }
    }

    // MARK: Window

    private func show(_ screen: Scene) {
        stop(&farewellTimer)
        switch screen {
        case .permission(let question):
            window?.show(PermissionView(question) { [weak self] in self?.answer($0) }, for: question.origin)
        case .providers(let choice): showList(choice)
        case .signIn(let form, let leadsBack):
            let view = SignInView(form, leadsBack: leadsBack) { [weak self] in
                self?.answer($0)
            } close: { [weak self] in
                self?.handle(.closed)
            }
            window?.show(view, for: form.origin)
        case .working(let text):
            if let form = window?.shown as? SignInView, form.isEditable {
                form.setWorking(text)
                window?.showLeaveButton()
            } else {
                window?.show(StatusView.working(text) { [weak self] in self?.handle(.closed) })
            }
        case .signedIn(let provider):
            window?.show(StatusView.signedIn(provider) { [weak self] in self?.handle(.farewellOver) })
        }
    }

    /// Shows the list, unless its prompt has been withdrawn: its window remains for another moment.
    private func showList(_ choice: ProviderChoice) {
        guard session.isAsked else { return }
        let view = ProviderListView(choice, timing: timing) { [weak self] chosen in
            switch chosen {
            case .row(let row) where !row.isSupported && !row.isApplicationProvider: self?.showUnsupported(row, in: choice)
            case .row(let row): self?.answer(.provider(row.identifier))
            case .other: self?.answer(.otherProvider)
            case .cancelled: self?.answer(.cancelled)
            }
        }
        window?.show(view, for: choice.origin)
    }

    /// Shows the message before the answer, unless the prompt has been withdrawn.
    private func showUnsupported(_ row: ProviderRow, in choice: ProviderChoice) {
        guard session.isAsked else { return }
        let view = UnsupportedView(row, application: choice.origin.applicationName) { [weak self] in
            self?.answer(.provider(row.identifier))
        } back: { [weak self] in
            self?.showList(choice)
        }
        window?.show(view)
    }

    private func answer(_ answer: Answer) { handle(.answered(answer)) }

    // MARK: Timers

    private func start(_ timer: inout Timer?, _ milliseconds: UInt32, _ event: SessionEvent) {
        timer?.stop()
        timer = Timer(milliseconds: milliseconds) { [weak self] in
            self?.handle(event)
            return false
        }
    }

    private func stop(_ timer: inout Timer?) {
        timer?.stop()
        timer = nil
    }

    private func watch(_ request: String) {
        stop(&watchTimer)
        guard g_variant_is_object_path(request) != 0 else { return }
        watchTimer = Timer(milliseconds: Picker.watchInterval) { [weak self] in
            guard let self, let daemon = self.agent?.daemon else { return false }
            self.bus.hasRequest(at: request, of: daemon) { [weak self] isThere in
                if !isThere { self?.handle(.requestEnded(request)) }
            }
            return true
        }
    }

    // MARK: End

    /// Exits, unless a prompt arrives while the name is being released.
    private func quit() {
        bus.releaseName()
        while g_main_context_pending(nil) != 0, !session.isAsked { g_main_context_iteration(nil, 0) }
        if session.isAsked, (try? bus.requestName()) == true { return }
        g_dbus_connection_flush_sync(bus.connection, nil, nil)
        g_main_loop_quit(loop)
    }
}

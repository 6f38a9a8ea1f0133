/// The calls that are not answered yet: by them the session knows when it is over.
///
/// Calls are answered in order; but the first `setRequestor` comes before all that wait for it, `preauthorize` does not wait, and
/// a login leaves the line while the system asks the person.
struct PendingCalls {
    /// The callbacks that answer `getAuthentication`, or after which it is the person's turn.
    static let login: Set = ["setAuthenticationStatus", "displayProviderDialog", "navigateToUrl", presented]
    /// The callbacks that answer `getAuthorization`, or after which it is the person's turn.
    static let authorization = login.subtracting(["setAuthenticationStatus"]).union(["setToken", "tokenRequestFailed"])
    private static let selection: Set = ["setAuthenticationStatus", "navigateToUrl"]
    private static let presented = "presentTvProviderDialog"
    /// What more than one kind of call may be answered by.
    private static let shared = login.union(["sendTrackingData"])

    /// Where the system's dialog stands in the login under way.
    private enum Dialog { case none, open, dismissed }

    /// For each call in the line, the callbacks that answer it.
    private var line: [Set<String>] = []
    /// The same for those that the system's dialog holds up.
    private var aside: [Set<String>] = []
    private var dialog = Dialog.none
    /// Whether a login waits for the app's user: in a list of providers, on a page, in the system's dialog.
    private var isLoginOpen = false
    private var isPageOpen = false

    /// Whether every call is answered.
    var isEmpty: Bool { line.isEmpty && aside.isEmpty }

    /// Whether it is the person's turn, for as long as that takes.
    var isPersonAsked: Bool { dialog == .open && !aside.isEmpty }

    /// Notes that a call is about to be made.
    mutating func expect(_ callbacks: Set<String>) {
        if callbacks.isEmpty { return }
        guard dialog == .open, callbacks.contains(Self.presented) else { return line.append(callbacks) }
        // A second getAuthentication joins the login under way.
        if callbacks != Self.login { aside.append(callbacks) }
    }

    /// Notes a `setSelectedProvider`: without a login under way it only presets the provider.
    mutating func expectSelection(of mvpd: String?) {
        let isLogin = isLoginOpen || mvpd == nil || line.contains { $0.contains(Self.presented) }
        line.append(isLogin ? Self.selection : ["sendTrackingData"])
    }

    /// Notes a `handleExternalURL`: without a page it has no effect.
    mutating func expectReturn() {
        if isPageOpen { line.append(["setAuthenticationStatus"]) }
    }

    /// Notes that nobody waits for what comes of the system's dialog.
    mutating func forgetDialog() { aside = [] }

    /// Notes a callback.
    mutating func receive(_ name: String) {
        switch name {
        case Self.presented:
            dialog = .open
            isLoginOpen = true
            aside += line.filter { $0.contains(name) }
            line.removeAll { $0.contains(name) }
        case "dismissTvProviderDialog": dialog = .dismissed
        case "displayProviderDialog", "navigateToUrl", "setAuthenticationStatus": endLogin(with: name)
        default: answer(name)
        }
    }

    private mutating func endLogin(with name: String) {
        isLoginOpen = name != "setAuthenticationStatus"
        isPageOpen = name == "navigateToUrl"
        guard dialog == .dismissed else { return answer(name) }
        dialog = .none
        // Authorizations go on after a login; in a list or on a page it is the person's turn.
        aside.removeAll { isLoginOpen || $0.contains(name) }
        if line.first == Self.selection { line.removeFirst() }
    }

    private mutating func answer(_ name: String) {
        guard Self.shared.contains(name) else {
            if dialog == .none, let index = aside.firstIndex(where: { $0.contains(name) }) {
                aside.remove(at: index)
            } else if let index = line.firstIndex(where: { $0.contains(name) }) {
                line.remove(at: index)
            }
            return
        }
        // What may also be a part of another call's answer counts for the oldest of the calls in order only.
        let oldest = line.firstIndex { !$0.contains("setRequestorComplete") && !$0.contains("onFailure") }
        if let oldest, line[oldest].contains(name) { line.remove(at: oldest) }
    }
}

/// The calls that are not answered yet: by them the session knows when it is over.
///
/// Calls are answered in order; but the first `setRequestor` comes before all that wait for it, `preauthorize` does not wait, and
/// a login leaves the line while it is the person's turn.
struct PendingCalls {
    /// A call, by what answers it.
    enum Call: Equatable {
        /// One of these callbacks.
        case answered(by: Set<String>)
        /// `getAuthentication`: the login's end, or the person's turn.
        case login
        /// `getAuthorization`: a media token or none, after a login if need be.
        case authorization
        /// `setSelectedProvider` in a login.
        case selection
        /// `handleExternalURL` with the address at which the page ends.
        case pageReturn
        /// `logout`
        case logout

        /// Whether the login under way is not there any more when it has been served.
        var endsLogin: Bool { self == .selection || self == .pageReturn || self == .logout }
        /// Whether it joins a login under way.
        var joinsLogin: Bool { self == .login || self == .authorization }

        func isAnswered(by name: String) -> Bool {
            switch self {
            case .answered(let names): names.contains(name)
            case .login, .pageReturn: name == "setAuthenticationStatus"
            case .authorization: name == "setToken" || name == "tokenRequestFailed"
            case .selection: ["setAuthenticationStatus", "navigateToUrl", PendingCalls.code].contains(name)
            case .logout: name == "setAuthenticationStatus" || name == "navigateToUrl"
            }
        }
    }

    /// Whose turn it is in the login under way.
    private enum Turn {
        /// The library's.
        case library
        /// The person's, in the system's dialog, which is worth waiting for.
        case dialog
        /// The library's, after the dialog.
        case dismissed
        /// The person's: in the app's list, on a page, on a second screen.
        case person
    }

    /// The status REGCODE, after which it is the person's turn.
    static let code = "REGCODE"
    /// What more than one kind of call may be answered by.
    private static let shared: Set = ["setAuthenticationStatus", "navigateToUrl", code, "sendTrackingData"]

    private var line: [Call] = []
    /// Those that wait for the login under way.
    private var joined: [Call] = []
    private var turn = Turn.library
    /// Whether a page is open from which `handleExternalURL` leads back.
    private(set) var isPageOpen = false
    /// Whether the page, or that for the code, was opened for the person, so that it is worth waiting for.
    private var isBrowsing = false

    /// Whether every call is answered, or waits for what the app has to do.
    var isEmpty: Bool { line.isEmpty && !isBrowsing && (joined.isEmpty || turn == .person) }

    /// Whether it is the person's turn, for as long as that takes.
    var isPersonAsked: Bool { isBrowsing || (turn == .dialog && !joined.isEmpty) }

    /// Notes that a call is about to be made.
    mutating func expect(_ call: Call) {
        let joins = call.joinsLogin && (turn == .dialog || turn == .person) && !line.contains(where: \.endsLogin)
        if joins { joined.append(call) } else { line.append(call) }
    }

    /// Notes a `setSelectedProvider`: without a login under way it only presets the provider, and without a configuration it fails
    /// as a login does.
    mutating func expectSelection(of mvpd: String?) {
        let isLogin = turn != .library || mvpd == nil || line.contains(where: \.joinsLogin)
        line.append(isLogin ? .selection : .answered(by: ["sendTrackingData", "setAuthenticationStatus"]))
    }

    /// Notes that the page under way was opened for the person.
    mutating func expectPerson() { isBrowsing = true }

    /// Notes that nobody waits for what comes of the system's dialog.
    mutating func forgetDialog() { joined = [] }

    /// Notes a callback.
    mutating func receive(_ name: String) {
        switch name {
        case "presentTvProviderDialog":
            turn = .dialog
            join()
        case "dismissTvProviderDialog": turn = .dismissed
        case "displayProviderDialog", "navigateToUrl", Self.code: passTurn(name)
        case "setAuthenticationStatus": endLogin()
        default: answer(name)
        }
    }

    /// The calls in the line join the login that waits for the person, up to one that ends it.
    private mutating func join() {
        let end = line.firstIndex(where: \.endsLogin) ?? line.endIndex
        joined += line[..<end].filter(\.joinsLogin)
        line = line[..<end].filter { !$0.joinsLogin } + line[end...]
    }

    private mutating func passTurn(_ name: String) {
        isPageOpen = name == "navigateToUrl"
        isBrowsing = false
        if isPageOpen, turn == .library, let oldest, line[oldest] == .logout {
            line.remove(at: oldest)
            return
        }
        if line.first == .selection, name != "displayProviderDialog" { line.removeFirst() }
        turn = .person
        join()
    }

    private mutating func endLogin() {
        // A check while a login waits is answered by itself.
        if turn != .dismissed, let oldest, case .answered(let names) = line[oldest],
            names.contains("setAuthenticationStatus") || names.contains("setToken")
        {
            return answer("setAuthenticationStatus")
        }
        // A logout ends the login first, and then has an end of its own.
        let isLogoutsOwn = line.first != .logout || joined.isEmpty
        if turn == .library || line.first?.endsLogin == true, isLogoutsOwn { answer("setAuthenticationStatus") }
        line.insert(contentsOf: joined.filter { $0 == .authorization }, at: 0)
        joined = []
        turn = .library
        isPageOpen = false
        isBrowsing = false
    }

    /// The oldest of the calls that are answered in order.
    private var oldest: Int? {
        line.firstIndex { !$0.isAnswered(by: "setRequestorComplete") && !$0.isAnswered(by: "onFailure") }
    }

    private mutating func answer(_ name: String) {
        // What may also be a part of another call's answer counts for the oldest of the calls in order only.
        let index = Self.shared.contains(name) ? oldest : line.firstIndex { $0.isAnswered(by: name) }
        if let index, line[index].isAnswered(by: name) { line.remove(at: index) }
    }
}

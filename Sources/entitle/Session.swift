import AccessEnabler
import Foundation

/// The app's side of the callbacks: prints each one and keeps it for `wait`.
///
/// `@unchecked Sendable` is sound because all variables are accessed only under `condition`.
final class Session: @unchecked Sendable {
    private let lines: UnreadLines
    private let condition = NSCondition()
    /// The number of callbacks received.
    private var count = 0
    /// The party whose turn is next, and the number of callbacks received until then.
    private var turn: (who: NextTurn, count: Int)?
    /// Whether a page was opened for the user, so that it makes sense to wait for it.
    private var isBrowsing = false
    /// Whether the outcome of the system's dialog is not waited for.
    private var ignoresDialog = false
    private var failed = false
    /// The page that was shown last.
    private var page: Page?
    private var listener: ReturnListener?

    init(output: Output) {
        lines = UnreadLines(output: output)
    }

    /// Whether a `wait` has timed out, or a call was not answered.
    var hasFailed: Bool { condition.withLock { failed } || lines.hasTimedOut }

    /// Records that a login is about to be requested.
    func expectLogin() { condition.withLock { ignoresDialog = false } }

    /// The page that was shown last.
    var shownPage: Page? { condition.withLock { page } }

    /// Records that a page was opened for the user, and keeps the listener that waits for its end.
    func expectUser(_ listener: ReturnListener? = nil) {
        condition.withLock {
            isBrowsing = true
            self.listener = listener
        }
    }

    /// Records that the browser has returned from the page and the library has been notified.
    func endBrowsing() {
        condition.withLock {
            isBrowsing = false
            condition.broadcast()
        }
    }

    /// Waits for a callback that no `wait` has consumed; returns false on timeout.
    func wait(for name: String, _ conditions: [String: String], seconds: Double) -> Bool {
        guard lines.wait(for: name, conditions, seconds: seconds) else { return false }
        // A script that waits for the system's dialog need not wait for its outcome.
        if name == "presentTvProviderDialog" { condition.withLock { ignoresDialog = true } }
        return true
    }

    enum Ending {
        /// All outstanding answers have arrived.
        case complete
        /// Some calls still wait for `setRequestor`.
        case withoutRequestor
        case timeout
    }

    /// Waits for the outstanding answers. While the system's dialog, a page that the library shows or a page opened by `browse`
    /// is open, it is the user's turn, without a time limit; all other answers have one.
    func finish(_ library: AccessEnabler, seconds: Double) -> Ending {
        while true {
            condition.withLock { turn = nil }
            library.whenServed { self.note($0) }
            guard let turn = nextTurn(until: Date(timeIntervalSinceNow: seconds)) else { return .timeout }
            switch turn {
            case .nobody: return .complete
            case .requestor:
                condition.withLock { failed = true }
                return .withoutRequestor
            case .systemDialog, .systemBrowser, .app: guard waitsForUser(turn) else { return .complete }
            }
        }
    }

    private func note(_ who: NextTurn) {
        condition.withLock {
            turn = (who, count)
            condition.broadcast()
        }
    }

    private func nextTurn(until deadline: Date) -> NextTurn? {
        condition.withLock {
            while turn == nil {
                guard condition.wait(until: deadline) else {
                    failed = true
                    return nil
                }
            }
            return turn?.who
        }
    }

    /// Waits for the user until the next callback or return from a page; returns false if nothing waits for the user.
    private func waitsForUser(_ who: NextTurn) -> Bool {
        condition.withLock {
            switch who {
            case .systemDialog where ignoresDialog: return false
            case .systemDialog, .systemBrowser: while count == turn?.count { condition.wait() }
            default:
                guard isBrowsing else { return false }
                while count == turn?.count, isBrowsing { condition.wait() }
            }
            return true
        }
    }

    private func receive(_ line: Line) {
        condition.lock()
        defer { condition.unlock() }
        count += 1
        let code = line.value(of: "regCode")
        if let code { page = .activation(of: code, at: line.value(of: "registrationURL")) }
        if line.name == "navigateToUrl" { page = line.value(of: "url").map(Page.navigation) }
        if code != nil || ["navigateToUrl", "displayProviderDialog"].contains(line.name) { isBrowsing = false }
        lines.add(line.name, line, members: line)
        condition.broadcast()
    }
}

extension Session: EntitlementDelegate, EntitlementStatus {
    private func receive(_ callback: String, _ members: KeyValuePairs<String, Any?>) {
        var line = Line("callback", callback)
        for (key, value) in members { line.add(key, value) }
        receive(line)
    }

    func setRequestorComplete(_ status: Int32) { receive("setRequestorComplete", ["status": status]) }

    func setAuthenticationStatus(_ status: Int32, errorCode code: String!) {
        receive("setAuthenticationStatus", ["status": status, "code": code])
    }

    func setToken(_ token: String!, forResource resource: String!) {
        receive("setToken", ["token": token, "resource": resource])
    }

    func tokenRequestFailed(_ resource: String!, errorCode code: String!, errorDescription description: String!) {
        receive("tokenRequestFailed", ["resource": resource, "code": code, "description": description])
    }

    func preauthorizedResources(_ resources: [Any]!) {
        receive("preauthorizedResources", ["resources": resources])
    }

    func selectedProvider(_ mvpd: MVPD!) {
        var line = Line("callback", "selectedProvider")
        line.add("mvpd", json: Self.json(mvpd))
        receive(line)
    }

    func displayProviderDialog(_ mvpds: [Any]!) {
        var line = Line("callback", "displayProviderDialog")
        let list = (mvpds ?? []).map { Self.json($0 as? MVPD) }
        line.add("mvpds", json: "[" + list.joined(separator: ",") + "]")
        receive(line)
    }

    func navigate(toUrl url: String!) { receive("navigateToUrl", ["url": url]) }

    func navigate(toUrl url: String!, useSVC: Bool) { receive("navigateToUrl", ["url": url, "useSVC": useSVC]) }

    func sendTrackingData(_ data: [Any]!, forEventType event: Int32) {
        receive("sendTrackingData", ["data": data, "event": event])
    }

    func setMetadataStatus(
        _ metadata: Any!, encrypted: Bool, forKey key: Int32, andArguments arguments: [AnyHashable: Any]!
    ) {
        receive(
            "setMetadataStatus", ["metadata": metadata, "encrypted": encrypted, "key": key, "arguments": arguments])
    }

    func presentTvProviderDialog(_ viewController: UIViewController!) { receive("presentTvProviderDialog", [:]) }

    func dismissTvProviderDialog(_ viewController: UIViewController!) { receive("dismissTvProviderDialog", [:]) }

    func status(_ statusDictionary: [AnyHashable: Any]!) {
        var line = Line("callback", "status")
        let entries = (statusDictionary ?? [:]).map { (key: "\($0.key)", value: $0.value) }
        let leading = ["errorId", "level", "message", "details", "resource", "regCode"]
        for key in leading {
            if let entry = entries.first(where: { $0.key == key }) { line.add(key, entry.value) }
        }
        for entry in entries.sorted(by: { $0.key < $1.key }) where !leading.contains(entry.key) {
            line.add(entry.key, entry.value)
        }
        receive(line)
    }

    /// Handles the response to one `preauthorize`.
    func preauthorize(_ name: String, _ response: PreauthorizeResponse) {
        let decisions = response.getDecisions().map { decision -> [String: Any] in
            var object: [String: Any] = ["id": decision.getId(), "authorized": decision.isAuthorized()]
            object["error"] = decision.getError().map(Self.object)
            return object
        }
        receive(name, ["status": response.getStatus().map(Self.object), "decisions": decisions])
    }

    private static func object(_ status: Status) -> [String: Any] {
        var object: [String: Any] = ["status": status.getStatus()]
        object["code"] = status.getCode()
        object["action"] = status.getAction()
        object["message"] = status.getMessage()
        object["details"] = status.getDetails()
        object["helpUrl"] = status.getHelpUrl()
        object["trace"] = status.getTrace()
        return object
    }

    private static func json(_ mvpd: MVPD?) -> String {
        guard let mvpd else { return "null" }
        var line = Line("ID", mvpd.id)
        line.add("displayName", mvpd.displayName)
        line.add("logoURL", mvpd.logoURL)
        line.add("enablePlatformServices", mvpd.enablePlatformServices)
        line.add("boardingStatus", mvpd.boardingStatus)
        return line.text
    }
}

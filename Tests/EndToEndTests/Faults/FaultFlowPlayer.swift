import DecisionTables
import ProjectTesting

/// An app and its user, who complete a flow despite every failure.
struct FaultFlowPlayer {
    /// What the app has received.
    private(set) var heard: [PrintedCallback] = []
    private let app: AppProcess
    private let isSecondScreen: Bool
    /// Whether the user has chosen in the app's dialog already.
    private var hasChosen = false
    /// Whether the user has logged in on a second screen, and waits for the app to notice.
    private var looksAtCode = false

    /// How long a user looks at a code after the login on the second screen before they give up: two polls of the library, and
    /// more.
    private static let patience = Duration.seconds(15)

    init(_ app: AppProcess, platform: DecisionRow.Platform) {
        self.app = app
        isSecondScreen = platform == .tvos
    }

    /// Plays a flow.
    ///
    /// - Throws: `DeadlinePassed` when a call is not answered.
    mutating func play(_ flow: FaultFlow) async throws {
        for call in flow.calls {
            try await app.send(call.command)
            // A provider that is chosen before the login is only stored; a pass starts at once.
            if call == .setSelectedProvider("GammaSat") { continue }
            try await wait(for: call)
        }
    }

    private mutating func wait(for call: Call) async throws {
        while true {
            guard let callback = try await next("the end of \(call)") else { continue }
            switch callback.name {
            case "displayProviderDialog":
                try await app.send("setSelectedProvider \(hasChosen ? "null" : "GammaSat")")
                hasChosen = true
            case "navigateToUrl": try await visit()
            case "status" where callback.text("regCode") != nil: try await visit()
            default: if Self.ends(callback.name, call) { return }
            }
        }
    }

    private static func ends(_ name: String, _ call: Call) -> Bool {
        switch call {
        case .setRequestor: name == "setRequestorComplete"
        case .getAuthorization: name == "setToken" || name == "tokenRequestFailed"
        case .checkPreauthorizedResources: name == "preauthorizedResources"
        case .preauthorize: name == "onResponse" || name == "onFailure"
        case .getUserMetadata: name == "setMetadataStatus"
        default: name == "setAuthenticationStatus"
        }
    }

    /// The user goes through the pages.
    private mutating func visit() async throws {
        try await app.send("login alice alice")
        looksAtCode = isSecondScreen
    }

    /// The next callback; nil if there was none, and the user has given up the login.
    private mutating func next(_ what: String) async throws -> PrintedCallback? {
        let isImpatient = looksAtCode
        looksAtCode = false
        let line: String?
        if isImpatient {
            line = try? await app.nextText(Self.patience)
        } else {
            line = try await app.nextText(defaultDeadline, what)
        }
        guard let line, line.hasPrefix(#"{"callback":"#) else {
            // Nothing arrived, or the pages did not complete.
            try await app.send(isSecondScreen ? "setSelectedProvider null" : "handleExternalURL \(DecisionRow.end)")
            return nil
        }
        let callback = try PrintedCallback(line: line)
        heard.append(callback)
        return callback
    }
}

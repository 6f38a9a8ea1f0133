import PickerModel

/// The panel: what it shows, as a function of what the device and the user have done. It has no clock, no bus and no window.
public struct Panel: Sendable {
    /// Whether the device is on the bus; nil until that is known.
    public private(set) var isConnected: Bool?
    /// Whether the bus has ended: the device can no longer be started.
    public private(set) var isSessionOver = false
    /// The page over the others.
    public internal(set) var subpage: Subpage?
    /// The apps that match the search, by name.
    public internal(set) var applicationRows: [ApplicationRow] = []
    /// The number of known apps.
    public var applicationCount: Int { device.applications.count }

    var device = Device()
    var now: Int64
    var search = SearchText.Query("")
    var draft = Draft()
    /// Whether the user waits for the list of providers.
    var choosesProvider = false
    let dateText: @Sendable (Int64) -> String

    /// A page over the others.
    public enum Subpage: Sendable, Equatable {
        /// An app.
        case application(String)
        /// The subscribers of a provider, to sign one in.
        case subscribers(String)
        /// A developer provider; nil for a new one.
        case developerProvider(String?)
    }

    /// Creates a panel that knows nothing yet.
    ///
    /// - Parameters:
    ///   - now: The machine's time, in Unix seconds.
    ///   - dateText: Returns a time in Unix seconds as text, in the user's language and time zone.
    public init(now: Int64, dateText: @escaping @Sendable (Int64) -> String) {
        self.now = now
        self.dateText = dateText
    }

    /// Handles an event.
    public mutating func handle(_ event: PanelEvent) -> [PanelEffect] {
        switch event {
        case .deviceAppeared:
            isConnected = true
            return Query.allCases.compactMap(effect)
        case .deviceVanished:
            forgetDevice()
            return []
        case .busClosed:
            isSessionOver = true
            forgetDevice()
            return []
        case .received(let query, let details): return received(query, details)
        case .failed(let message):
            choosesProvider = false
            return [.announce(DisplayText.line(message, limit: 200))]
        case .callFailed(let call, let message): return callFailed(call, message)
        case .commandFailed(let command, let message): return commandFailed(command, message)
        case .journalAdded(let details): return journalAdded(details)
        case .answersChanged: return [.answers, .status].compactMap(effect)
        case .used(let setting, let input): return used(setting, input)
        case .searched(let text):
            search = SearchText.Query(text)
            updateApplicationRows()
            return []
        case .answered(let question, let index): return answered(question.setting, index)
        case .providerChosen(let identifier):
            subpage = identifier.map { .subscribers($0) }
            return []
        case .fileChosen(let path, let isSaving):
            let command = ShellLine("snapshot", isSaving ? "save" : "load", path)
            return [.run(command, done: isSaving ? "Snapshot saved" : "Snapshot loaded")]
        case .left:
            subpage = nil
            return []
        case .copied(let command): return [.copy(command.description), .announce("Copied to the clipboard: \(command)")]
        case .ran(let command, let output): return ran(command, output)
        case .ticked(let time):
            now = time
            return []
        }
    }

    private mutating func forgetDevice() {
        isConnected = false
        device = Device()
        updateApplicationRows()
        subpage = nil
        draft.sentForm = nil
        choosesProvider = false
    }

    /// The current time of the device, in Unix seconds.
    var deviceTime: Int64 { device.clock?.seconds(machine: now) ?? now }

    /// Returns the name of an app, otherwise its identifier.
    func name(of application: String) -> String {
        device.application(application)?.name ?? DisplayText.line(application)
    }

    mutating func updateApplicationRows() {
        let all = device.applications.map(ApplicationRow.init)
        let found = search.isEmpty ? all : all.filter { SearchText([$0.name, $0.identifier]).matches(search) }
        applicationRows = found.sorted { ($0.name.lowercased(), $0.identifier) < ($1.name.lowercased(), $1.identifier) }
    }
}

/// A row of the list of apps.
public struct ApplicationRow: Sendable, Equatable {
    /// The app's identifier.
    public let identifier: String
    /// The name.
    public let name: String
    /// The replacement for an icon.
    public let initials: Initials
    /// The line below the name.
    public let subtitle: String
    /// Whether the app may read the account.
    public let access: Access

    init(_ application: Application) {
        identifier = application.identifier
        name = application.name
        initials = Initials(name: name, identifier: application.identifier)
        access = application.access
        let status = access == .notDetermined ? "Asks for access" : access == .restricted ? "Restricted" : nil
        subtitle = [name == application.identifier ? nil : application.identifier, status, application.identificationText]
            .compactMap { $0 }.joined(separator: " · ")
    }

    /// The line of `vsactl` that does the same as the row's switch.
    public var command: ShellLine {
        ShellLine("access", "set", values: [identifier, access == .granted ? "denied" : "granted"])
    }
}

/// The input that the user has not yet added or saved.
struct Draft: Sendable, Equatable {
    var prompt = 0
    /// The value of the answer; nil until the user chooses one.
    var answer: String?
    /// The identifier of the app that the answer is for; nil for all.
    var application: String?
    var faultPreset = 0
    var scenario = 0
    var scenarios: [String] = []
    var providerFields: [Setting.ProviderField: String] = [:]
    /// The form that was sent last.
    var sentForm: SentForm?
    var serviceStatus = "Not checked yet"
}

/// A form that has been sent, with what opens it again if the device rejects it.
struct SentForm: Sendable, Equatable {
    let subpage: Panel.Subpage
    let call: Call
}

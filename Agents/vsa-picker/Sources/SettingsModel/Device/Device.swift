import PickerModel

/// The keys of `Control`'s dictionaries.
typealias Key = ControlInterface.Key

/// The state of the device as far as the panel shows it. Nil values have not been received yet.
struct Device: Sendable, Equatable {
    var account: Account?
    var providers: [Provider] = []
    var applications: [Application] = []
    var developer: [String: BusValue] = [:]
    var answers: [QueuedAnswer] = []
    var faults: [Fault] = []
    var clock: Clock?
    var region = ""
    var unanswered = ""
    /// The time at which each app last called, in Unix seconds of the device's clock.
    var lastUse: [String: Int64] = [:]
    /// The entries of the opened app, newest first.
    var events: [JournalEntry] = []
    /// The sequence number of the newest known entry.
    var newestEntry: Int64?

    func provider(_ identifier: String) -> Provider? { providers.first { $0.identifier == identifier } }

    func application(_ identifier: String) -> Application? { applications.first { $0.identifier == identifier } }

    /// Returns the display name of a provider.
    func providerName(_ identifier: String) -> String { provider(identifier)?.name ?? DisplayText.line(identifier) }
}

/// The account: `GetAccount`.
struct Account: Sendable, Equatable {
    let provider: String
    let subscriber: String
    let signedInAt: Int64
    let expiresAt: Int64?
    /// Whether the device only remembers the provider.
    let isRemembered: Bool

    /// Creates an account; nil if there is none.
    init?(_ details: Details) throws(InvalidDetails) {
        guard let provider = try details.text(Key.accountProviderIdentifier) else { return nil }
        self.provider = provider
        subscriber = try details.text(Key.subscriber) ?? ""
        signedInAt = try details.integer(Key.signedInAt) ?? 0
        expiresAt = try details.integer(Key.authenticationExpirationDate)
        isRemembered = try details.flag(Key.remembered) ?? false
    }
}

/// A TV provider: an element of `ListProviders`.
struct Provider: Sendable, Equatable {
    let identifier: String
    let name: String
    /// The name as the device stores it.
    let storedName: String
    let isSupported: Bool
    let isInLineUp: Bool
    let subscribers: [String]
    let isDeveloper: Bool
    let url: String
    let schemes: [String]
    let requiresSystemTrust: Bool

    init(_ details: Details) throws(InvalidDetails) {
        identifier = try details.text(Key.providerIdentifier) ?? ""
        storedName = try details.text(Key.name) ?? ""
        let name = DisplayText.line(storedName)
        self.name = name.isEmpty ? DisplayText.line(identifier) : name
        isSupported = try details.text(Key.boardingStatus) == "SUPPORTED"
        isInLineUp = try details.flag(Key.lineUp) ?? false
        subscribers = try details.texts(Key.subscribers)
        isDeveloper = try details.flag(Key.developer) ?? false
        url = try details.text(Key.authenticationURL) ?? ""
        schemes = try details.texts(Key.supportedAuthenticationSchemes)
        requiresSystemTrust = try details.flag(Key.requiresSystemTrust) ?? false
    }
}

/// An app: an element of `ListApplications`.
struct Application: Sendable, Equatable {
    let identifier: String
    /// The display name, otherwise the identifier.
    let name: String
    var access: Access
    let identifiedBy: String
    let usageDescription: String

    init(_ details: Details) throws(InvalidDetails) {
        identifier = try details.text(Key.applicationID) ?? ""
        let shown = DisplayText.line(try details.text(Key.applicationName) ?? "")
        name = shown.isEmpty ? DisplayText.line(identifier) : shown
        access = Access(rawValue: try details.text(Key.accessStatus) ?? "") ?? .notDetermined
        identifiedBy = try details.text(Key.identifiedBy) ?? ""
        usageDescription = DisplayText.paragraph(try details.text(Key.usageDescription) ?? "")
    }

    /// The way in which the app was identified, as text.
    var identificationText: String {
        switch identifiedBy {
        case "flatpak": "Flatpak sandbox"
        case "systemd-scope": "systemd unit"
        case "registered": "Own registration"
        case "executable": "Name of the executable"
        default: "Has not called yet"
        }
    }
}

/// Whether an app may read the account.
public enum Access: String, Sendable, CaseIterable {
    /// The user has allowed it.
    case granted
    /// The user has not allowed it.
    case denied
    /// The user is prompted when the app requests access.
    case notDetermined = "not-determined"
    /// A restriction of the device forbids it.
    case restricted

    /// The value as it is shown.
    public var label: String {
        switch self {
        case .granted: "Allow"
        case .denied: "Don’t Allow"
        case .notDetermined: "Ask"
        case .restricted: "Restricted"
        }
    }
}

/// A queued answer: an element of `ListAnswers`.
struct QueuedAnswer: Sendable, Equatable {
    let number: UInt32
    let prompt: String
    let answer: String
    let application: String
    let provider: String
    let times: UInt32
    let used: UInt32

    init(_ details: Details) throws(InvalidDetails) {
        number = try details.number(Key.id) ?? 0
        prompt = try details.text(Key.prompt) ?? ""
        answer = DisplayText.line(try details.text(Key.answer) ?? "")
        application = DisplayText.line(try details.text(Key.applicationID) ?? "")
        provider = DisplayText.line(try details.text(Key.provider) ?? "")
        times = try details.number(Key.times) ?? 1
        used = try details.number(Key.used) ?? 0
    }
}

/// A fault: an element of `ListFaults`.
struct Fault: Sendable, Equatable {
    let name: String
    let point: String
    let effect: String
    let seen: UInt32
    let struck: UInt32

    init(_ details: Details) throws(InvalidDetails) {
        name = try details.text(Key.id) ?? ""
        point = try details.text(Key.at) ?? ""
        seen = try details.number(Key.seen) ?? 0
        struck = try details.number(Key.struck) ?? 0
        var parts: [String] = []
        if let error = try details.text(Key.error) { parts.append("error \(error)") }
        if let saml = try details.text(Key.saml) { parts.append("SAML response \(saml)") }
        if try details.flag(Key.hang) ?? false { parts.append("hangs") }
        if try details.flag(Key.disconnect) ?? false { parts.append("disconnects") }
        if let delay = try details.integer(Key.delay), delay > 0 { parts.append("delay of \(delay) ms") }
        effect = parts.joined(separator: ", ")
    }
}

/// The device's clock: `GetClock`.
struct Clock: Sendable, Equatable {
    private(set) var mode: String
    /// The time that it shows, in Unix milliseconds.
    private var time: Int64
    /// The difference to the machine's time, in milliseconds.
    private var offset: Int64

    init(_ details: Details) throws(InvalidDetails) {
        mode = try details.text(Key.mode) ?? "real"
        time = try details.integer(Key.time) ?? 0
        offset = try details.integer(Key.offset) ?? 0
    }

    /// Returns the time that it shows, in Unix seconds, at a time of the machine.
    func seconds(machine: Int64) -> Int64 { isFrozen ? time / 1000 : machine + offset / 1000 }

    /// Whether its time does not pass.
    var isFrozen: Bool { mode == "frozen" }

    /// Stops or resumes it, with the time that it shows at a time of the machine, in Unix seconds.
    mutating func setFrozen(_ isFrozen: Bool, machine: Int64) {
        // The device may have sent any number, and its next answer replaces these.
        time = seconds(machine: machine) &* 1000
        offset = time &- machine &* 1000
        mode = isFrozen ? "frozen" : "offset"
    }
}

/// An entry of the journal.
struct JournalEntry: Sendable, Equatable {
    let sequence: Int64
    let time: Int64
    let event: String
    let application: String
    let details: String

    init(_ details: Details) throws(InvalidDetails) {
        sequence = try details.integer(Key.sequence) ?? 0
        time = try details.integer(Key.time) ?? 0
        event = DisplayText.line(try details.text(Key.event) ?? "")
        application = try details.text(Key.applicationID) ?? ""
        guard case .details(let values) = details.values[Key.details] else {
            self.details = ""
            return
        }
        self.details = DisplayText.line(
            values.values.sorted { $0.key < $1.key }.compactMap { key, value in value.text.map { "\(key)=\($0)" } }
                .joined(separator: " "), limit: 200)
    }
}

extension BusValue {
    /// A simple value as text.
    var text: String? {
        switch self {
        case .text(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .number(let number): "\(number)"
        case .integer(let number): "\(number)"
        case .texts, .details, .other: nil
        }
    }
}

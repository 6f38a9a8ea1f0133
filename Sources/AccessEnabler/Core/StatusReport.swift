/// An advanced status: what `EntitlementStatus.status(_:)` gets as a dictionary.
struct StatusReport: Sendable, Equatable {
    /// The code, `errorId` in the dictionary.
    let errorID: String
    /// `error`, `warning`, `info`, `success`
    let level: String
    /// Text for people.
    var message: String?
    /// The error of the system account, in full.
    var details: String?
    /// The resource that it is about.
    var resource: String?
    /// The registration code that the user enters on a second screen; also the message.
    private(set) var regCode: String?
    /// The page on which the user enters it: the simulator's own entry.
    private(set) var registrationURL: String?

    init(_ errorID: String, message: String? = nil, details: String? = nil, resource: String? = nil) {
        self.errorID = errorID
        self.message = message.flatMap { $0.isEmpty ? nil : $0 }
        self.details = details
        self.resource = resource
        level =
            switch errorID {
            case "VSA203", "VSA403", "VSA404", "VSA503", "N000", "N001", "N003", "N004", "N005", "N011", "Z011": "info"
            case "SEC412", "CFG100", "N010", "N111", "Z010": "warning"
            case "REGCODE": "success"
            default: "error"
            }
    }

    /// SEC412: the storage or the service finds that a login is another device's.
    static let otherDevice = StatusReport("SEC412", message: "The login belongs to another device.")

    /// VSA203: also right for an account that has been signed out already, which a logout does not ask about.
    static let signedInAtSystem = StatusReport(
        "VSA203",
        message: "The login came from the system's TV provider account. As long as a user is signed in there, the app logs in "
            + "again by itself; sign out in Settings to prevent that.")

    /// REGCODE with its code.
    init(_ code: RegistrationCode) {
        self.init("REGCODE", message: code.code)
        regCode = code.code
        registrationURL = code.registrationURL
    }

    /// The dictionary's entries.
    var entries: [String: String] {
        var entries = ["errorId": errorID, "level": level]
        entries["message"] = message
        entries["details"] = details
        entries["resource"] = resource
        entries["regCode"] = regCode
        entries["registrationURL"] = registrationURL
        return entries
    }
}

extension [StatusReport] {
    /// SEC412, if it is among them: said in whichever call finds it out, also where nothing else is.
    var aboutOtherDevice: [StatusReport] { filter { $0.errorID == StatusReport.otherDevice.errorID } }
}

extension EntitlementMachine {
    /// Raises advanced statuses.
    mutating func raise(_ statuses: [StatusReport], to tickets: [Ticket]? = nil) {
        for status in statuses { callBack(.status(status), to: tickets) }
    }
}

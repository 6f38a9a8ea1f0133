/// An advanced status, which `EntitlementStatus.status(_:)` receives as a dictionary.
struct StatusReport: Error, Equatable {
    /// The code, `errorId` in the dictionary.
    let errorID: String
    /// A human-readable message.
    var message: String?
    /// The complete error of the system account.
    var details: String?
    /// The resource, if the status concerns one.
    var resource: String?
    /// The registration code that the user enters on a second screen, which is also the message.
    private(set) var regCode: String?
    /// The page on which the user enters it: an entry that only the simulator adds.
    private(set) var registrationURL: String?

    init(_ code: StatusCode, message: String? = nil, details: String? = nil, resource: String? = nil) {
        self.init(errorID: code.rawValue, message: message, details: details, resource: resource)
    }

    /// Creates a status with a code that the service may have named.
    init(errorID: String, message: String? = nil, details: String? = nil, resource: String? = nil) {
        self.errorID = errorID
        self.message = message.flatMap { $0.isEmpty ? nil : $0 }
        self.details = details
        self.resource = resource
    }

    /// SEC412: according to the storage or the service, a login belongs to another device.
    static let otherDevice = StatusReport(.sec412, message: "The login belongs to another device.")

    /// VSA203: also raised for an account that has already been signed out, which a logout does not check.
    static let signedInAtSystem = StatusReport(
        .vsa203,
        message: "The login came from the system's TV provider account. As long as a user is signed in there, the app logs in "
            + "again by itself; sign out in Settings to prevent that.")

    /// Creates REGCODE with its code.
    init(_ code: RegistrationCode) {
        self.init(.registrationCode, message: code.code)
        regCode = code.code
        registrationURL = code.registrationURL
    }

    /// `error`, `warning`, `info`, `success`
    var level: String {
        switch StatusCode(rawValue: errorID) {
        case .vsa203, .vsa403, .vsa404, .vsa503, .n000, .n001, .n003, .n004, .n005, .n011, .z011: "info"
        case .sec412, .cfg100, .n010, .n111, .z010: "warning"
        case .registrationCode: "success"
        default: "error"
        }
    }

    /// The entries of the dictionary.
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
    /// Returns the statuses, or another one if there is none.
    func or(_ other: StatusReport) -> [StatusReport] { isEmpty ? [other] : self }

    /// SEC412, if it is among them: reported in any call that detects it, even one that reports nothing else.
    var aboutOtherDevice: [StatusReport] { filter { $0.errorID == StatusReport.otherDevice.errorID } }
}

/// The advanced codes that the library raises itself. The service can name others for an authorization.
enum StatusCode: String, Sendable, CaseIterable {
    case appl = "APPL"
    case applError = "APPL_ERROR"
    case cfg100 = "CFG100"
    case cfg400 = "CFG400"
    case cfg404 = "CFG404"
    case n000 = "N000"
    case n001 = "N001"
    case n003 = "N003"
    case n004 = "N004"
    case n005 = "N005"
    case n010 = "N010"
    case n011 = "N011"
    case n111 = "N111"
    case n130 = "N130"
    case n500 = "N500"
    case p100 = "P100"
    case r400 = "R400"
    case r401 = "R401"
    case reg500 = "REG500"
    case registrationCode = "REGCODE"
    case sec403 = "SEC403"
    case sec412 = "SEC412"
    case sec420 = "SEC420"
    case vsa203 = "VSA203"
    case vsa403 = "VSA403"
    case vsa404 = "VSA404"
    case vsa503 = "VSA503"
    case z010 = "Z010"
    case z011 = "Z011"
    case z100 = "Z100"
    case z110 = "Z110"
    case z120 = "Z120"
    case z130 = "Z130"
    case z169 = "Z169"
    case z500 = "Z500"
    case internalError = "500"

    /// Returns the code for a configuration request that the service answers with 429 or 5xx.
    static func configuration(_ status: Int) -> String { "CFG\(status)" }
}

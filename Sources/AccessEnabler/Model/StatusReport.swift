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

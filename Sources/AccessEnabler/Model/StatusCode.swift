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

    /// Returns the level of a code, including one that the service names.
    static func level(of errorID: String) -> String {
        switch StatusCode(rawValue: errorID) {
        case .vsa203, .vsa403, .vsa404, .vsa503, .n000, .n001, .n003, .n004, .n005, .n011, .z011: "info"
        case .sec412, .cfg100, .n010, .n111, .z010: "warning"
        case .registrationCode: "success"
        default: "error"
        }
    }
}

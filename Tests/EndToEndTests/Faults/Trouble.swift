import TVWorld

/// A fault at a point, as `vsactl fault add` takes it.
struct Trouble: Sendable, CustomStringConvertible {
    let point: FaultPoint
    /// What goes wrong: `--status 503`.
    let options: [String]

    var description: String { ([point.rawValue] + options).joined(separator: " ") }

    /// The kind: `--status`.
    var kind: String { options[0] }

    /// All kinds.
    static let kinds = ["--error", "--delay", "--hang", "--disconnect", "--status", "--saml"]

    /// Every kind of fault at every point.
    static let all: [Trouble] = FaultPoint.allCases.flatMap { point in
        kinds(at: point).map { Trouble(point: point, options: $0) }
    }

    private static func kinds(at point: FaultPoint) -> [[String]] {
        var kinds = [["--error", error(at: point)], ["--delay", "200ms", "--jitter", "100ms"], ["--hang"], ["--disconnect"]]
        if point.side == .service { kinds += [["--status", "503"], ["--status", "404"]] }
        if point.makesSAML { kinds += SAMLFault.allCases.map { ["--saml", $0.rawValue] } }
        return kinds
    }

    private static func error(at point: FaultPoint) -> String {
        switch point {
        case .registration, .accessToken: "invalid_request"
        default: point.side == .device ? "ServiceTemporarilyUnavailable" : "internal_error"
        }
    }
}

import TVWorld

/// A fault at a point.
struct Trouble: Sendable, Hashable, CustomStringConvertible {
    let point: FaultPoint
    let effect: Effect

    /// The kind of fault.
    enum Effect: Sendable, Hashable {
        case error(String)
        case delay
        case hang
        case disconnect
        case status(Int)
        case saml(SAMLFault)
    }

    /// The effects without their details.
    enum Kind: CaseIterable, Sendable {
        case error, delay, hang, disconnect, status, saml
    }

    /// The length of a delay, and its maximum excess, in milliseconds.
    static let delay: (least: Int64, jitter: Int64) = (200, 100)

    var description: String { "\(effect) at \(point.rawValue)" }

    var kind: Kind {
        switch effect {
        case .error: .error
        case .delay: .delay
        case .hang: .hang
        case .disconnect: .disconnect
        case .status: .status
        case .saml: .saml
        }
    }

    /// Every kind of fault at every point.
    static let all: [Trouble] = FaultPoint.allCases.flatMap { point in
        effects(at: point).map { Trouble(point: point, effect: $0) }
    }

    /// The error at a point.
    static func error(at point: FaultPoint) -> Trouble {
        let name =
            switch point {
            case .registration, .accessToken: "invalid_request"
            default: point.side == .device ? "ServiceTemporarilyUnavailable" : "internal_error"
            }
        return Trouble(point: point, effect: .error(name))
    }

    private static func effects(at point: FaultPoint) -> [Effect] {
        var effects = [error(at: point).effect, .delay, .hang, .disconnect]
        if point.side == .service { effects += [.status(503), .status(404)] }
        if point.makesSAML { effects += SAMLFault.allCases.map(Effect.saml) }
        return effects
    }
}

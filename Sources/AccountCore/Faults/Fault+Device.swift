import TVWorld

extension InvalidInput {
    /// Creates the error for a fault that the device does not accept; the field has its name on the bus.
    public init(_ problem: FaultProblem) {
        switch problem {
        case .point(let text):
            self.init(.at, "\(text) is a point of the service (entitlementd), which manages its own faults")
        case .name: self.init(.id, "must be \(TextRule.faultName.accepted)")
        case .application(let text): self = ApplicationID.refusal(of: text, field: FaultField.applicationId.busKey)
        case .unknownError(let name, let point): self = Self.unknown(.error, name, known: point.errors)
        case .unknownSAML(let name): self = Self.unknown(.saml, name, known: SAMLFault.allCases.map(\.rawValue))
        case .misplacedSAML: self.init(.saml, "is accepted only at \(FaultPoint.deviceSAML.rawValue)")
        case .misplacedStatus: self.init(.status, "is accepted only at points of the service, which speaks HTTP")
        case .misplacedBandwidth:
            self.init(.bandwidth, "is accepted only at points of the service, which speaks HTTP")
        case .severalEffects(let fields):
            let keys = fields.map(\.rawValue).joined(separator: " and ")
            self.init(fields[1], "a fault has one effect, but this one has \(keys); add a fault for each")
        case .outOfRange(let field): self.init(field, "must be \(field.range.inWords) \(Self.unit(of: field))")
        case .noEffect: self.init(.error, "or one of saml, hang, disconnect, delay and jitter must be given")
        case .duplicate(let id): self.init(.id, "another fault is called \(id)")
        case .full(let limit): self.init(.at, "there can be at most \(limit) faults")
        }
    }

    private init(_ field: FaultField, _ message: String) { self.init(field: field.busKey, message: message) }

    private static func unknown(_ field: FaultField, _ name: String, known: [String]) -> InvalidInput {
        let hint = NearestName.find(name, in: known).map { "; did you mean \($0)?" } ?? ""
        return InvalidInput(field, "must be one of \(known.joined(separator: ", "))\(hint)")
    }

    private static func unit(of field: FaultField) -> String {
        switch field {
        case .delay, .jitter: "milliseconds (a day)"
        case .from, .duration: "seconds (a hundred years)"
        case .percent: "percent"
        default: "calls"
        }
    }
}

extension FaultTable.Strike {
    /// Returns the journal details of the effect.
    public func details(at point: FaultPoint) -> [JournalDetail] {
        var details = [
            JournalDetail("fault", id), JournalDetail("point", point.rawValue), JournalDetail("effect", effect.journalText),
        ]
        if delay > 0 { details.append(JournalDetail("delay", .number(delay))) }
        return details
    }
}

extension PromptKind {
    /// The fault point of this kind of prompt; nil if it has none.
    public var faultPoint: FaultPoint? {
        switch self {
        case .access: .accessPrompt
        case .picker: .picker
        case .signIn: .signIn
        case .autoSignIn: nil
        }
    }
}

extension RequestKind {
    /// The fault point of this kind of request.
    public var faultPoint: FaultPoint {
        switch self {
        case .access: .access
        case .metadata: .metadata
        case .autoSignIn: .userAccounts
        }
    }
}

extension VSError {
    /// Returns the error that a fault causes, with the same information as the device's own error, except a provider's response:
    /// the call fails before a provider has responded.
    public static func struck(by fault: String, _ code: VSErrorCode, in state: DeviceState) -> VSError {
        var error = VSError(code, "the fault \(fault) makes the call fail")
        switch code {
        case .accessNotGranted:
            error.accessStatus = .denied
            error.underlyingCode = .accessDenied
        case .unsupportedProvider: error.unsupportedProviderIdentifier = state.account?.provider
        case .unsupported: error.accessStatus = .notDetermined
        default: break
        }
        return error
    }

    /// Returns the error for a provider that ended the connection in the middle of its answer.
    public static func providerGone(_ provider: Provider) -> VSError {
        VSError(.serviceTemporarilyUnavailable, "\(provider.id) ended the connection before its answer was complete")
    }

    /// Returns the error for a provider whose response is empty.
    public static func emptyResponse(of provider: Provider) -> VSError {
        VSError(
            .serviceTemporarilyUnavailable, "\(provider.id) returned an empty response", underlyingCode: .unexpectedData)
    }
}

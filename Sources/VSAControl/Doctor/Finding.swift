/// What one check of `vsactl doctor` found.
struct Finding: Sendable, Equatable {
    /// How bad it is.
    enum Level: String, Sendable {
        /// As it should be.
        case fine
        /// Perhaps meant so, but it surprises those who do not know: a clock that was moved, a fault in force.
        case remark
        /// Nothing, or not everything, works.
        case problem
    }

    /// What was looked at: a word that scripts can rely on.
    enum Check: String, Sendable, CaseIterable {
        case bus
        case device
        case version
        case otherDevices = "other-devices"
        case stateFolder = "state-folder"
        case keys
        case providers
        case prompts
        case runtimeFolder = "runtime-folder"
        case service
        case trust
        case clock
        case faults
        case statement
    }

    var check: Check
    var level: Level
    /// What is the case.
    var message: String
    /// What to do about it; nil when all is fine.
    var cure: String?

    static func fine(_ check: Check, _ message: String) -> Finding {
        Finding(check: check, level: .fine, message: message, cure: nil)
    }

    static func remark(_ check: Check, _ message: String, cure: String) -> Finding {
        Finding(check: check, level: .remark, message: message, cure: cure)
    }

    static func problem(_ check: Check, _ message: String, cure: String) -> Finding {
        Finding(check: check, level: .problem, message: message, cure: cure)
    }

    /// A call failed that a check needs.
    static func problem(_ check: Check, _ failure: Failure) -> Finding {
        .problem(check, failure.message, cure: failure.advice ?? "Look into the log of the daemon.")
    }

    var json: JSON {
        .members([
            "check": .string(check.rawValue), "level": .string(level.rawValue), "message": .string(message),
            "cure": .optional(cure),
        ])
    }
}

import TVWorld

/// The result of one check of `vsactl doctor`; also the error for one that could not be performed.
struct Finding: Error, Equatable, JSONConvertible {
    enum Level: String, Sendable {
        /// Nothing is wrong.
        case fine
        /// It may be intended but can be surprising: a clock that was changed, an active fault.
        case remark
        /// Something does not work.
        case problem
    }

    /// The checked part: an identifier that scripts can rely on.
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
    var message: String
    /// The remedy; nil if nothing is wrong.
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
}

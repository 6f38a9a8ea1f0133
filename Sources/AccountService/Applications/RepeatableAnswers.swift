import AccountCore
import DBus
import TVWorld

/// The values on which an app's answer depends besides the call. With an equal basis, the same call has the same answer, unless
/// the answer depends on the time.
struct AnswerBasis: Sendable, Equatable {
    /// The number of the device's state: access, account, world, developer settings.
    var device: UInt64
    /// The number of changes of the callers: identification, registration, departure.
    var callers: UInt64
    /// The setting of the clock.
    var clock: ClockSetting
}

/// Answers that the connection repeats without calling a handler, and the journal entries for these calls.
///
/// Nothing is repeated while there is a fault, because a fault can affect every call and counts the calls. Answers with a
/// signature, errors, and everything that depends on the time are never passed to this class.
final class RepeatableAnswers: Sendable {
    private let device: Device
    private let callers: Callers
    private let faults: Faults
    private let clock: AdjustableClock
    private let journal: Journal

    init(device: Device, callers: Callers, faults: Faults, clock: AdjustableClock, journal: Journal) {
        self.device = device
        self.callers = callers
        self.faults = faults
        self.clock = clock
        self.journal = journal
    }

    /// The current basis; nil while nothing is repeated. Must be read before anything on which an answer depends.
    var basis: AnswerBasis? {
        if faults.areInForce { return nil }
        return AnswerBasis(device: device.stateNumber, callers: callers.changeNumber, clock: clock.setting)
    }

    /// Records a call, and returns its answer.
    ///
    /// - Parameter basis: The basis of the answer; nil if it must not be repeated.
    func answer(_ result: any BusValueConvertible, recording record: JournalRecord, on basis: AnswerBasis?) -> MethodAnswer {
        journal.record(record)
        // A call with its own correlation identifier will not be repeated.
        guard let basis, record.correlation.isEmpty else { return .now([result]) }
        return .repeatable([result]) { [self] in
            guard basis == self.basis else { return false }
            journal.record(record)
            return true
        }
    }
}

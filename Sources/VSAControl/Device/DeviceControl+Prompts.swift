import DBus
import DeviceInterfaces
import TVWorld

/// Requests, their prompts, and the sources of answers.
extension DeviceControl {
    /// Returns the queued answers, oldest first.
    func answers() async throws -> [AnswerRecord] {
        try await records(ControlInterface.Member.listAnswers) { try AnswerRecord($0) }
    }

    /// Queues an answer.
    ///
    /// - Returns: The answer with its number, and whether it is queued; a waiting prompt may have used it immediately.
    func queueAnswer(_ answer: AnswerRecord) async throws -> (answer: AnswerRecord, isWaiting: Bool) {
        let id = try await self.answer(ControlInterface.Member.queueAnswer, [answer.details], as: UInt32.self)
        if let waiting = try await answers().first(where: { $0.id == id }) { return (waiting, true) }
        var used = answer
        used.id = id
        used.used = 1
        return (used, false)
    }

    func clearAnswers() async throws {
        _ = try await call(ControlInterface.Member.clearAnswers)
        let left = try await answers()
        try Failure.require(left.isEmpty, "\(counted(left.count, "answer")) still queued")
    }

    func setUnanswered(_ policy: UnansweredPolicy) async throws {
        _ = try await call(ControlInterface.Member.setUnanswered, [policy.rawValue])
        let read = try await status().unanswered
        try Failure.require(read == policy.rawValue, "unanswered prompts: \(read ?? "unknown"), not \(policy.rawValue)")
    }

    /// Returns the registered agents, newest first.
    func agents() async throws -> [AgentRecord] {
        try await records(ControlInterface.Member.listAgents) { try AgentRecord($0) }
    }

    func requests() async throws -> [RequestRecord] {
        try await records(ControlInterface.Member.listRequests) { try RequestRecord($0) }
    }
}

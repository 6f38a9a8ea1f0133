import DBus
import Synchronization
import TVWorld

/// Receives the device's prompts, which are answered one after the other, in order of arrival.
final class AgentQueue: Sendable {
    private typealias Work = Task<PromptAnswer, any Error>

    private struct State {
        /// The prompts without an answer, in order of arrival.
        var open: [Work] = []
        var answered: UInt32 = 0
        var isClosed = false
    }

    private let answerer: any Answerer
    /// The number of prompts to answer; nil: all.
    private let times: UInt32?
    private let report: @Sendable (AgentEvent) -> Void
    private let end: @Sendable (AgentSession.End) -> Void
    private let state = Mutex(State())

    init(
        _ answerer: any Answerer, times: UInt32?, report: @escaping @Sendable (AgentEvent) -> Void,
        end: @escaping @Sendable (AgentSession.End) -> Void
    ) {
        self.answerer = answerer
        self.times = times
        self.report = report
        self.end = end
    }

    /// Accepts a prompt, on the bus thread: a withdrawal that follows must find it.
    ///
    /// - Returns: A closure that waits for the answer.
    func take(_ question: AgentQuestion) throws -> @Sendable () async throws -> PromptAnswer {
        let work = try state.withLock { state in
            guard !state.isClosed else { throw Self.refusal("the agent is exiting") }
            let before = state.open.last
            let work = Work { [answerer, report] in
                _ = await before?.result
                try Task.checkCancellation()
                report(.opened(question))
                return try await answerer.answer(question)
            }
            state.open.append(work)
            return work
        }
        return { [self] in try await finish(work, question) }
    }

    /// Withdraws the prompts that the device has opened so far.
    func withdraw() {
        state.withLock { state in
            for work in state.open { work.cancel() }
        }
    }

    /// Accepts no more prompts and cancels the open ones.
    func close() {
        state.withLock { $0.isClosed = true }
        withdraw()
    }

    private func finish(_ work: Work, _ question: AgentQuestion) async throws -> PromptAnswer {
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
        state.withLock { state in state.open.removeAll { $0 == work } }
        switch result {
        case .success(let answer):
            report(.answered(question, answer))
            let isExhausted = await answerer.isExhausted
            let isLast = state.withLock { state in
                state.answered += 1
                if isExhausted || state.answered == times { state.isClosed = true }
                return state.isClosed
            }
            if isLast { end(isExhausted ? .inputEnded : .finished) }
            return answer
        case .failure(let reason as NoAnswer):
            report(.unanswered(question, reason: reason.reason))
            if reason.isFinal { end(.promptLeftOpen) }
            throw Self.refusal(reason.reason)
        case .failure:
            if state.withLock(\.isClosed) {
                report(.unanswered(question, reason: "the agent is exiting"))
                throw Self.refusal("the agent is exiting")
            }
            report(.withdrawn(question))
            throw Self.refusal("the prompt was withdrawn")
        }
    }

    private static func refusal(_ reason: String) -> ErrorReply {
        ErrorReply("org.freedesktop.DBus.Error.NotSupported", message: reason)
    }
}

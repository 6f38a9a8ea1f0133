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

    private let session: AgentSession
    private let ending: AgentSession.Ending
    private let state = Mutex(State())

    init(_ session: AgentSession, _ ending: AgentSession.Ending) {
        self.session = session
        self.ending = ending
    }

    /// Accepts a prompt, on the bus thread: a withdrawal that follows must find it.
    ///
    /// - Returns: A closure that waits for the answer.
    func take(_ question: AgentQuestion) throws -> @Sendable () async throws -> PromptAnswer {
        let work = try state.withLock { state in
            guard !state.isClosed else { throw Self.refusal("the agent is exiting") }
            let before = state.open.last
            let work = Work { [session] in
                _ = await before?.result
                try Task.checkCancellation()
                session.report(.opened(question))
                return try await session.answerer.answer(question)
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
            session.report(.answered(question, answer))
            let isExhausted = await session.answerer.isExhausted
            let isLast = state.withLock { state in
                state.answered += 1
                if isExhausted || state.answered == session.times { state.isClosed = true }
                return state.isClosed
            }
            if isLast { ending.end(isExhausted ? .inputEnded : .finished) }
            return answer
        case .failure(let reason as NoAnswer):
            session.report(.unanswered(question, reason: reason.reason))
            if reason.isFinal { ending.end(.promptLeftOpen) }
            throw Self.refusal(reason.reason)
        case .failure:
            if state.withLock(\.isClosed) {
                session.report(.unanswered(question, reason: "the agent is exiting"))
                throw Self.refusal("the agent is exiting")
            }
            session.report(.withdrawn(question))
            throw Self.refusal("the prompt was withdrawn")
        }
    }

    private static func refusal(_ reason: String) -> ErrorReply {
        ErrorReply("org.freedesktop.DBus.Error.NotSupported", message: reason)
    }
}

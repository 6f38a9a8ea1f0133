import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Member = ControlInterface.Member

/// The members of `Control` for prompts: who answers them, and which are open.
struct PromptControl: Sendable {
    let driver: RequestDriver
    let agents: AgentPrompts

    /// The handlers, by method.
    var handlers: [MemberName: Handler] {
        [
            Member.queueAnswer: .ordered(queueAnswer), Member.listAnswers: .ordered(listAnswers),
            Member.clearAnswers: .ordered(clearAnswers),
            Member.setUnanswered: .ordered(setUnanswered), Member.listAgents: .ordered(listAgents),
            Member.listRequests: .ordered(listRequests),
        ]
    }

    @Sendable private func queueAnswer(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [try await driver.queue(ScriptedAnswer(invocation.decode(Details.self)))]
    }

    @Sendable private func listAnswers(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [await driver.answers.map(\.details)]
    }

    @Sendable private func clearAnswers(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        await driver.clearAnswers()
        return []
    }

    @Sendable private func setUnanswered(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        let text = try invocation.decode(String.self)
        guard let policy = UnansweredPolicy(rawValue: text) else {
            throw InvalidInput(
                field: "policy",
                message: "must be one of \(UnansweredPolicy.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        await driver.setUnanswered(policy)
        return []
    }

    @Sendable private func listAgents(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        var list = await agents.summaries.map { $0.agent.details(prompts: $0.prompts) }
        if let picker = await Agent.runningPicker(on: invocation.connection) {
            list.append(picker.details(prompts: await agents.count(of: .activated)))
        }
        return [list]
    }

    @Sendable private func listRequests(_ invocation: Invocation) async throws -> [any ValueConvertible] {
        [await driver.summaries.map(\.details)]
    }
}

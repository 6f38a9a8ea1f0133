import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Member = ControlInterface.Member

/// The members of `Control` for prompts: who answers them, and which are open.
struct PromptControl: Sendable {
    let driver: RequestDriver
    let agents: AgentPrompts

    var methods: [MemberName: MethodHandler] {
        [
            Member.queueAnswer: .returning { call in
                let id = try await driver.queue(ScriptedAnswer(call.decode(VariantDictionary.self)))
                await announce(on: call.connection)
                return id
            },
            Member.listAnswers: .returning { _ in await driver.answers.map(\.details) },
            Member.clearAnswers: .performing { call in
                await driver.clearAnswers()
                await announce(on: call.connection)
            },
            Member.setUnanswered: .performing { call in
                await driver.setUnanswered(try UnansweredPolicy(call.decode(String.self), field: "policy"))
                await announce(on: call.connection)
            },
            Member.listAgents: .returning { call in
                var list = await agents.summaries.map { $0.agent.details(prompts: $0.prompts) }
                if let picker = await Agent.runningPicker(on: call.connection) {
                    list.append(picker.details(prompts: await agents.count(of: .activated)))
                }
                return list
            },
            Member.listRequests: .returning { _ in await driver.summaries.map(\.details) },
        ]
    }

    private func announce(on connection: Connection) async { await driver.services.notifier.publishAnswers(on: connection) }
}

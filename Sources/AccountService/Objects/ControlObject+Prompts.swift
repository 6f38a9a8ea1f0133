import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// The members for prompts: who answers them, and which are open.
extension ControlObject {
    var promptMethods: [MemberName: MethodHandler] {
        [
            Member.queueAnswer: .returning { call in
                let id = try await driver.queue(ScriptedAnswer(call.decode(VariantDictionary.self)))
                await services.notifier.publishAnswers(on: call.connection)
                return id
            },
            Member.listAnswers: .returning { _ in await driver.answers.map(\.details) },
            Member.clearAnswers: .performing { call in
                await driver.clearAnswers()
                await services.notifier.publishAnswers(on: call.connection)
            },
            Member.setUnanswered: .performing { call in
                await driver.setUnanswered(try UnansweredPolicy(call.decode(String.self), field: "policy"))
                await services.notifier.publishAnswers(on: call.connection)
            },
            Member.listAgents: .returning { call in
                var list = await prompts.summaries.map { $0.agent.details(prompts: $0.prompts) }
                if let picker = await Agent.runningPicker(on: call.connection) {
                    list.append(picker.details(prompts: await prompts.count(of: .activated)))
                }
                return list
            },
            Member.listRequests: .returning { _ in await driver.summaries.map(\.details) },
        ]
    }
}

import TVWorld
import Testing

@testable import VSAControl

/// Snapshots of the output of the commands about prompts.
@Suite("reports about prompts")
struct PromptReportTests {
    private let plain = Style(isColoured: false)

    @Test("answer list and answer KIND VALUE")
    func answers() {
        let sign = AnswerRecord(id: 3, prompt: .signIn, answer: "alice", provider: "alpha.example", delay: 1_500)
        let access = AnswerRecord(
            id: 12, prompt: .access, answer: "granted", application: "com.example.player", times: 0, used: 2)
        #expect(
            Report.answers([sign, access]).text(plain) == """
                NUMBER  PROMPT   ANSWER   APP                 PROVIDER       DELAY   TIMES   USED
                3       sign-in  alice    any                 alpha.example  1500ms  1       0
                12      access   granted  com.example.player                 0s      always  2
                """)
        #expect(
            Report.answer(sign, isWaiting: true).document.serialized
                == #"{"schema":1,"answer":{"id":3,"prompt":"sign-in","answer":"alice","application":null,"#
                + #""provider":"alpha.example","delay":1500,"times":1,"used":0},"waiting":true}"#)
        #expect(
            Report.answer(sign, isWaiting: false).text(plain)
                == "answer 3 was used at once, for a waiting prompt")
        #expect(Report.answers([]).document.serialized == #"{"schema":1,"answers":[]}"#)
        #expect(Report.unanswered("hang").document.serialized == #"{"schema":1,"unanswered":"hang"}"#)
    }

    @Test("agent list and request list")
    func lists() {
        let agent = AgentRecord(name: "vsactl (terminal)", sender: ":1.5", path: "/org/vsasim/Agent", processID: 42, prompts: 1)
        #expect(
            Report.agents([agent]).text(plain) == """
                NAME               PROCESS  BUS NAME  OBJECT             PROMPTS
                vsactl (terminal)  42       :1.5      /org/vsasim/Agent  1
                """)
        let request = RequestRecord(
            request: "/r/1_2/t", application: "a", identifiedBy: "registered", kind: "metadata", stage: "asking",
            prompt: "picker", asked: "agent")
        #expect(
            Report.requests([request]).text(plain) == """
                APP  KIND      STAGE   PROMPT  ASKED  OBJECT
                a    metadata  asking  picker  agent  /r/1_2/t
                """)
        #expect(
            Report.requests([request]).document.serialized
                == #"{"schema":1,"requests":[{"request":"/r/1_2/t","application":"a","identifiedBy":"registered","#
                + #""kind":"metadata","stage":"asking","prompt":"picker","asked":"agent"}]}"#)
    }

    @Test("request: one object per line, the outcome last")
    func request() {
        func line(_ event: ApplicationRequest.Event) -> String {
            Report.signal(event, application: "a", request: "/r").document.serialized
        }
        let start = #"{"schema":1,"application":"a","request":"/r","signal":"#
        let dialog = JSON.members(["kind": "picker", "title": "Choose"])
        #expect(line(.present(dialog)) == start + #""present","dialog":{"kind":"picker","title":"Choose"}}"#)
        #expect(line(.dismiss) == start + #""dismiss"}"#)
        #expect(line(.providerSelected("p")) == start + #""provider-selected","provider":"p"}"#)
        #expect(
            line(.completed(.members(["access-status": "granted"])))
                == start + #""completed","metadata":{"access-status":"granted"}}"#)
        #expect(
            line(.failed(SubscriberFailure(name: "UserCancelled", message: "m")))
                == start + #""failed","error":{"name":"UserCancelled","code":2,"message":"m","info":{}}}"#)
        let present = Report.signal(.present(dialog), application: "a", request: "/r")
        #expect(present.text(plain) == "present  picker  Choose")
        let outcome = Report.metadata(.members(["access-status": "denied"]), of: "a")
        #expect(outcome.text(plain) == "denied")
    }

    @Test("monitor: a line or an object for each entry")
    func monitor() {
        let entry = TimelineEntry(
            TimelineID(.device, 7), machineTime: 0, time: 0, event: "prompt.opened", application: "a\u{1B}[2J",
            details: .object([.init("prompt", "access")]))
        let line = Report.line(entry, TimelineRow(entry, application: entry.application, mark: "  ", colour: .plain))
        func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
        #expect(
            line.text(plain)
                == "d7     1970-01-01T00:00:00.000Z  device   a\u{FFFD}[2J\(blanks(15))    prompt.opened\(blanks(23))prompt=access"
        )
        #expect(line.document.serialized.hasPrefix(#"{"schema":1,"id":"d7","source":"device","sequence":7,"time":"1970"#))
    }

    @Test("agent run: output for users and for programs, never a password")
    func agentEvents() {
        let answer = PromptAnswer.credentials(username: "alice", password: "geheim")
        let answered = AgentEvent.answered(Questions.signIn(Questions.form), answer)
        #expect(answered.line(plain)?.text == "sign-in  com.example.player  alice")
        #expect(answered.line(plain)?.isData == true)
        #expect(
            answered.document.serialized
                == #"{"schema":1,"event":"answered","prompt":"sign-in","application":"com.example.player","request":null,"#
                + #""provider":"alpha.example","attempt":1,"answer":"alice"}"#)
        #expect(AgentEvent.opened(Questions.access).line(plain) == nil)
        #expect(AgentEvent.registered(name: "n").line(plain)?.isData == false)
        #expect(
            AgentEvent.unanswered(Questions.access, reason: "no").document.serialized.hasSuffix(#""reason":"no"}"#))
    }

    @Test("developer show")
    func developer() {
        let settings = DeveloperSettingsRecord(values: [
            "set-top-box-provider": .text("alpha.example"), "simulate-expired-token": .flag(true), "zz-new": .flag(false),
        ])
        let provider = ProviderRecord(
            id: "t.example", name: "🚧 Test TV", mvpd: "", isDeveloper: true, authenticationURL: "https://t.example/",
            requiresSystemTrust: true)
        #expect(
            Report.developer(settings, [provider]).text(plain) == """
                simulate-expired-token  on
                set-top-box-provider    alpha.example
                zz-new                  off

                PROVIDER   NAME        SCHEMES  SYSTEM TRUST  AUTHENTICATION URL
                t.example  🚧 Test TV  SAML     on            https://t.example/
                """)
        #expect(
            Report.developer(settings, []).document.serialized
                == #"{"schema":1,"settings":{"simulate-expired-token":true,"set-top-box-provider":"alpha.example","zz-new":false},"#
                + #""providers":[]}"#)
    }

    @Test("developer settings: values as typed, names that do not exist")
    func developerValues() throws {
        let settings = DeveloperSettingsRecord(values: ["cache-buster": .flag(false), "set-top-box-user-token": .text("")])
        #expect(try settings.value("ON", for: "cache-buster") == .flag(true))
        #expect(try settings.value("false", for: "cache-buster") == .flag(false))
        #expect(try settings.value("on", for: "set-top-box-user-token") == .text("on"))
        let wrong = #expect(throws: Failure.self) { try settings.value("maybe", for: "cache-buster") }
        #expect(wrong?.status == .usage)
        let unknown = #expect(throws: Failure.self) { try settings.value("on", for: "cache-bust") }
        #expect(unknown?.status == .notFound)
        #expect(unknown?.advice == "Did you mean cache-buster?")
    }
}

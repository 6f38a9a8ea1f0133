import TVWorld
import Testing

@testable import VSAControl

@Suite("the conversation of the line agent")
struct LineConversationTests {
    private func answer(_ question: AgentQuestion, _ lines: String...) -> PromptAnswer? {
        let talk = Talk(question)
        for line in lines {
            if case .answer(let answer) = talk.say(line).step { return answer }
        }
        return nil
    }

    @Test("the text of the prompts")
    func questions() {
        #expect(
            LineConversation(Questions.access).begin()
                == .init(
                    lines: [
                        "May Player (com.example.player) use your TV provider subscription?", "  To let you watch", "  1  Allow",
                        "  2  Don't Allow",
                    ], step: .read(prompt: "1, 2 or dismiss: ")))
        #expect(
            LineConversation(Questions.picker(Questions.threeProviders)).begin().lines == [
                "Choose your TV provider for Player (com.example.player)", "  1  Beta Fiber  (Featured)", "  2  Alpha Cable",
                "  3  Gamma Sät  (Not supported by Player)", "  4  Other TV Provider",
            ])
        #expect(
            LineConversation(Questions.signIn(Questions.form)).begin()
                == .init(
                    lines: ["Sign in to Alpha Cable for Player (com.example.player)"],
                    step: .read(prompt: "User name or cancel: ")))
    }

    @Test("picker: providers are marked as in the graphical picker, in the received order")
    func marks() {
        let rows = [
            PickerSubject.Row(id: "b", name: "Beta", isFeatured: true, isSupported: false), .init(id: "z", name: "Zeta"),
            .init(id: "own", name: "Own", isSupported: false, isOfApplication: true),
            .init(id: "a", name: "Alpha", isDeveloper: true),
        ]
        #expect(
            LineConversation(Questions.picker(PickerSubject(rows: rows, offersOther: false))).begin().lines.dropFirst() == [
                "  1  Beta  (Featured, Not supported by Player)", "  2  Zeta", "  3  Own  (Sign in within Player)",
                "  4  Alpha  (Developer provider)",
            ])
    }

    @Test(
        "permission and automatic sign-in: accepted answers",
        arguments: [
            ("1", PromptAnswer.granted), (" Allow ", .granted), ("granted", .granted), ("y", .granted), ("2", .denied),
            ("deny", .denied),
            ("don't allow", .denied), ("dismiss", .dismissed), ("cancel", .dismissed), ("", nil), ("3", nil), ("\u{1B}[A", nil),
        ])
    func choice(line: String, expected: PromptAnswer?) {
        #expect(answer(Questions.access, line) == expected)
        #expect(answer(Questions.autoSignIn, line) == expected)
    }

    @Test(
        "picker: numbers, identifiers, names, parts that fit one",
        arguments: [
            ("2", PromptAnswer.provider("alpha.example")), ("alpha.example", .provider("alpha.example")),
            ("BETA FIBER", .provider("beta.example")),
            ("cable", .provider("alpha.example")), ("sat", .provider("gamma.example")), ("4", .otherProvider),
            ("other", .otherProvider),
            ("cancel", .cancelled), ("example", nil), ("zz", nil), ("", nil), ("0", nil), ("5", nil),
        ])
    func picker(line: String, expected: PromptAnswer?) {
        #expect(answer(Questions.picker(Questions.threeProviders), line) == expected)
    }

    @Test("picker: a part that fits several lists them with their numbers")
    func several() {
        let talk = Talk(Questions.picker(Questions.threeProviders))
        let turn = talk.say("a.example")
        #expect(turn.lines == ["  1  Beta Fiber  (Featured)", "  2  Alpha Cable", "  3  Gamma Sät  (Not supported by Player)"])
        #expect(talk.say("2").step == .answer(.provider("alpha.example")))
    }

    @Test("picker: a thousand providers are not written at once")
    func thousand() {
        let turn = LineConversation(Questions.picker(Questions.many(1_000))).begin()
        #expect(turn.lines.count == 32)
        #expect(turn.lines.last == "  and 971 more: type a part of the name")
        #expect(answer(Questions.picker(Questions.many(1_000)), "1000") == .provider("p1000.example"))
    }

    @Test("signing in: name, hidden password, cancel, the prefilled name")
    func signIn() {
        let talk = Talk(Questions.signIn(Questions.form))
        #expect(talk.say("").step == .read(prompt: "User name or cancel: "))
        #expect(talk.say(" alice ").step == .read(prompt: "Password: ", isHidden: true))
        #expect(talk.say(" a b ").step == .answer(.credentials(username: "alice", password: " a b ")))
        #expect(answer(Questions.signIn(Questions.form), "cancel") == .cancelled)
        var form = Questions.form
        form.username = "bob"
        #expect(LineConversation(Questions.signIn(form)).begin().step == .read(prompt: "User name [bob] or cancel: "))
        #expect(answer(Questions.signIn(form), "", "x") == .credentials(username: "bob", password: "x"))
    }

    @Test("signing in again: the name is prefilled, the error is shown, and its field is marked")
    func signInAgain() {
        var form = Questions.form
        form.username = "alice"
        form.attempt = 2
        form.errorMessage = "The password is not right."
        form.errorField = .password
        let talk = Talk(Questions.signIn(form))
        #expect(
            LineConversation(Questions.signIn(form)).begin().lines == [
                "Sign in to Alpha Cable for Player (com.example.player)", "  The password is not right.",
            ])
        #expect(talk.say("").step == .read(prompt: "Password: ", isHidden: true, isWrong: true))
        form.errorField = .username
        #expect(
            LineConversation(Questions.signIn(form)).begin().step
                == .read(prompt: "User name [alice] or cancel: ", isWrong: true))
        #expect(answer(Questions.signIn(form), "bob", "bob") == .credentials(username: "bob", password: "bob"))
    }

    @Test("Escape closes every prompt, also the one for a password")
    func escape() {
        for question in [
            Questions.access, Questions.autoSignIn, Questions.picker(Questions.threeProviders), Questions.signIn(Questions.form),
        ] {
            #expect(answer(question, "\u{1B}") == .closing(question.kind))
        }
        #expect(answer(Questions.signIn(Questions.form), "alice", "\u{1B}") == .cancelled)
        #expect(
            answer(Questions.signIn(Questions.form), "alice", "cancel") == .credentials(username: "alice", password: "cancel"))
    }

    @Test("picker: words in any order without accents; no match selects nothing, also with another row")
    func search() {
        #expect(answer(Questions.picker(Questions.threeProviders), "sat gamma") == .provider("gamma.example"))
        let talk = Talk(Questions.picker(Questions.threeProviders))
        #expect(talk.say("zzz") == .init(lines: ["No TV provider was found."], step: .read(prompt: "Number, name or cancel: ")))
        #expect(answer(Questions.picker(PickerSubject(rows: [])), "1") == .otherProvider)
        let own = PickerSubject(rows: [.init(id: "own", name: "Our own login", isOfApplication: true)], offersOther: false)
        #expect(answer(Questions.picker(own), "other") == nil)
    }

    @Test("picker: a number without any row selects nothing")
    func empty() {
        let talk = Talk(Questions.picker(PickerSubject(rows: [], offersOther: false)))
        #expect(talk.say("1") == .init(lines: ["No TV provider was found."], step: .read(prompt: "Number, name or cancel: ")))
    }

    @Test("picker: why it is shown again, and the video")
    func details() {
        var picker = Questions.threeProviders
        picker.videoTitle = "The Big Game"
        picker.message = "That provider cannot be reached."
        #expect(
            LineConversation(Questions.picker(picker)).begin().lines.prefix(3) == [
                "Choose your TV provider for Player (com.example.player)", "  To watch: The Big Game",
                "  That provider cannot be reached.",
            ])
    }

    @Test("with colours: the title, the error and the remarks")
    func colours() {
        var picker = Questions.threeProviders
        picker.message = "Wrong."
        let lines = LineConversation(Questions.picker(picker), style: Style(isColoured: true)).begin().lines
        #expect(lines[0] == "\u{1B}[1mChoose your TV provider for Player (com.example.player)\u{1B}[0m")
        #expect(lines[1] == "  \u{1B}[31mWrong.\u{1B}[0m")
        #expect(lines[2] == "  1  Beta Fiber  \u{1B}[2m(Featured)\u{1B}[0m")
    }

    @Test("a password is never shown")
    func secrecy() {
        let answer = PromptAnswer.credentials(username: "alice", password: "geheim")
        var dumped = ""
        dump(answer, to: &dumped)
        #expect(!"\(answer) \(String(reflecting: answer)) \(answer.text) \(dumped)".contains("geheim"))
    }

    @Test("hostile names do no harm: no escape sequence, no line end, and long names in sentences are cut")
    func hostile() {
        let name = "\u{1B}]0;owned\u{7}\u{1B}[2J\r\n\u{202E}fake  9  Row" + String(repeating: "漢", count: 5_000)
        var question = Questions.picker(
            PickerSubject(rows: [.init(id: "\u{1B}c", name: name)], videoTitle: name, message: name))
        question.applicationName = name
        question.application = name
        let lines = LineConversation(question).begin().lines
        for line in lines {
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{202E}" })
        }
        #expect(TextWidth.of(lines[0]) < 100)
    }
}

import Testing

@testable import VSAControl

@Suite("the terminal agent in a pipe")
struct LineConversationTests {
    private func answer(_ question: AgentQuestion, _ lines: String...) -> AgentAnswer? {
        let talk = Talk(question)
        for line in lines {
            if case .answer(let answer) = talk.say(line).step { return answer }
        }
        return nil
    }

    @Test("the questions as they read")
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

    @Test("picker: providers are marked in the words of the graphical picker, in the order in which they came")
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
        "permission and automatic sign-in: what is understood",
        arguments: [
            ("1", AgentAnswer.granted), (" Allow ", .granted), ("granted", .granted), ("y", .granted), ("2", .denied),
            ("deny", .denied),
            ("don't allow", .denied), ("dismiss", .dismissed), ("cancel", .dismissed), ("", nil), ("3", nil), ("\u{1B}[A", nil),
        ])
    func choice(line: String, expected: AgentAnswer?) {
        #expect(answer(Questions.access, line) == expected)
        #expect(answer(Questions.autoSignIn, line) == expected)
    }

    @Test(
        "picker: numbers, identifiers, names, parts that fit one",
        arguments: [
            ("2", AgentAnswer.provider("alpha.example")), ("alpha.example", .provider("alpha.example")),
            ("BETA FIBER", .provider("beta.example")),
            ("cable", .provider("alpha.example")), ("sat", .provider("gamma.example")), ("4", .otherProvider),
            ("other", .otherProvider),
            ("cancel", .cancelled), ("example", nil), ("zz", nil), ("", nil), ("0", nil), ("5", nil),
        ])
    func picker(line: String, expected: AgentAnswer?) {
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

    @Test("signing in: name, hidden password, cancel, the name that is there")
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

    @Test("a password shows nowhere")
    func secrecy() {
        let answer = AgentAnswer.credentials(username: "alice", password: "geheim")
        var dumped = ""
        dump(answer, to: &dumped)
        #expect(!"\(answer) \(String(reflecting: answer)) \(answer.text) \(dumped)".contains("geheim"))
    }

    @Test("hostile names do no harm in a pipe either")
    func hostile() {
        var question = Questions.picker(PickerSubject(rows: [.init(id: "x", name: "\u{1B}[2J\nfake  9  Row")]))
        question.applicationName = "\u{1B}]0;x\u{7}"
        for line in LineConversation(question).begin().lines {
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }
}

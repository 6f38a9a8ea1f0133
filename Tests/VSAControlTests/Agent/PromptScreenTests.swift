import TVWorld
import Testing

@testable import VSAControl

@Suite("the terminal agent's screens")
struct PromptScreenTests {
    @Test("the permission question: what is shown")
    func accessPicture() {
        let screen = Typist(Questions.access)
        #expect(
            screen.picture() == """
                 May Player (com.example.player) use your TV provider subscription?
                 To let you watch

                 > 1  Allow
                   2  Don't Allow

                 Arrows or numbers select, Enter answers, Esc dismisses, Ctrl-C quits.
                """)
    }

    @Test(
        "the permission question: keys and answers",
        arguments: [
            ("\r", AgentAnswer.granted), ("\u{1B}[B\r", .denied), ("\t\t\r", .granted), ("2\r", .denied),
            ("2\u{1B}[A\r", .granted),
            ("\u{1B}", .dismissed), ("9x\r", .granted),
        ])
    func access(keys: String, answer: AgentAnswer) {
        let screen = Typist(Questions.access)
        #expect(screen.type(keys) == .answer(answer))
    }

    @Test("a number alone decides nothing; Ctrl-C leaves, Ctrl-Z suspends, in every kind of prompt")
    func control() {
        for question in [
            Questions.access, Questions.autoSignIn, Questions.picker(Questions.threeProviders), Questions.signIn(Questions.form),
        ] {
            let screen = Typist(question)
            #expect(screen.type("1") == .none)
            #expect(screen.type("\u{3}") == .leave)
            #expect(screen.type("\u{4}") == .leave)
            #expect(screen.type("\u{1A}") == .suspend)
            #expect(screen.type("\u{C}") == .none)
            #expect(screen.type("\u{1B}") == .answer(.closing(question.kind)))
        }
    }

    @Test("the picker: headings, numbers, the row for other providers")
    func pickerPicture() {
        var picker = Questions.threeProviders
        picker.videoTitle = "The Big Game"
        picker.message = "That provider cannot be reached."
        #expect(
            Typist(Questions.picker(picker)).picture() == """
                 Choose your TV provider for Player (com.example.player)
                 To watch: The Big Game

                 That provider cannot be reached.

                 Search:    3 found

                 Featured
                 > 1  Beta Fiber
                 All TV providers
                   2  Alpha Cable
                   3  Gamma Sät  (Not supported by Player)
                   4  Other TV Provider

                 Type to search, arrows select, Enter answers, Esc cancels, Ctrl-C quits.
                """)
    }

    @Test(
        "the picker: keys and answers",
        arguments: [
            ("\r", AgentAnswer.provider("beta.example")), ("\u{1B}[B\r", .provider("alpha.example")),
            ("alpha\r", .provider("alpha.example")),
            ("ALPHA.EX\r", .provider("alpha.example")), ("gamma sat\r", .provider("gamma.example")),
            ("2\r", .provider("alpha.example")),
            ("4\r", .otherProvider), ("\u{1B}[F\r", .otherProvider), ("alph\u{1B}[B\r", .otherProvider),
            ("zz\u{15}\r", .provider("beta.example")), ("zz\u{1B}[B\r", .otherProvider), ("\u{1B}", .cancelled),
            ("\u{1B}[A\u{1B}[A\r", .provider("beta.example")), ("\u{1B}[6~\r", .otherProvider),
        ])
    func picker(keys: String, answer: AgentAnswer) {
        let screen = Typist(Questions.picker(Questions.threeProviders))
        #expect(screen.type(keys) == .answer(answer))
    }

    @Test("Enter takes nothing when nothing was found")
    func nothingFound() {
        let screen = Typist(Questions.picker(Questions.threeProviders))
        #expect(screen.type("zzz\r") == .none)
        #expect(screen.picture().contains("No TV provider was found."))
        #expect(screen.picture().contains("Other TV Provider"))
        let empty = Typist(Questions.picker(PickerSubject(rows: [])))
        #expect(empty.type("\r") == .answer(.otherProvider))
    }

    @Test("no row for other providers unless the device offers it")
    func applicationRows() {
        let picker = PickerSubject(rows: [.init(id: "own", name: "Our own login", isOfApplication: true)], offersOther: false)
        let screen = Typist(Questions.picker(picker))
        #expect(!screen.picture().contains("Other TV Provider"))
        #expect(screen.type("\r") == .answer(.provider("own")))
    }

    @Test("a thousand providers: any is reached, the selection stays in sight, a key costs little")
    func thousand() {
        let screen = Typist(Questions.picker(Questions.many(1_000)))
        #expect(screen.picture().contains("1000 found"))
        for _ in 0..<500 { screen.press(.down) }
        #expect(screen.picture().contains(" >  501  Provider 501"))
        #expect(screen.type("999\r") == .answer(.provider("p999.example")))
        let filtered = Typist(Questions.picker(Questions.many(1_000)))
        #expect(filtered.type("provider 777 \r") == .answer(.provider("p777.example")))
        let clock = ContinuousClock()
        let timed = Typist(Questions.picker(Questions.many(1_000)))
        let time = clock.measure {
            for scalar in "provider 10".unicodeScalars {
                timed.press(.text(scalar))
                _ = timed.screen.lines(.usual)
            }
        }
        // Generous: a debug build on a busy machine. It was 1 ms a key.
        #expect(time < .seconds(30))
    }

    @Test("signing in: fields, stars, order of keys")
    func signIn() {
        let screen = Typist(Questions.signIn(Questions.form))
        #expect(screen.type("alice\rgeheim") == .none)
        #expect(
            screen.picture() == """
                 Sign in to Alpha Cable for Player (com.example.player)

                   User name  alice
                   Password   ******

                 Tab changes the field, Enter goes on, Esc cancels, Ctrl-C quits.
                """)
        #expect(screen.type("\r") == .answer(.credentials(username: "alice", password: "geheim")))
        #expect(screen.type("\u{1B}") == .answer(.cancelled))
        let nameless = Typist(Questions.signIn(Questions.form))
        #expect(nameless.type("\r\r") == .none)
        #expect(nameless.picture().contains("Type your user name first."))
    }

    @Test("signing in again: the name is there, the error stands in place")
    func signInAgain() {
        var form = Questions.form
        form.username = "alice"
        form.attempt = 2
        form.errorMessage = "The password is not right."
        form.errorField = .password
        let screen = Typist(Questions.signIn(form))
        #expect(screen.picture().contains(" ! Password"))
        #expect(screen.picture().contains("The password is not right."))
        #expect(screen.type("alice2\r") == .answer(.credentials(username: "alice", password: "alice2")))
        form.errorField = .username
        let wrongName = Typist(Questions.signIn(form))
        #expect(wrongName.type("\u{15}bob\rbob\r") == .answer(.credentials(username: "bob", password: "bob")))
    }

    @Test("hostile names do no harm: no escape sequence, no line end, cut where they are too long")
    func hostile() {
        let name = "\u{1B}]0;owned\u{7}\u{1B}[2J\r\n\u{202E}" + String(repeating: "漢", count: 5_000)
        var question = Questions.picker(
            PickerSubject(rows: [.init(id: "\u{1B}c", name: name)], videoTitle: name, message: name))
        question.applicationName = name
        question.application = name
        let size = TerminalSize(columns: 60, rows: 20)
        for line in PromptScreen(question).lines(size) {
            #expect(TextWidth.of(line.text) <= 60)
            #expect(!line.text.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(!line.text.unicodeScalars.contains("\u{202E}"))
        }
        let text = ScreenWriter.text(PromptScreen(question).lines(size), Style(isColoured: false))
        #expect(!text.contains("\u{1B}]"))
        #expect(!text.contains("\u{1B}[2J"))
    }

    @Test("every size of terminal: nothing traps, nothing is too wide or too long, the selection is seen")
    func sizes() {
        var form = Questions.form
        form.errorMessage = String(repeating: "wrong ", count: 40)
        let questions = [
            Questions.access, Questions.picker(Questions.threeProviders), Questions.picker(Questions.many(100)),
            Questions.signIn(form),
        ]
        for question in questions {
            for columns in [0, 1, 2, 5, 10, 20, 80, 300] {
                for rows in [0, 1, 2, 3, 5, 8, 24, 100] {
                    let lines = PromptScreen(question).lines(TerminalSize(columns: columns, rows: rows))
                    #expect(lines.count <= rows)
                    #expect(lines.allSatisfy { TextWidth.of($0.text) <= columns })
                    if rows >= 3, columns >= 10, question.kind == .picker {
                        #expect(lines.contains { $0.text.hasPrefix(" >") })
                    }
                }
            }
        }
    }

    @Test("the cursor stands where the next letter goes")
    func cursor() {
        let screen = Typist(Questions.picker(Questions.threeProviders))
        _ = screen.type("漢b")
        let text = ScreenWriter.text(screen.screen.lines(.usual), Style(isColoured: false))
        #expect(text.hasSuffix("\u{1B}[3;13H\u{1B}[?25h"))
        let access = ScreenWriter.text(PromptScreen(Questions.access).lines(.usual), Style(isColoured: true))
        #expect(!access.contains("\u{1B}[?25h"))
        #expect(access.contains("\u{1B}[7m1  Allow\u{1B}[0m"))
    }
}

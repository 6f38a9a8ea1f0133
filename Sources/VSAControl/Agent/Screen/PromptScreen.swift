import TVWorld

/// A prompt on a terminal's whole screen: keys in, lines out. Pure.
struct PromptScreen: Sendable, Equatable {
    /// The result of a key.
    enum Outcome: Sendable, Equatable {
        /// The screen may look different now.
        case none
        /// The prompt is answered.
        case answer(AgentAnswer)
        /// The user does not want to be asked any more.
        case leave
        /// The user wants the shell.
        case suspend
    }

    private enum Body: Sendable, Equatable {
        case choice(ChoiceBody)
        case picker(PickerBody)
        case signIn(SignInBody)
    }

    private let text: QuestionText
    private let kind: PromptKind
    private var body: Body

    /// A screen for a question.
    init(_ question: AgentQuestion) {
        text = QuestionText(question)
        kind = question.kind
        switch question.subject {
        case .access, .autoSignIn: body = .choice(ChoiceBody())
        case .picker(let picker): body = .picker(PickerBody(picker, applicationName: question.applicationName))
        case .signIn(let form): body = .signIn(SignInBody(form))
        }
    }

    /// Takes a key.
    mutating func take(_ key: Key) -> Outcome {
        switch key {
        case .interrupt, .endOfInput: return .leave
        case .suspend: return .suspend
        case .redraw: return .none
        case .escape: return .answer(.closing(kind))
        default: break
        }
        let answer: AgentAnswer?
        switch body {
        case .choice(var choice):
            answer = choice.take(key)
            body = .choice(choice)
        case .picker(var picker):
            answer = picker.take(key)
            body = .picker(picker)
        case .signIn(var form):
            answer = form.take(key)
            body = .signIn(form)
        }
        return answer.map { .answer($0) } ?? .none
    }

    /// Everything on the screen.
    func lines(_ size: TerminalSize) -> [ScreenLine] {
        let columns = size.columns - 1
        var head = TextWidth.wrapped(text.title, columns: columns, lines: 3).map { ScreenLine(" " + $0, .heading) }
        for detail in text.details {
            head += TextWidth.wrapped(detail, columns: columns, lines: 6).map { ScreenLine(" " + $0) }
        }
        if let error = text.error {
            head += [.blank] + TextWidth.wrapped(error, columns: columns, lines: 4).map { ScreenLine(" " + $0, .bad) }
        }
        head.append(.blank)
        var content =
            switch body {
            case .choice(let choice): choice.content
            case .picker(let picker): picker.content(size)
            case .signIn(let form): form.content(size)
            }
        content.head = head + content.head
        content.foot = [.blank] + content.foot.map { ScreenLine(" " + $0.text, .faint) }
        return content.fitted(to: size)
    }
}

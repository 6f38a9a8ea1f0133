/// User name and password.
struct SignInBody: Sendable, Equatable {
    private var username: TextField
    private var password = TextField(isHidden: true)
    private var isAtPassword: Bool
    private let errorField: SignInSubject.Field?
    /// The missing input.
    private var hint: String?

    init(_ form: SignInSubject) {
        username = TextField(form.username ?? "")
        errorField = form.errorField
        isAtPassword = form.errorField != .username && form.username?.isEmpty == false
    }

    /// Takes a key.
    mutating func take(_ key: Key) -> AgentAnswer? {
        hint = nil
        switch key {
        case .tab, .backTab: isAtPassword.toggle()
        case .up: isAtPassword = false
        case .down: isAtPassword = true
        case .enter: return submit()
        default: _ = isAtPassword ? password.take(key) : username.take(key)
        }
        return nil
    }

    private mutating func submit() -> AgentAnswer? {
        guard isAtPassword else {
            isAtPassword = true
            return nil
        }
        guard !username.text.isEmpty else {
            isAtPassword = false
            hint = "Type your user name first."
            return nil
        }
        return .credentials(username: username.text, password: password.text)
    }

    func content(_ size: TerminalSize) -> ScreenContent {
        var body = [
            line("User name", username, isFocused: !isAtPassword, isWrong: errorField == .username, size),
            line("Password ", password, isFocused: isAtPassword, isWrong: errorField == .password, size),
        ]
        if let hint { body.append(ScreenLine(" " + hint, .attention)) }
        return ScreenContent(
            head: [], body: body, focus: isAtPassword ? 1 : 0,
            foot: [ScreenLine("Tab changes the field, Enter goes on, Esc cancels, Ctrl-C quits.")])
    }

    private func line(
        _ label: String, _ field: TextField, isFocused: Bool, isWrong: Bool, _ size: TerminalSize
    ) -> ScreenLine {
        let label = " \(isWrong ? "!" : " ") \(label)  "
        let shown = field.shown(columns: size.columns - label.count)
        return ScreenLine(
            pieces: [
                .init(text: label, emphasis: isWrong ? .bad : isFocused ? .heading : .plain),
                .init(text: shown.text, emphasis: .plain),
            ], cursor: isFocused ? label.count + shown.cursor : nil)
    }
}

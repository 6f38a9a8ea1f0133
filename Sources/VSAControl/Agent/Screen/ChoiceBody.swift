/// Allow or not.
struct ChoiceBody: Sendable, Equatable {
    private static let choices: [(title: String, answer: AgentAnswer)] = [("Allow", .granted), ("Don't Allow", .denied)]

    private var selected = 0

    /// Takes a key. A number selects and does not answer yet: a key that was meant for something else must not decide.
    mutating func take(_ key: Key) -> AgentAnswer? {
        let last = Self.choices.count - 1
        switch key {
        case .up, .left, .backTab: selected = max(0, selected - 1)
        case .down, .right: selected = min(last, selected + 1)
        case .tab: selected = selected == last ? 0 : selected + 1
        case .home, .pageUp: selected = 0
        case .end, .pageDown: selected = last
        case .text(let scalar):
            if let number = Int(String(scalar)), (1...Self.choices.count).contains(number) { selected = number - 1 }
        case .enter: return Self.choices[selected].answer
        default: break
        }
        return nil
    }

    var content: ScreenContent {
        let body = Self.choices.enumerated().map { index, choice in
            let isSelected = index == selected
            return ScreenLine(pieces: [
                .init(text: isSelected ? " > " : "   ", emphasis: .plain),
                .init(text: "\(index + 1)  \(choice.title)", emphasis: isSelected ? .selected : .plain),
            ])
        }
        return ScreenContent(
            head: [], body: body, focus: selected,
            foot: [ScreenLine("Arrows or numbers select, Enter answers, Esc dismisses, Ctrl-C quits.")])
    }
}

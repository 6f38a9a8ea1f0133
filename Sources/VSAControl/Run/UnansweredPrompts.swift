import TVWorld

/// The prompts of a session that ended because no agent could be asked, which to the app looks like a cancellation by the user.
struct UnansweredPrompts: Sendable, Equatable {
    /// The prompts of one kind for one app, with their number.
    struct Group: Sendable, Equatable {
        var kind: PromptKind
        var application: String?
        var count: Int
    }

    /// In the order of their first prompts.
    private(set) var groups: [Group] = []
    /// The provider used in the suggested commands.
    private let provider: ProviderRecord?

    /// Returns the prompts of the device's journal; nil if it cannot be read.
    static func find(in journals: TimelineJournals) async -> UnansweredPrompts? {
        guard let entries = try? await journals.only([.device]).entries(),
            let providers = try? await journals.device?.providers()
        else { return nil }
        return UnansweredPrompts(entries, providers: providers)
    }

    /// Finds the prompts in the device's journal.
    ///
    /// - Parameter providers: The device's providers, one of which is used in the suggested commands.
    init(_ entries: [TimelineEntry], providers: [ProviderRecord]) {
        provider = providers.first { !$0.subscribers.isEmpty } ?? providers.first
        let ends = entries.filter { $0.event == JournalEvent.promptEnded.rawValue }
        for entry in ends where entry.details["reason"]?.text == "nobody could be asked" {
            guard let kind = entry.details["prompt"]?.text.flatMap(PromptKind.init(rawValue:)) else { continue }
            if let known = groups.firstIndex(where: { $0.kind == kind && $0.application == entry.application }) {
                groups[known].count += 1
            } else {
                groups.append(Group(kind: kind, application: entry.application, count: 1))
            }
        }
    }

    /// The report at the end of the session; nil if every prompt had an agent or an answer.
    var remark: String? {
        let count = groups.reduce(0) { $0 + $1.count }
        guard count > 0 else { return nil }
        let lines = groups.map { group in
            let prompt = "\(group.kind.rawValue) for \(SafeText.line(group.application ?? "an app"))"
            return "  \(prompt)\(group.count > 1 ? ", \(group.count) times" : ""): \(command(for: group.kind))"
        }
        let heading = "\(count == 1 ? "1 prompt" : "\(count) prompts") ended as if cancelled, because no agent could be asked."
        return (["vsactl: \(heading) Before the app asks, queue an answer in the session:"] + lines).joined(separator: "\n")
    }

    private func command(for kind: PromptKind) -> String {
        switch kind {
        case .access, .autoSignIn: "vsactl answer \(kind.rawValue) granted"
        case .picker: "vsactl answer picker \(provider?.id ?? "other")"
        case .signIn: "vsactl answer sign-in \(provider?.subscribers.first ?? "cancel")"
        }
    }
}

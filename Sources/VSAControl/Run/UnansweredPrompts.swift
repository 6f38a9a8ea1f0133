import TVWorld

/// The prompts of a session that ended because no agent could be asked. To the app, this looks like a cancellation by the user.
enum UnansweredPrompts {
    /// A prompt of a kind for an app.
    private struct Prompt: Hashable {
        var kind: PromptKind
        var application: String?
    }

    /// Returns the report at the end of the session; nil if every prompt had an agent or an answer, or the device's journal cannot
    /// be read.
    ///
    /// - Parameter start: The machine's time at the start of the session in Unix microseconds: the journal of an instance also has
    ///   the entries of its earlier sessions.
    static func remark(in journals: TimelineJournals, since start: Int64) async -> String? {
        guard let entries = try? await journals.only([.device]).entries(),
            let providers = try? await journals.device?.providers()
        else { return nil }
        let prompts = entries.compactMap { entry -> Prompt? in
            guard entry.machineTime >= start, entry.event == JournalEvent.promptEnded.rawValue,
                entry.details["reason"]?.text == "nobody could be asked"
            else { return nil }
            return entry.details["prompt"]?.text.flatMap(PromptKind.init(rawValue:)).map {
                Prompt(kind: $0, application: entry.application)
            }
        }
        guard !prompts.isEmpty else { return nil }
        let provider = providers.first { !$0.subscribers.isEmpty } ?? providers.first
        let counts = Dictionary(prompts.map { ($0, 1) }, uniquingKeysWith: +)
        var known: Set<Prompt> = []
        let lines = prompts.filter { known.insert($0).inserted }.map { prompt in
            let count = counts[prompt].map { $0 > 1 ? ", \($0) times" : "" } ?? ""
            let application = SafeText.line(prompt.application ?? "an app")
            return "  \(prompt.kind.rawValue) for \(application)\(count): \(command(for: prompt.kind, provider))"
        }
        let heading = "\(counted(prompts.count, "prompt")) ended as if cancelled, because no agent could be asked."
        return (["vsactl: \(heading) Before the app asks, queue an answer in the session:"] + lines).joined(separator: "\n")
    }

    private static func command(for kind: PromptKind, _ provider: ProviderRecord?) -> String {
        switch kind {
        case .access, .autoSignIn: "vsactl answer \(kind.rawValue) granted"
        case .picker: "vsactl answer picker \(provider?.id ?? "other")"
        case .signIn: "vsactl answer sign-in \(provider?.subscribers.first ?? "cancel")"
        }
    }
}

import ArgumentParser
import DeviceInterfaces
import TVWorld

/// `vsactl answer`
struct AnswerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Queue answers to prompts.",
        discussion: """
            An answer is used for the next matching prompt of its kind, before any agent is asked. Answers are used in the order \
            in which they were queued. The kinds are access (may the app access the subscription?), picker (which provider?), \
            sign-in (the user name and password) and auto-sign-in (may the app sign the user in automatically?).

            Examples:
              vsactl answer access granted
              vsactl answer picker alpha.example --app com.example.player
              vsactl answer sign-in wrong-password
              vsactl answer sign-in alice --delay 2s
              vsactl answer access denied --times 0
            """,
        subcommands: [
            AnswerAccess.self, AnswerPicker.self, AnswerSignIn.self, AnswerAutoSignIn.self, AnswerList.self, AnswerClear.self,
            AnswerUnanswered.self,
        ])
}

struct AnswerOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only for prompts of this app.", valueName: "app"), completion: .live(.apps)) var app: String?
    @Option(help: .time("The time before the answer is given", TimeSpan.accepted)) var delay = TimeSpan(milliseconds: 0)
    @Option(help: ArgumentHelp("The number of prompts that it answers; 0 means all.", valueName: "number")) var times: UInt32 = 1

    /// Queues an answer. A failure names the option.
    func queue(
        _ kind: PromptKind, _ answer: String, provider: String? = nil, on device: DeviceControl
    ) async throws -> Report {
        let record = AnswerRecord(
            prompt: kind, answer: answer, application: app, provider: provider, delay: delay.milliseconds, times: times)
        let names = ["delay": OptionName.time("--delay", Delay.accepted, unit: 1)]
        let (queued, isWaiting) = try await Failure.naming(names) { try await device.queueAnswer(record) }
        return .answer(queued, isWaiting: isWaiting)
    }
}

/// An answer to a yes-or-no prompt.
typealias Decision = AgentInterface.Decision

extension Decision: ExpressibleByArgument {}

/// `vsactl answer access VALUE`
struct AnswerAccess: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: PromptKind.access.rawValue,
        abstract: "Answer the prompt that asks whether an app may access the subscription.")
    @Argument(help: "granted, denied, or dismiss, which closes the prompt without a decision.") var answer: Decision
    @OptionGroup var options: AnswerOptions
    @OptionGroup var global: GlobalOptions

    func report(_ device: DeviceControl) async throws -> Report {
        try await options.queue(.access, answer.rawValue, on: device)
    }
}

/// `vsactl answer auto-sign-in VALUE`
struct AnswerAutoSignIn: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: PromptKind.autoSignIn.rawValue,
        abstract: "Answer the prompt that asks whether an app may sign the user in automatically.")
    @Argument(help: "granted, denied, or dismiss, which closes the prompt without a decision.") var answer: Decision
    @OptionGroup var options: AnswerOptions
    @OptionGroup var global: GlobalOptions

    func report(_ device: DeviceControl) async throws -> Report {
        try await options.queue(.autoSignIn, answer.rawValue, on: device)
    }
}

/// `vsactl answer picker VALUE`
struct AnswerPicker: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: PromptKind.picker.rawValue, abstract: "Answer the prompt for the user's provider.")
    @Argument(
        help: "A provider, by its identifier on the device or at the service; other (\"Other TV Provider\"); or cancel.",
        completion: .live(.providers, and: "other", "cancel"))
    var answer: String
    @Flag(help: "Accept an identifier that the device does not know, such as that of an app's own provider.") var unlisted = false
    @OptionGroup var options: AnswerOptions
    @OptionGroup var global: GlobalOptions

    func report(_ device: DeviceControl) async throws -> Report {
        var answer = answer
        if !unlisted, !["other", "cancel"].contains(answer) { answer = try await device.provider(answer).id }
        return try await options.queue(.picker, answer, on: device)
    }
}

/// `vsactl answer sign-in VALUE`
struct AnswerSignIn: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: PromptKind.signIn.rawValue, abstract: "Answer the sign-in form of a provider.")
    @Argument(
        help: "A subscriber, with the right password; wrong-password; or cancel.",
        completion: .live(.subscribers, and: "wrong-password", "cancel"))
    var answer: String
    @Option(
        help: "Only for the form of this provider, by its identifier on the device or at the service.",
        completion: .live(.providers))
    var provider: String?
    @OptionGroup var options: AnswerOptions
    @OptionGroup var global: GlobalOptions

    func report(_ device: DeviceControl) async throws -> Report {
        var form: ProviderRecord?
        if let provider { form = try await device.provider(provider) }
        if !["wrong-password", "cancel"].contains(answer) {
            let providers = if let form { [form] } else { try await device.providers() }
            let known = Set(providers.flatMap(\.subscribers)).sorted()
            let kind = form.map { "subscriber of \($0.id)" } ?? "subscriber"
            _ = try known.element(named: answer, by: \.self, as: kind)
        }
        return try await options.queue(.signIn, answer, provider: form?.id, on: device)
    }
}

/// `vsactl answer list`
struct AnswerList: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the queued answers, in the order in which they are used.")
    @OptionGroup var global: GlobalOptions

    func report(_ device: DeviceControl) async throws -> Report { .answers(try await device.answers()) }
}

/// `vsactl answer clear`
struct AnswerClear: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Remove the queued answers.",
        discussion: "An answer that is already being given, after its delay, is not cancelled.")
    @OptionGroup var global: GlobalOptions

    func report(_ device: DeviceControl) async throws -> Report {
        try await device.clearAnswers()
        return .answers([])
    }
}

/// `vsactl answer unanswered [POLICY]`
struct AnswerUnanswered: DeviceCommand {
    static let configuration = CommandConfiguration(
        commandName: "unanswered", abstract: "Show or set what happens to prompts without a queued answer.",
        discussion: """
            agent: agents are asked; if there is none, the prompt is treated as cancelled. dismiss: it is treated as cancelled at once. \
            hang: it waits until an answer is queued or the app cancels the request.
            """)
    @Argument(help: "agent, dismiss or hang; if omitted, the current setting is shown.") var policy: UnansweredPolicy?
    @OptionGroup var global: GlobalOptions

    func report(_ device: DeviceControl) async throws -> Report {
        if let policy { try await device.setUnanswered(policy) }
        return .unanswered(try await device.status().unanswered)
    }
}

extension UnansweredPolicy: ExpressibleByArgument {}

extension Report {
    static func answers(_ answers: [AnswerRecord]) -> Report {
        Report(
            "answers", answers, json: \.json,
            columns: [
                "NUMBER": { .init(String($0.id)) }, "PROMPT": { .init($0.prompt.rawValue) }, "ANSWER": { .init($0.answer) },
                "APP": { .init($0.application ?? "any") },
                "PROVIDER": { .init($0.prompt == .signIn ? $0.provider ?? "any" : "") },
                "DELAY": { .init(TimeSpan(milliseconds: $0.delay).defaultValueDescription) },
                "TIMES": { .init($0.times == 0 ? "always" : String($0.times)) }, "USED": { .init(String($0.used)) },
            ])
    }

    /// Returns a queued answer.
    ///
    /// - Parameter isWaiting: Whether it is queued; otherwise a prompt has already used it.
    static func answer(_ answer: AnswerRecord, isWaiting: Bool) -> Report {
        Report(document: .document(["answer": answer, "waiting": isWaiting])) { style in
            isWaiting
                ? Report.answers([answer]).text(style) : "answer \(answer.id) was used at once, for a waiting prompt"
        }
    }

    static func unanswered(_ policy: String?) -> Report {
        Report(["unanswered": policy], text: policy ?? "unknown")
    }
}

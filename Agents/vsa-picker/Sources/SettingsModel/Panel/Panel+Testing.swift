import PickerModel

/// The page "Testing".
extension Panel {
    static let policies = ["agent", "dismiss", "hang"]
    static let prompts = ["access", "auto-sign-in", "picker", "sign-in"]
    private static let promptNames = ["Access", "Automatic sign-in", "Provider list", "Sign-in form"]
    static let steps = ["1h", "1d", "31d", "-1d"]

    /// Prompts, faults, the clock, scenarios and the service.
    public var testingPage: Page { Page([unansweredGroup, answerGroup, faultGroup, clockGroup, stateGroup, serviceGroup]) }

    private var unansweredGroup: Group {
        Group(
            "Prompts", "",
            [
                Row(
                    .unanswered, "Unanswered", "",
                    .choice(
                        ["Ask the user", "Close the prompt", "Keep the prompt waiting"],
                        selected: Panel.policies.firstIndex(of: device.unanswered) ?? 0),
                    [ShellLine("answer", "unanswered", device.unanswered)])
            ])
    }

    // MARK: Queued answers

    /// The answers to the chosen kind of prompt: their values, and their labels.
    var answerValues: [(value: String, label: String)] {
        switch Panel.prompts[draft.prompt] {
        case "picker":
            device.providers.filter(\.isInLineUp).map { ($0.identifier, $0.name) } + [
                ("other", "Other TV Provider"), ("cancel", "Cancel"),
            ]
        case "sign-in":
            Array(Set(device.providers.flatMap(\.subscribers))).sorted().map { ($0, DisplayText.line($0)) }
                + [("wrong-password", "A wrong password"), ("cancel", "Cancel")]
        default: [("granted", "Allow"), ("denied", "Don’t Allow"), ("dismiss", "Close without a decision")]
        }
    }

    /// The value of the answer to add.
    var draftAnswer: String { answerValues[selectedAnswer].value }

    /// Its position: the first one if none has been chosen, or if the chosen one is gone.
    private var selectedAnswer: Int { answerValues.firstIndex { $0.value == draft.answer } ?? 0 }

    /// The app of the answer to add; nil for all.
    var draftApplication: Application? { draft.application.flatMap { device.application($0) } }

    /// The apps to choose from, the chosen one among them. A longer list would not be usable, and would be rebuilt with every new
    /// app.
    var offeredApplications: [Application] {
        let first = Array(device.applications.prefix(200))
        guard let chosen = draftApplication, !first.contains(chosen) else { return first }
        return first + [chosen]
    }

    private var answerGroup: Group {
        let applications = offeredApplications
        let chosen = draftApplication
        // "All apps" is the first choice.
        let place = chosen.flatMap { applications.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let command = ShellLine(
            "answer", Panel.prompts[draft.prompt], values: [draftAnswer],
            options: chosen.map { [("--app", $0.identifier)] } ?? [])
        let queued = device.answers.map { answer in
            let name = zip(Panel.prompts, Panel.promptNames).first { $0.0 == answer.prompt }?.1 ?? answer.prompt
            let times = answer.times == 0 ? "every time" : answer.times == 1 ? "once" : "\(answer.used) of \(answer.times) used"
            let parts = [answer.application, answer.provider, times].filter { !$0.isEmpty }
            return Row(.answer(answer.number), "\(name): \(answer.answer)", parts.joined(separator: " · "))
        }
        let form = [
            Row(.answerPrompt, "Prompt", "", .choice(Panel.promptNames, selected: draft.prompt)),
            Row(.answerValue, "Answer", "", .choice(answerValues.map(\.label), selected: selectedAnswer)),
            Row(.answerApplication, "App", "", .choice(["All apps"] + applications.map(\.name), selected: place)),
            Row(.addAnswer, "Add the Answer", "", .button("Add"), [command]),
            Row(
                .clearAnswers, "Clear All Answers", "", .button("Clear", isDestructive: true), [ShellLine("answer", "clear")],
                isEnabled: !device.answers.isEmpty),
        ]
        // After the form, whose rows would otherwise be created again with each answer, and lose the focus.
        return Group(
            "Queued Answers",
            queued.isEmpty ? "No queued answers." : "They answer the next prompts before the user is asked.", form + queued)
    }

    // MARK: Faults

    private var faultGroup: Group {
        let active = device.faults.map { fault in
            Row(
                .fault(fault.name), fault.name,
                "\(fault.point): \(fault.effect) · affected \(fault.struck) of \(fault.seen) calls",
                .button("Remove", isDestructive: true), [ShellLine("fault", "clear", values: [fault.name])])
        }
        let form = [
            Row(.faultPreset, "Fault", "", .choice(FaultPreset.all.map(\.title), selected: draft.faultPreset)),
            Row(.addFault, "Add the Fault", "", .button("Add"), [FaultPreset.all[draft.faultPreset].command]),
            Row(
                .clearFaults, "Remove All Faults", "", .button("Remove All", isDestructive: true),
                [ShellLine("fault", "clear")], isEnabled: !device.faults.isEmpty),
        ]
        return Group(
            "Faults", active.isEmpty ? "No active faults." : "Faults of the device. Those of its service are on the dashboard.",
            form + active)
    }

    // MARK: Clock

    private var clockGroup: Group {
        let mode = device.clock?.mode ?? "real"
        let isFrozen = device.clock?.isFrozen == true
        return Group(
            "Clock", "The clocks of the device and of its service move together.",
            [
                Row(
                    .clock, dateText(deviceTime),
                    isFrozen ? "Frozen" : mode == "offset" ? "Differs from the machine’s time" : "Real time",
                    .none, [ShellLine("clock", "show")]),
                Row(
                    .advance, "Move", "", .buttons([.init("+1 h"), .init("+1 d"), .init("+31 d"), .init("−1 d")]),
                    Panel.steps.map { ShellLine("clock", "advance", $0) }),
                Row(
                    .freeze, "Freeze", "The clocks stop at their current time.", .toggle(isFrozen),
                    [ShellLine("clock", isFrozen ? "resume" : "freeze")]),
                Row(
                    .resetClock, "Real Time", "", .button("Reset"), [ShellLine("clock", "reset")], isEnabled: mode != "real"),
            ])
    }

    // MARK: State

    /// The scenario that "Load the Scenario" loads.
    var chosenScenario: String {
        draft.scenarios.indices.contains(draft.scenario) ? draft.scenarios[draft.scenario] : "default"
    }

    private var stateGroup: Group {
        let scenarios = draft.scenarios.isEmpty ? ["default"] : draft.scenarios
        return Group(
            "State", "Scenarios and snapshots replace the complete state of the device and its service.",
            [
                Row(.scenario, "Scenario", "", .choice(scenarios, selected: min(draft.scenario, scenarios.count - 1))),
                Row(
                    .loadScenario, "Load the Scenario", "", .button("Load…", isDestructive: true),
                    [ShellLine("scenario", "load", chosenScenario)]),
                Row(
                    .reset, "Reset", "Returns to the scenario that was loaded last.", .button("Reset…", isDestructive: true),
                    [ShellLine("reset")]),
                Row(
                    .snapshot, "Snapshot", "A file with the complete state, including passwords and tokens.",
                    .buttons([.init("Save…"), .init("Load…")]),
                    [ShellLine("snapshot", "save", "FILE"), ShellLine("snapshot", "load", "FILE")]),
            ])
    }

    private var serviceGroup: Group {
        Group(
            "Service", "",
            [
                Row(
                    .serviceStatus, "Status", draft.serviceStatus, .button("Check"), [ShellLine("service", "status")]),
                Row(
                    .connectService, "Trust", "Makes the device and the service trust each other.", .button("Connect"),
                    [ShellLine("service", "connect")]),
                Row(.dashboard, "Dashboard", "Opens in the browser.", .button("Open"), [ShellLine("dashboard")]),
            ])
    }
}

import PickerModel

/// The effects of the user's input.
extension Panel {
    private typealias Member = ControlInterface.Member

    mutating func used(_ setting: Setting, _ input: Input) -> [PanelEffect] {
        switch setting {
        case .signIn, .subscriberOfProvider, .expire, .signOut, .region: return usedAccount(setting, input)
        case .access, .application, .resetAccess, .resetAllAccess: return usedApplication(setting, input)
        case .developer, .newProvider, .editProvider, .providerField, .saveProvider, .removeProvider:
            return usedDeveloper(setting, input)
        case .unanswered, .answerPrompt, .answerValue, .answerApplication, .addAnswer, .clearAnswers:
            return usedPrompts(setting, input)
        case .fault, .faultPreset, .addFault, .clearFaults: return usedFaults(setting, input)
        case .advance, .freeze, .resetClock: return usedClock(setting, input)
        case .scenario, .loadScenario, .reset, .snapshot, .serviceStatus, .connectService, .dashboard:
            return usedState(setting, input)
        default: return []
        }
    }

    private mutating func usedAccount(_ setting: Setting, _ input: Input) -> [PanelEffect] {
        switch (setting, input) {
        case (.signIn, _):
            // The list may still be on its way, as after the start.
            choosesProvider = true
            return [effect(.providers)].compactMap { $0 }
        case (.subscriberOfProvider(let subscriber), _):
            guard case .subscribers(let provider) = subpage else { return [] }
            subpage = nil
            return [.call(Call(Member.signIn, .text(provider), .text(subscriber), .details([:])))]
        case (.expire, _): return [.call(Call(Member.expireAccount))]
        case (.signOut, _): return [.ask(signOutQuestion)]
        case (.region, .chose(let index)) where regionValues.indices.contains(index):
            return change(\.region, to: regionValues[index], with: Call(Member.setRegion, .text(regionValues[index])))
        default: return []
        }
    }

    private mutating func usedApplication(_ setting: Setting, _ input: Input) -> [PanelEffect] {
        switch (setting, input) {
        case (.access(let identifier), .toggled(let isOn)): return set(identifier, isOn ? .granted : .denied)
        case (.access(let identifier), .chose(let index)) where Access.allCases.indices.contains(index):
            return set(identifier, Access.allCases[index])
        case (.application(let identifier), _):
            subpage = .application(identifier)
            device.events = []
            return [effect(.events)].compactMap { $0 }
        case (.resetAccess(let identifier), _): return [.call(Call(Member.resetAccess, .text(identifier)))]
        case (.resetAllAccess, _):
            return [
                .ask(
                    Question(
                        setting: .resetAllAccess, title: "Reset the access of all apps?",
                        text: "Every app asks again before it can read the TV provider account.",
                        answers: [.init("Reset All", isDestructive: true)]))
            ]
        default: return []
        }
    }

    private mutating func set(_ application: String, _ access: Access) -> [PanelEffect] {
        let call = Call(Member.setAccessStatus, .text(application), .text(access.rawValue))
        guard let index = device.applications.firstIndex(where: { $0.identifier == application }) else { return [.call(call)] }
        let effects = change(\.applications[index].access, to: access, with: call)
        updateApplicationRows()
        return effects
    }

    /// Changes a part of the device, which is shown at once, before the device confirms it; nothing if it has the value.
    private mutating func change<Value: Equatable>(
        _ part: WritableKeyPath<Device, Value>, to value: Value, with call: Call
    ) -> [PanelEffect] {
        guard device[keyPath: part] != value else { return [] }
        device[keyPath: part] = value
        return [.call(call)]
    }

    mutating func answered(_ setting: Setting, _ index: Int) -> [PanelEffect] {
        switch setting {
        case .signOut: [.call(Call(Member.signOut, .details(index == 0 ? [Key.keepAccess: .flag(true)] : [:])))]
        case .resetAllAccess: [.call(Call(Member.resetAccess, .text("")))]
        case .loadScenario: [.run(ShellLine("scenario", "load", chosenScenario), done: "Loaded \(chosenScenario)")]
        case .reset: [.run(ShellLine("reset"), done: "Reset to the initial state")]
        default: []
        }
    }

    // MARK: Developer

    private mutating func usedDeveloper(_ setting: Setting, _ input: Input) -> [PanelEffect] {
        switch (setting, input) {
        case (.developer(let key), .toggled(let isOn)): return setDeveloper(key, .flag(isOn))
        case (.developer(let key), .entered(let text)): return setDeveloper(key, .text(text))
        case (.newProvider, _): return openProvider(nil)
        case (.editProvider(let identifier), _): return openProvider(identifier)
        case (.providerField(.scheme), .chose(let index)) where Panel.schemes.indices.contains(index):
            draft.providerFields[.scheme] = Panel.schemes[index].joined(separator: " ")
        case (.providerField(let field), .entered(let text)): draft.providerFields[field] = text
        case (.providerField(let field), .toggled(let isOn)): draft.providerFields[field] = isOn ? "on" : "off"
        case (.saveProvider, _):
            guard case .developerProvider(let identifier) = subpage else { return [] }
            return saveProvider(identifier)
        case (.removeProvider(let identifier), _):
            subpage = nil
            return [.call(Call(Member.removeDeveloperProvider, .text(identifier)))]
        default: break
        }
        return []
    }

    private mutating func saveProvider(_ identifier: String?) -> [PanelEffect] {
        let details = BusArgument.details(providerDetails)
        let call: Call
        if let identifier {
            call = Call(Member.editDeveloperProvider, .text(identifier), details)
        } else {
            call = Call(Member.addDeveloperProvider, details)
        }
        draft.sentForm = SentForm(subpage: .developerProvider(identifier), call: call)
        subpage = nil
        return [.call(call)]
    }

    /// Reports a change that has failed, and queries the device's value instead; a form is shown again with what the user has
    /// entered.
    mutating func callFailed(_ call: Call, _ message: String) -> [PanelEffect] {
        if let form = draft.sentForm, form.call == call {
            draft.sentForm = nil
            if subpage == nil { subpage = form.subpage }
        }
        return [.announce(DisplayText.line(message, limit: 200))]
            + [.status, .applications, .developer].compactMap(effect)
    }

    private mutating func setDeveloper(_ key: String, _ value: BusValue) -> [PanelEffect] {
        change(\.developer[key], to: value, with: Call(Member.setDeveloperSetting, .text(key), .variant(value)))
    }

    private mutating func openProvider(_ identifier: String?) -> [PanelEffect] {
        draft.providerFields = [:]
        draft.sentForm = nil
        if let identifier, let provider = device.provider(identifier) {
            // The device shows the name with a mark; it is stored without.
            let stored = provider.storedName
            let name = stored.hasPrefix("🚧") ? String(stored.dropFirst().drop { $0 == " " }) : stored
            // In the order of the choice, not in that of the input.
            let schemes = Panel.schemes.first { Set($0) == Set(provider.schemes) } ?? provider.schemes
            draft.providerFields = [
                .identifier: identifier, .name: name, .url: provider.url, .scheme: schemes.joined(separator: " "),
                .systemTrust: provider.requiresSystemTrust ? "on" : "off",
            ]
        }
        subpage = .developerProvider(identifier)
        return []
    }

    // MARK: Testing

    private mutating func usedPrompts(_ setting: Setting, _ input: Input) -> [PanelEffect] {
        switch (setting, input) {
        case (.unanswered, .chose(let index)) where Panel.policies.indices.contains(index):
            let policy = Panel.policies[index]
            return change(\.unanswered, to: policy, with: Call(Member.setUnanswered, .text(policy)))
        case (.answerPrompt, .chose(let index)) where Panel.prompts.indices.contains(index):
            if draft.prompt != index { (draft.prompt, draft.answer) = (index, nil) }
        case (.answerValue, .chose(let index)) where answerValues.indices.contains(index):
            draft.answer = answerValues[index].value
        case (.answerApplication, .chose(let index)):
            let applications = offeredApplications
            draft.application = applications.indices.contains(index - 1) ? applications[index - 1].identifier : nil
        case (.addAnswer, _):
            var answer: [String: BusValue] = [Key.prompt: .text(Panel.prompts[draft.prompt]), Key.answer: .text(draftAnswer)]
            if let application = draftApplication { answer[Key.applicationID] = .text(application.identifier) }
            return [.call(Call(Member.queueAnswer, .details(answer)))]
        case (.clearAnswers, _): return [.call(Call(Member.clearAnswers))]
        default: break
        }
        return []
    }

    private mutating func usedFaults(_ setting: Setting, _ input: Input) -> [PanelEffect] {
        switch (setting, input) {
        case (.faultPreset, .chose(let index)) where FaultPreset.all.indices.contains(index): draft.faultPreset = index
        case (.addFault, _):
            let preset = FaultPreset.all[draft.faultPreset]
            return [.call(Call(Member.addFault, .details(preset.details.merging([Key.at: .text(preset.point)]) { $1 })))]
        case (.fault(let name), _): return [.call(Call(Member.clearFaults, .text(name)))]
        // The line of vsactl also removes the service's faults.
        case (.clearFaults, _): return [.run(ShellLine("fault", "clear"), done: nil)]
        default: break
        }
        return []
    }

    private mutating func usedClock(_ setting: Setting, _ input: Input) -> [PanelEffect] {
        switch (setting, input) {
        case (.advance, .pressed(let index)) where Panel.steps.indices.contains(index):
            return [.run(ShellLine("clock", "advance", Panel.steps[index]), done: nil)]
        case (.freeze, .toggled(let isOn)):
            guard isOn != (device.clock?.isFrozen == true) else { return [] }
            // Shown at once, like every change.
            device.clock?.setFrozen(isOn, machine: now)
            return [.run(ShellLine("clock", isOn ? "freeze" : "resume"), done: nil)]
        case (.resetClock, _): return [.run(ShellLine("clock", "reset"), done: nil)]
        default: return []
        }
    }

    private mutating func usedState(_ setting: Setting, _ input: Input) -> [PanelEffect] {
        switch (setting, input) {
        case (.scenario, .chose(let index)): draft.scenario = index
        case (.loadScenario, _):
            return [
                .ask(
                    Question(
                        setting: .loadScenario, title: "Load the scenario \(chosenScenario)?",
                        text: "It replaces the complete state of the device and its service.",
                        answers: [.init("Load", isDestructive: true)]))
            ]
        case (.reset, _):
            return [
                .ask(
                    Question(
                        setting: .reset, title: "Reset the device and its service?",
                        text: "They return to the scenario that was loaded last, or to their initial state.",
                        answers: [.init("Reset", isDestructive: true)]))
            ]
        case (.snapshot, .pressed(let index)): return [.chooseFile(isSaving: index == 0)]
        case (.serviceStatus, _): return [.run(Panel.serviceStatusCommand, done: nil)]
        case (.connectService, _):
            return [.run(ShellLine("service", "connect"), done: "The device and the service trust each other")]
        case (.dashboard, _): return [.run(ShellLine("dashboard"), done: nil)]
        default: break
        }
        return []
    }

    /// The commands whose output the page shows.
    static let serviceStatusCommand = ShellLine("service", "status")
    static let scenarioListCommand = ShellLine("scenario", "list")

    /// Queries what only `vsactl` knows, once the page "Testing" is shown.
    public mutating func testingShown() -> [PanelEffect] {
        draft.scenarios.isEmpty ? [.run(Panel.scenarioListCommand, done: nil), .run(Panel.serviceStatusCommand, done: nil)] : []
    }

    mutating func ran(_ command: ShellLine, _ output: String) -> [PanelEffect] {
        let lines = output.split(separator: "\n").map(String.init)
        switch command {
        case Panel.scenarioListCommand:
            // The first word of each line is the name.
            draft.scenarios = lines.compactMap { $0.split(separator: " ").first.map(String.init) }
        case Panel.serviceStatusCommand:
            draft.serviceStatus = DisplayText.line(lines.prefix(2).joined(separator: " · "), limit: 200)
        default: break
        }
        return []
    }

    mutating func commandFailed(_ command: ShellLine, _ message: String) -> [PanelEffect] {
        // The suggestions in the lines after it are for a terminal.
        let text = DisplayText.line(String(message.prefix { !$0.isNewline }), limit: 200)
        if command == Panel.serviceStatusCommand {
            draft.serviceStatus = text
            return []
        }
        return [.announce(text)] + [effect(.clock)].compactMap { $0 }
    }
}

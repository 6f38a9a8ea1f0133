import PickerModel

/// The panel's queries of the device, and their times.
extension Panel {
    private typealias Member = ControlInterface.Member

    /// The number of entries from which the last use of each app is derived, and that are shown of one app.
    private static let (recentEntries, shownEntries): (UInt32, UInt32) = (1000, 50)

    /// Returns the call for a query; nil if it is not needed now.
    func effect(_ query: Query) -> PanelEffect? {
        let call: Call
        switch query {
        case .account: call = Call(Member.getAccount)
        case .providers: call = Call(Member.listProviders)
        case .applications: call = Call(Member.listApplications)
        case .developer: call = Call(Member.getDeveloperSettings)
        case .answers: call = Call(Member.listAnswers)
        case .faults: call = Call(Member.listFaults)
        case .clock: call = Call(Member.getClock)
        case .status: call = Call(Member.getStatus)
        case .journal: call = Call(Member.listJournal, .details([Key.limit: .number(Panel.recentEntries)]))
        case .events:
            guard case .application(let identifier) = subpage else { return nil }
            let options: [String: BusValue] = [
                Key.limit: .number(Panel.shownEntries), Key.applicationID: .text(identifier),
            ]
            call = Call(Member.listJournal, .details(options))
        }
        return .query(query, call)
    }

    mutating func received(_ query: Query, _ details: [Details]) -> [PanelEffect] {
        do {
            return try take(query, details)
        } catch {
            return [.announce("The device has sent an invalid value: \(error)")]
        }
    }

    private mutating func take(_ query: Query, _ details: [Details]) throws(InvalidDetails) -> [PanelEffect] {
        let one = details.first ?? Details([:])
        switch query {
        case .account: device.account = try Account(one)
        case .providers:
            device.providers = try map(details) { (one) throws(InvalidDetails) in try Provider(one) }
            guard choosesProvider, let choice = providerChoice else { break }
            choosesProvider = false
            return [.chooseProvider(choice)]
        case .applications:
            device.applications = try map(details) { (one) throws(InvalidDetails) in try Application(one) }
            updateApplicationRows()
        case .developer: device.developer = one.values
        case .answers: device.answers = try map(details) { (one) throws(InvalidDetails) in try QueuedAnswer(one) }
        case .faults: device.faults = try map(details) { (one) throws(InvalidDetails) in try Fault(one) }
        case .clock: device.clock = try Clock(one)
        case .status:
            device.region = try one.text(Key.region) ?? ""
            device.unanswered = try one.text(Key.unanswered) ?? ""
        case .journal:
            for entry in try map(details, { (one) throws(InvalidDetails) in try JournalEntry(one) }) { note(entry) }
        case .events:
            let entries = try map(details) { (one) throws(InvalidDetails) in try JournalEntry(one) }
            // Those of an app whose page has been left meanwhile may still arrive.
            guard case .application(let identifier) = subpage, entries.allSatisfy({ $0.application == identifier }) else { break }
            device.events = entries.reversed()
            if let newest = entries.last { device.lastUse[identifier] = max(device.lastUse[identifier] ?? 0, newest.time) }
        }
        return []
    }

    private func map<T>(
        _ details: [Details], _ make: (Details) throws(InvalidDetails) -> T
    ) throws(InvalidDetails) -> [T] {
        var result: [T] = []
        for one in details { result.append(try make(one)) }
        return result
    }

    private mutating func note(_ entry: JournalEntry) {
        device.newestEntry = max(device.newestEntry ?? 0, entry.sequence)
        if !entry.application.isEmpty { device.lastUse[entry.application] = entry.time }
    }

    mutating func journalAdded(_ details: Details) -> [PanelEffect] {
        guard let entry = try? JournalEntry(details) else { return Query.allCases.compactMap(effect) }
        // During many calls the device skips entries, and with them their information.
        let isComplete = device.newestEntry.map { entry.sequence <= $0 &+ 1 } ?? true
        note(entry)
        if case .application(let identifier) = subpage, entry.application == identifier {
            device.events = Array(([entry] + device.events).prefix(Int(Panel.shownEntries)))
        }
        guard isComplete else { return Query.allCases.compactMap(effect) }
        var queries = Panel.affected(by: entry.event)
        let isNewApplication = !entry.application.isEmpty && device.application(entry.application) == nil
        if isNewApplication, !queries.contains(.applications) { queries.append(.applications) }
        return queries.compactMap(effect)
    }

    /// Returns what an event of the journal may have changed.
    private static func affected(by event: String) -> [Query] {
        switch event.split(separator: ".").first {
        case "account": return [.account]
        case "app", "access": return event == "access.checked" ? [] : [.applications]
        case "developer": return [.developer, .providers, .account]
        case "region": return [.status, .providers]
        case "fault": return [.faults]
        case "clock": return [.clock, .account]
        case "prompt": return event == "prompt.answered" ? [.answers] : []
        case "device", "scenario", "snapshot": return Query.allCases
        default: return []
        }
    }
}

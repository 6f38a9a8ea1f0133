import PickerModel

/// The page of an app.
extension Panel {
    /// The row for all apps.
    public var resetAllRow: Row {
        Row(
            .resetAllAccess, "Reset Access of All Apps", "Every app asks again.", .button("Reset All…", isDestructive: true),
            [ShellLine("access", "reset")], isEnabled: device.applications.contains { $0.access != .notDetermined })
    }

    /// The current subpage and its title; nil if there is none.
    public var subpageContent: (title: String, page: Page)? {
        switch subpage {
        case .application(let identifier): (name(of: identifier), applicationPage(identifier))
        case .subscribers(let identifier): ("Sign In", subscribersPage(identifier))
        case .developerProvider(let identifier):
            (
                identifier == nil ? "Add Provider" : "Edit Provider", developerProviderPage(identifier)
            )
        case nil: nil
        }
    }

    func applicationPage(_ identifier: String) -> Page {
        guard let application = device.application(identifier) else {
            return Page([Group(name(of: identifier), "The device no longer knows this app.", [])])
        }
        let lastUse = device.lastUse[identifier].map { "\(TimeText.relative($0, now: deviceTime)) · \(dateText($0))" }
        let about = Group(
            "App", "",
            [
                Row(.application(identifier), "Identifier", identifier, .none, [ShellLine("app", "show", values: [identifier])]),
                Row(.identification(identifier), "Identified by", application.identificationText),
                Row(.lastUse(identifier), "Last use", lastUse ?? "Not in the recent journal"),
                Row(
                    .usage(identifier), "Reason for access",
                    application.usageDescription.isEmpty
                        ? "The app gives no reason, so the device rejects its requests." : application.usageDescription),
            ])
        return Page([about, accessGroup(application), eventGroup(identifier)])
    }

    private func accessGroup(_ application: Application) -> Group {
        Group(
            "Access to the TV provider account", "",
            [
                Row(
                    .access(application.identifier), "Access", "",
                    .choice(Access.allCases.map(\.label), selected: Access.allCases.firstIndex(of: application.access) ?? 0),
                    [ShellLine("access", "set", values: [application.identifier, application.access.rawValue])]),
                Row(
                    .resetAccess(application.identifier), "Reset Access", "The app asks again.", .button("Reset"),
                    [ShellLine("access", "reset", values: [application.identifier])],
                    isEnabled: application.access != .notDetermined),
            ])
    }

    private func eventGroup(_ identifier: String) -> Group {
        let rows = device.events.map { entry in
            Row(
                .event(entry.sequence), entry.event,
                [TimeText.relative(entry.time, now: deviceTime), entry.details].filter { !$0.isEmpty }.joined(separator: " · "),
                .none, [ShellLine("journal", "show", "d\(entry.sequence)")])
        }
        return Group("Events", rows.isEmpty ? "The journal has no events of this app." : "The newest first", rows)
    }
}

import PickerModel

/// The page "Developer": Settings > Developer > TV Provider on Apple's devices.
extension Panel {
    /// A developer setting.
    struct DeveloperSetting: Sendable {
        let key: String
        let title: String
        let explanation: String
        let isSwitch: Bool
    }

    private static let noEffect = "No effect in this simulator."

    static let developerSettings: [DeveloperSetting] = [
        DeveloperSetting(
            key: Key.simulateExpiredToken, title: "Simulate Expired Token",
            explanation: "Accounts of developer providers appear as expired long ago.", isSwitch: true),
        DeveloperSetting(key: Key.cacheBuster, title: "Cache Buster", explanation: noEffect, isSwitch: true),
        DeveloperSetting(
            key: Key.requestTimeoutsDisabled, title: "Disable Request Timeouts",
            explanation: "A provider may take longer than 60 seconds.", isSwitch: true),
    ]

    static let setTopBoxSettings: [DeveloperSetting] = [
        DeveloperSetting(
            key: Key.setTopBoxMode, title: "Set-Top Box Mode",
            explanation: "The provider below is at the top of the picker.", isSwitch: true),
        DeveloperSetting(
            key: Key.setTopBoxProvider, title: "Provider", explanation: "The identifier of a TV provider", isSwitch: false),
        DeveloperSetting(
            key: Key.setTopBoxBundleIdentifier, title: "Bundle Identifier", explanation: noEffect, isSwitch: false),
        DeveloperSetting(key: Key.setTopBoxUserToken, title: "User Token", explanation: noEffect, isSwitch: false),
        DeveloperSetting(
            key: Key.setTopBoxUsesDeviceProfile, title: "Use Device Profile", explanation: noEffect, isSwitch: true),
        DeveloperSetting(key: Key.setTopBoxSupportsOptOut, title: "Supports Opt-Out", explanation: noEffect, isSwitch: true),
    ]

    /// The developer settings and the developer providers.
    public var developerPage: Page {
        let providers = device.providers.filter(\.isDeveloper)
        return Page([
            Group(
                "TV Provider", "As in Settings › Developer › TV Provider on Apple’s devices.",
                Panel.developerSettings.map(row)),
            Group("Set-Top Box", "", Panel.setTopBoxSettings.map(row)),
            Group(
                "Developer Providers", "Providers for testing before they go live. They are in the picker of every region.",
                providers.map { provider in
                    Row(
                        .editProvider(provider.identifier), provider.name, provider.identifier, .opens,
                        [ShellLine("developer", "provider", "list")])
                } + [
                    Row(
                        .newProvider, "Add Provider…", "", .opens,
                        [ShellLine("developer", "provider", "add", "ID", "--name", "NAME", "--url", "URL")])
                ]),
        ])
    }

    private func row(_ setting: DeveloperSetting) -> Row {
        guard setting.isSwitch else {
            var text = ""
            if case .text(let value) = device.developer[setting.key] { text = value }
            return Row(
                .developer(setting.key), setting.title, setting.explanation, .entry(text),
                [ShellLine("developer", "set", values: [setting.key, text])])
        }
        let isOn = device.developer[setting.key] == .flag(true)
        return Row(
            .developer(setting.key), setting.title, setting.explanation, .toggle(isOn),
            [ShellLine("developer", "set", setting.key, isOn ? "off" : "on")])
    }

    /// Returns the page of a developer provider, or of a new one.
    func developerProviderPage(_ identifier: String?) -> Page {
        let fields = draft.providerFields
        func entry(_ field: Setting.ProviderField, _ title: String) -> Row {
            Row(.providerField(field), title, "", .entry(fields[field] ?? ""))
        }
        let isComplete = [.identifier, .name, .url].allSatisfy { !(fields[$0] ?? "").isEmpty }
        let schemes = Panel.schemes.map { $0.joined(separator: " and ") }
        return Page([
            Group(
                "Provider", "The name is shown with the symbol 🚧. The address is stored and never fetched.",
                [
                    entry(.identifier, "Identifier"), entry(.name, "Display Name"), entry(.url, "Authentication URL"),
                    Row(
                        .providerField(.scheme), "Schemes", "",
                        .choice(schemes, selected: Panel.schemes.firstIndex(of: selectedSchemes) ?? 0)),
                    Row(
                        .providerField(.systemTrust), "Require System Trust", "The authentication URL must then be https.",
                        .toggle(fields[.systemTrust] == "on")),
                ]),
            Group(
                "", "",
                [
                    Row(
                        .saveProvider, identifier == nil ? "Add the Provider" : "Save the Changes", "",
                        .button(identifier == nil ? "Add" : "Save"), [providerCommand(identifier)], isEnabled: isComplete),
                    identifier.map { identifier in
                        Row(
                            .removeProvider(identifier), "Remove the Provider", "", .button("Remove", isDestructive: true),
                            [ShellLine("developer", "provider", "remove", values: [identifier])])
                    },
                ]),
        ])
    }

    static let schemes = [["SAML"], ["API"], ["SAML", "API"]]

    /// The schemes of the draft.
    var selectedSchemes: [String] { (draft.providerFields[.scheme] ?? "SAML").split(separator: " ").map(String.init) }

    private func providerCommand(_ identifier: String?) -> ShellLine {
        let fields = draft.providerFields
        let newIdentifier = fields[.identifier] ?? ""
        let options =
            (identifier == nil ? [] : [("--new-id", newIdentifier)])
            + [("--name", fields[.name] ?? ""), ("--url", fields[.url] ?? "")]
            + selectedSchemes.map { ("--scheme", $0) } + [("--system-trust", fields[.systemTrust] ?? "off")]
        return ShellLine(
            "developer", "provider", identifier == nil ? "add" : "edit", values: [identifier ?? newIdentifier], options: options)
    }

    /// The draft of a developer provider in the form of the bus.
    var providerDetails: [String: BusValue] {
        let fields = draft.providerFields
        return [
            Key.providerIdentifier: .text(fields[.identifier] ?? ""), Key.name: .text(fields[.name] ?? ""),
            Key.authenticationURL: .text(fields[.url] ?? ""), Key.supportedAuthenticationSchemes: .texts(selectedSchemes),
            Key.requiresSystemTrust: .flag(fields[.systemTrust] == "on"),
        ]
    }
}

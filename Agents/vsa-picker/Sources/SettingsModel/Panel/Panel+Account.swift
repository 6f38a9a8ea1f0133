import PickerModel

/// The page "Account".
extension Panel {
    /// Regions offered besides the current one; `vsactl region set` accepts any other.
    private static let regions = ["US", "CA", "GB", "DE", "FR", "JP", "BR", "AU"]

    /// The account, sign-in and sign-out, and the region.
    public var accountPage: Page {
        let groups = device.account.map { [accountGroup($0), signOutGroup($0)] } ?? [signInGroup]
        return Page(groups + [regionGroup])
    }

    private var signInGroup: Group {
        let provider = device.providers.first { $0.isSupported }?.identifier ?? "PROVIDER"
        return Group(
            "TV Provider", "Sign in with a TV provider, so that apps can unlock the channels of a subscription.",
            [
                Row(
                    .signIn, "Sign In…", "Not signed in", .opens,
                    [ShellLine("account", "sign-in", values: [provider])])
            ])
    }

    private func accountGroup(_ account: Account) -> Group {
        let name = device.providerName(account.provider)
        guard !account.isRemembered else {
            return Group(
                "TV Provider", "The device remembers the provider, but cannot sign in to it.",
                [Row(.provider, name, account.provider, .none, [ShellLine("account", "show")])])
        }
        return Group(
            "TV Provider", "",
            [
                Row(.provider, name, account.provider, .none, [ShellLine("provider", "show", values: [account.provider])]),
                Row(.subscriber, "Subscriber", DisplayText.line(account.subscriber), .none, [ShellLine("account", "show")]),
                Row(.signedIn, "Signed in", time(account.signedInAt)),
                expiryRow(account),
            ])
    }

    private func expiryRow(_ account: Account) -> Row? {
        guard let expiresAt = account.expiresAt else { return nil }
        let isExpired = expiresAt <= deviceTime
        // The device may have sent any number.
        let total = max(expiresAt &- account.signedInAt, 1)
        let share = Double(max(expiresAt &- deviceTime, 0)) / Double(total)
        return Row(.expiry, isExpired ? "Expired" : "Expires", time(expiresAt), .level(min(share, 1)))
    }

    private func signInCommand(_ provider: String, _ subscriber: String) -> ShellLine {
        // A provider that the device only remembers has no subscriber.
        let options = subscriber.isEmpty ? [] : [("--subscriber", subscriber)]
        return ShellLine("account", "sign-in", values: [provider], options: options)
    }

    private func time(_ time: Int64) -> String { "\(TimeText.relative(time, now: deviceTime)) · \(dateText(time))" }

    private func signOutGroup(_ account: Account) -> Group {
        let isExpired = account.expiresAt.map { $0 <= deviceTime } ?? true
        return Group(
            "Session", "",
            [
                account.isRemembered
                    ? nil
                    : Row(
                        .expire, "Expire Now", "Ends the authentication; the account remains.", .button("Expire"),
                        [ShellLine("account", "expire")], isEnabled: !isExpired),
                Row(
                    .signIn, "Use Another Account…", "Signs in with a different provider or subscriber.", .opens,
                    [signInCommand(account.provider, account.subscriber)]),
                Row(
                    .signOut, "Sign Out…", "Apps lose their access, unless you keep it.",
                    .button("Sign Out", isDestructive: true),
                    [ShellLine("account", "sign-out"), ShellLine("account", "sign-out", "--keep-access")]),
            ])
    }

    /// The values of the row "Region".
    var regionValues: [String] {
        ([device.region] + Panel.regions.filter { $0 != device.region }).filter { !$0.isEmpty }.sorted()
    }

    private var regionGroup: Group {
        Group(
            "Region", "The region decides which TV providers the device offers.",
            [
                Row(
                    .region, "Region", "", .choice(regionValues, selected: regionValues.firstIndex(of: device.region) ?? 0),
                    [ShellLine("region", "set", device.region)])
            ])
    }

    /// The question of "Sign Out".
    var signOutQuestion: Question {
        Question(
            setting: .signOut,
            title: "Sign out of \(device.account.map { device.providerName($0.provider) } ?? "the TV provider")?",
            text: """
                As on Apple’s devices, signing out resets every app’s access, so that each asks again. You can also keep the \
                access that you have given.
                """,
            answers: [.init("Keep Access and Sign Out"), .init("Sign Out", isDestructive: true)])
    }

    /// The list of providers, for the picker's view of it.
    var providerChoice: ProviderChoice? {
        typealias Key = AgentInterface.Key
        let rows = device.providers.filter { $0.isInLineUp }.map { provider in
            Details([
                Key.providerIdentifier: .text(provider.identifier), Key.name: .text(provider.name),
                Key.developer: .flag(provider.isDeveloper),
            ])
        }
        let details = Details([Key.applicationName: .text("this device"), Key.other: .flag(false)])
        return try? ProviderChoice(details: details, providers: rows)
    }

    /// Returns the page with the subscribers of a provider.
    func subscribersPage(_ identifier: String) -> Page {
        let provider = device.provider(identifier)
        let rows = (provider?.subscribers ?? []).map { subscriber in
            Row(
                .subscriberOfProvider(subscriber), DisplayText.line(subscriber), "", .opens,
                [signInCommand(identifier, subscriber)])
        }
        return Page([
            Group(
                device.providerName(identifier),
                rows.isEmpty
                    ? "This provider has no subscribers."
                    : "Choose the subscriber to sign in. The device does not need the password here; apps still get a real sign-in.",
                rows)
        ])
    }
}

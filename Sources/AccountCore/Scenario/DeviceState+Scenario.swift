import TVWorld

/// Conversion between scenarios and states of the device.
extension DeviceState {
    /// Creates the state that a scenario describes. The scenario also becomes the baseline.
    ///
    /// - Parameters:
    ///   - now: The start of the scenario, in Unix seconds.
    ///   - seed: Random bytes for `verification-data`.
    /// - Throws: `InvalidInput` with the field `document`.
    public init(_ scenario: Scenario, now: Int64, seed: [UInt8]) throws(InvalidInput) {
        self.init(world: scenario.world)
        self.scenario = scenario
        for app in scenario.apps {
            let id: ApplicationID
            do throws(InvalidInput) { id = try ApplicationID(app.id) } catch { throw Self.invalid("apps: \(error.message)") }
            do throws(InvalidInput) {
                let name = try InvalidInput.checkLength(app.name, of: "name", atMost: Application.maximumNameLength)
                applications[id] = Application(name: name)
            } catch { throw Self.invalid("apps: \(id): \(error)") }
            permissions[id] = app.access
        }
        if let account = scenario.account {
            storedAccount = SystemAccount(
                provider: account.provider, subscriber: account.subscriber ?? "", signedInAt: now,
                expiresAt: account.subscriber == nil ? now : now + account.lifetime, seed: seed)
        }
        for (setting, value) in scenario.developer {
            do throws(InvalidInput) { try developer.settings.set(setting, to: value) } catch {
                throw Self.invalid("developer: \(error)")
            }
        }
    }

    /// Returns the scenario that describes this state, as far as scenarios can; its parts for the service are the baseline's.
    ///
    /// - Parameter now: The current time, in Unix seconds.
    public func described(now: Int64) -> Scenario {
        var description = scenario ?? Scenario(name: "exported", world: world)
        description.world = world
        description.world.region = region.code
        description.apps = applications.sortedIDs.map { id in
            Scenario.App(id: id.text, name: applications[id]?.name.flatMap(TextRule.plain.adapted), access: permissions[id])
        }
        description.account = storedAccount.flatMap { account in
            // A world contains no developer providers, and therefore no user who is signed in to one.
            guard world.provider(id: account.provider) != nil else { return nil }
            return Scenario.Account(
                provider: account.provider, subscriber: account.isRemembered ? nil : account.subscriber,
                lifetime: min(max(0, account.expiresAt - now), Scenario.Account.maximumLifetime))
        }
        description.developer = developer.settings.changed.compactMapValues(Self.described)
        return description
    }

    private static func described(_ value: DeveloperSettingValue) -> DeveloperSettingValue? {
        if case .text(let text) = value { TextRule.plain.adapted(text).map(DeveloperSettingValue.text) } else { value }
    }

    private static func invalid(_ message: String) -> InvalidInput { InvalidInput(field: "document", message: message) }
}

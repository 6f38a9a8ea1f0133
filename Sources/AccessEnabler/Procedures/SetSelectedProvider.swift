/// `setSelectedProvider`: continues an open login, cancels it (nil), or presets the provider of the next one. A temporary pass
/// needs no login: it authenticates immediately, unless it requires a user identity, which only `getAuthentication` can pass.
struct SetSelectedProvider: Procedure {
    let mvpd: String?

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        if case .child = input { return .done }
        machine.trackSelection(mvpd)
        guard let mvpd else {
            machine.cancelSelection()
            return .done
        }
        guard let provider = machine.configuration?.provider(id: mvpd) else {
            machine.presetProvider = nil
            machine.endLogin(code: GENERIC_AUTHENTICATION_ERROR)
            return .done
        }
        let authenticatesAtOnce = provider.isTemporaryPass && !provider.needsIdentity
        guard machine.isLoginAwaited || authenticatesAtOnce else {
            machine.presetProvider = mvpd
            return .done
        }
        machine.dropLogoutPage()
        machine.withdrawQuestion()
        machine.leavePage()
        return .calling(ProviderLogin(provider: provider))
    }
}

/// `getSelectedProvider`: the provider whose page or code is shown, or else the one that was selected for the next login, or else
/// that of the token.
struct GetSelectedProvider: Procedure {
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        // The user did not select a passive page.
        let page = machine.openLogin?.page.flatMap { $0.isPassive ? nil : $0.provider.id }
        let selected =
            page ?? machine.openLogin?.secondScreen?.provider.id ?? machine.presetProvider ?? machine.selectedProvider
        machine.callBack(.selectedProvider(selected.flatMap { machine.configuration?.provider(id: $0) }))
        return .done
    }
}

/// Answers calls that currently have no effect.
struct Nothing: Procedure {
    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress { .done }
}

/// Logs in at a provider that the person has chosen: at once if it is degraded (row 3.22), else on the provider's page.
struct ProviderLogin: Procedure {
    private let provider: ProviderConfiguration

    init(provider: ProviderConfiguration) {
        self.provider = provider
    }

    mutating func resume(_ input: Input, _ machine: inout EntitlementMachine) -> Progress {
        switch input {
        case .child(.exchange(.degraded(let session))):
            machine.completeLogin(session, isCached: false, statuses: [StatusReport("N010")])
        // The rule has ended meanwhile.
        case .child: showPage(&machine)
        default:
            machine.presetProvider = nil
            guard provider.authenticatesAll else {
                showPage(&machine)
                return .done
            }
            return .calling(DegradedAuthentication(provider: provider, mayExchange: false))
        }
        return .done
    }

    private func showPage(_ machine: inout EntitlementMachine) {
        guard machine.environment.platform == .ios else {
            // The second screen does not exist yet.
            let status = StatusReport("REG500", message: "The service gives no registration codes yet.")
            return machine.endLogin(code: GENERIC_AUTHENTICATION_ERROR, statuses: [status])
        }
        machine.openLogin?.page = provider
        machine.callBack(
            .navigateToURL(machine.loginPage(of: provider), usesSVC: provider.requiresSVC && machine.handlesSVC))
    }
}

extension EntitlementMachine {
    /// The address at which the service sends the person to a provider's login page. Mirrors `GET /api/v1/authenticate`;
    /// without a registration code as long as the service knows none.
    func loginPage(of provider: ProviderConfiguration) -> String {
        let parameters = [
            ("requestor_id", requestor ?? ""), ("mso_id", provider.id), ("domain_name", configuration?.domain ?? ""),
            ("noflash", "true"), ("no_iframe", "true"), ("redirect_url", ADOBEPASS_REDIRECT_URL),
        ]
        let query = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return "\(provider.service)/api/v1/authenticate?\(query)"
    }

    /// Whether the app shows pages in the system's browser by itself: the option `handleSVC`.
    var handlesSVC: Bool { options["handleSVC"]?.flag ?? false }
}

/// A provider's login page that the app was told to show (iOS).
struct LoginPage: Sendable, Equatable {
    let provider: ProviderConfiguration
    /// Where the page ends.
    let redirectURL: String
    /// When the tokens that were there before expire, by MVPD: none of them is the login's result.
    let formerTokens: [String: Int64]
    /// Whether it asks nobody anything: without a session of the provider it ends at once.
    var isPassive = false

    /// Whether a URL is where the page ends: its scheme counts, or ``ADOBEPASS_REDIRECT_URL``'s. Without a URL it is taken for it.
    func ends(at url: String?) -> Bool {
        guard let url else { return true }
        let scheme = Self.scheme(of: url)
        return scheme != nil && (scheme == Self.scheme(of: redirectURL) || scheme == Self.scheme(of: ADOBEPASS_REDIRECT_URL))
    }

    private static func scheme(of url: String) -> String? {
        url.firstIndex(of: ":").map { url[..<$0].lowercased() }
    }
}

/// A login on a second screen (tvOS).
struct SecondScreen: Sendable, Equatable {
    let provider: ProviderConfiguration
    /// The code that the person enters there.
    let code: String
    /// When the tokens that were there before expire, by MVPD: none of them is the login's result.
    let formerTokens: [String: Int64]
    /// The procedure that asks the service for the login's end.
    var polling: TaskID

    /// What becomes of it.
    enum Result: Sendable, Equatable {
        /// There is a token at the service.
        case loggedIn
        /// The code has ended.
        case expired
        /// The service will never tell.
        case failed([StatusReport])
    }
}

extension EntitlementMachine {
    /// When the tokens of the requestor that are there now expire, by MVPD.
    var presentTokens: [String: Int64] { situation.sessions.mapValues(\.expires) }

    /// The address at which the service sends the person to a provider's login page. Mirrors `GET /api/v1/authenticate`: the code
    /// first, the address at which the page ends last.
    func loginPage(
        of provider: ProviderConfiguration, code: String, redirectURL: String, isPassive: Bool = false
    ) -> String {
        var parameters = [
            ("reg_code", code), ("requestor_id", requestor ?? ""), ("mso_id", provider.id),
            ("domain_name", configuration?.domain ?? ""), ("noflash", "true"), ("no_iframe", "true"),
        ]
        if isPassive { parameters.append(("is_passive", "true")) }
        parameters += GenericData.fields(openLogin?.data ?? [:]).map { ($0.name, $0.value) }
        if openLogin?.isForced == true { parameters.append(("force_authn", "true")) }
        parameters += pageFields.map { ($0.name, $0.value) }
        parameters.append(("redirect_url", redirectURL))
        let query = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return "\(provider.service)/api/v1/authenticate?\(query)"
    }

    /// Whether the app shows pages in the system's browser by itself: the option `handleSVC`.
    var handlesSVC: Bool { options["handleSVC"]?.flag ?? false }

    /// Whether a provider's pages are for the system's browser, which the app shows by itself.
    func usesSVC(for provider: ProviderConfiguration) -> Bool { provider.requiresSVC && handlesSVC }

    /// Where a provider's pages end: in the system's browser at the app's own scheme, which alone leads out of it, if it has one.
    func redirectURL(for provider: ProviderConfiguration) -> String {
        guard usesSVC(for: provider), let scheme = environment.redirectScheme else { return ADOBEPASS_REDIRECT_URL }
        return "\(scheme)://adobe.com"
    }

    /// Leaves the page or the second screen: the login goes on or ends without it.
    mutating func leavePage() {
        if let polling = openLogin?.secondScreen?.polling { giveUp(task: polling) }
        openLogin?.secondScreen = nil
        openLogin?.page = nil
    }
}

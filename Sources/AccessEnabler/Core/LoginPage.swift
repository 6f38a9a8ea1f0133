import Encodings

/// A provider's login page that is shown (iOS).
struct LoginPage: Sendable, Equatable {
    let provider: ProviderConfiguration
    /// Where the page ends.
    let redirectURL: String
    /// When the tokens that were there before expire, by MVPD: none of them is the login's result.
    let formerTokens: [String: Int64]
    /// Whether it asks nobody anything: without a session of the provider it ends at once.
    var isPassive = false
    /// The request with which the library shows it; nil when the app shows it.
    var shown: RequestID?

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

    /// The address at which the service sends the user to a provider's login page, without the address at which the page ends,
    /// which comes last. Mirrors `GET /api/v1/authenticate`: the code first.
    func loginPage(of provider: ProviderConfiguration, code: String, isPassive: Bool = false) -> String {
        var parameters = [
            ("reg_code", code), ("requestor_id", requestor ?? ""), ("mso_id", provider.id),
            ("domain_name", configuration?.domain ?? ""), ("noflash", "true"), ("no_iframe", "true"),
        ]
        if isPassive { parameters.append(("is_passive", "true")) }
        parameters += GenericData.fields(openLogin?.data ?? [:]).map { ($0.name, $0.value) }
        if openLogin?.isForced == true { parameters.append(("force_authn", "true")) }
        parameters += pageFields.map { ($0.name, $0.value) }
        parameters.append(("redirect_url", ""))
        let query = parameters.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        return "\(provider.service)/api/v1/authenticate?\(query)"
    }

    /// Whether the app shows pages in the system's browser by itself: the option `handleSVC`.
    private var handlesSVC: Bool { options["handleSVC"]?.flag ?? false }

    /// Where a provider's pages end: in the system's browser at the app's own scheme, which alone leads out of it, if it has one.
    func redirectURL(for provider: ProviderConfiguration) -> String {
        guard provider.requiresSVC, let scheme = environment.redirectScheme else { return ADOBEPASS_REDIRECT_URL }
        return "\(scheme)://adobe.com"
    }

    /// Shows a page: in the system's browser where the provider needs that and the app leaves it to the library, else through
    /// the app.
    ///
    /// - Parameters:
    ///   - page: Its address, but for the address at which it ends.
    ///   - tickets: The calls that it is about; nil: as for any callback.
    /// - Returns: The request with which the library shows it; nil: the app was told to.
    mutating func show(_ page: String, of provider: ProviderConfiguration, to tickets: [Ticket]? = nil) -> RequestID? {
        guard handlesSVC || !provider.requiresSVC else { return putAside { .show($0, page: page) } }
        let url = page + PercentEncoding.encode(redirectURL(for: provider))
        callBack(.navigateToURL(url, usesSVC: provider.requiresSVC), to: tickets)
        return nil
    }

    /// Leaves the page or the second screen: the login goes on or ends without it.
    mutating func leavePage() {
        if let polling = openLogin?.secondScreen?.polling { giveUp(task: polling) }
        if let shown = openLogin?.page?.shown { giveUp(shown) }
        openLogin?.secondScreen = nil
        openLogin?.page = nil
    }
}

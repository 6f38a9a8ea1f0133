import Encodings
import ServiceAccess

/// A provider's login page in progress (iOS).
struct LoginPage: Sendable, Equatable {
    let provider: ProviderConfiguration
    /// Whether it never prompts the user: without a session at the provider it ends immediately.
    var isPassive = false
    /// The request with which the library shows it; nil if the app shows it.
    let shown: RequestID?
}

/// A login on a second screen (tvOS), for which the service is polled.
struct SecondScreen: Sendable, Equatable {
    /// The first pause of the polling, in milliseconds.
    static let firstInterval: Int64 = 5_000

    let provider: ProviderConfiguration
    /// The code that the user enters there.
    let code: String
    /// The expiration date of the code by the device's clock, which may be changed in the meantime.
    let end: Int64
    /// The strand that polls the service for the login's end.
    let polling: StrandID
    /// The current pause of the polling, in milliseconds.
    var interval = Self.firstInterval
    /// Whether the code's lifetime is over in real time.
    var hasEnded = false
    /// Whether a request to the service is in progress.
    var isAsking = false
    /// Whether the answer that is awaited is the last.
    var isLast = false

    enum Result: Sendable, Equatable {
        /// The service has a token.
        case loggedIn
        /// The code has expired.
        case expired
        /// The service will not report the end.
        case failed([StatusReport])
    }
}

extension EntitlementMachine {
    /// The expiration dates of the requestor's current tokens, by MVPD.
    var presentTokens: [String: Int64] { storage.sessions.mapValues(\.expires) }

    /// Returns the address at which the service redirects the user to a provider's login page, without the address at which the
    /// page ends, which comes last. Mirrors `GET /api/v1/authenticate`, with the code first.
    func loginPage(of provider: ProviderConfiguration, code: String, isPassive: Bool = false) -> String {
        var parameters = [HTTPRequest.Field]([
            "reg_code": code, "requestor_id": requestor ?? "", "mso_id": provider.id,
            "domain_name": configuration?.domain ?? "", "noflash": "true", "no_iframe": "true",
        ])
        if isPassive { parameters += [HTTPRequest.Field](["is_passive": "true"]) }
        parameters += GenericData.fields(openLogin?.data ?? [:])
        if openLogin?.isForced == true { parameters += [HTTPRequest.Field](["force_authn": "true"]) }
        return page("\(provider.service)/api/v1/authenticate", parameters)
    }

    /// Whether the app itself shows pages in the system's browser: the option `handleSVC`.
    private var handlesSVC: Bool { options["handleSVC"]?.flag ?? false }

    /// Returns the address at which a provider's pages end: in the system's browser, at the app's own scheme if it has one,
    /// because only that leads back to the app.
    func redirectURL(for provider: ProviderConfiguration) -> String {
        guard provider.requiresSVC, let scheme = environment.redirectScheme else { return ADOBEPASS_REDIRECT_URL }
        return "\(scheme)://adobe.com"
    }

    /// Shows a page: in the system's browser if the provider requires it and the app leaves it to the library, otherwise through
    /// the app.
    ///
    /// - Parameters:
    ///   - page: Its address without the address at which it ends.
    ///   - tickets: The calls that it concerns; nil: as for any callback.
    /// - Returns: The request with which the library shows it; nil if the app was asked to.
    mutating func show(_ page: String, of provider: ProviderConfiguration, to tickets: [Ticket]? = nil) -> RequestID? {
        guard handlesSVC || !provider.requiresSVC else { return putAside { .show($0, page: page) } }
        let url = page + PercentEncoding.encode(redirectURL(for: provider))
        take(step: .navigateToURL(url, usesSVC: provider.requiresSVC), to: tickets)
        return nil
    }

    /// Returns whether the page of the open login or logout ends at a URL: its scheme is compared, also with that of
    /// ``ADOBEPASS_REDIRECT_URL``. A missing URL counts as the end.
    func isPageEnd(_ url: String?) -> Bool {
        guard let provider = openLogin?.page?.provider ?? openLogout?.provider else { return false }
        guard let url else { return true }
        let scheme = Self.scheme(of: url)
        let ends = [redirectURL(for: provider), ADOBEPASS_REDIRECT_URL]
        return scheme != nil && ends.contains { Self.scheme(of: $0) == scheme }
    }

    private static func scheme(of url: String) -> String? {
        url.firstIndex(of: ":").map { url[..<$0].lowercased() }
    }

    /// Leaves the page or the second screen: the login continues or ends without it.
    mutating func leavePage() {
        if let polling = openLogin?.secondScreen?.polling { giveUp(strand: polling) }
        if let shown = openLogin?.page?.shown { giveUp(shown) }
        openLogin?.secondScreen = nil
        openLogin?.page = nil
        openLogin?.step = nil
    }
}

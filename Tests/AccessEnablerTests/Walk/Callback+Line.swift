import ServiceAccess

@testable import AccessEnabler

extension Callback {
    /// The callback as the model writes it.
    var line: String {
        switch self {
        case .setRequestorComplete(let isSuccess): "setRequestorComplete(\(isSuccess ? 1 : 0))"
        case .setAuthenticationStatus(let isSuccess, let code): "setAuthenticationStatus(\(isSuccess ? 1 : 0) \(code))"
        case .displayProviderDialog(let providers): "displayProviderDialog(\(providers.map(\.id).joined(separator: ",")))"
        case .presentTvProviderDialog: "present"
        case .dismissTvProviderDialog: "dismiss"
        case .navigateToURL(let url, let usesSVC): "navigateToUrl(\(Self.value("mso_id", in: url))\(usesSVC ? " svc" : ""))"
        case .preauthorizedResources(let resources): "preauthorizedResources(\(resources.joined(separator: ",")))"
        case .setToken(_, let resource): "setToken(\(resource))"
        case .tokenRequestFailed(let resource, let code, let description):
            "tokenRequestFailed(\(resource) \(code)\(code == USER_NOT_AUTHENTICATED_ERROR ? description : ""))"
        case .selectedProvider(let provider): "selectedProvider(\(provider?.id ?? "nil"))"
        case .setMetadataStatus(let value, let isEncrypted, let key, _):
            "setMetadataStatus(\(key) \(value?.text ?? "nil")\(isEncrypted ? " encrypted" : ""))"
        case .sendTrackingData(let data, let event): Self.line(data, event)
        case .status(let report): Self.line(report)
        case .preauthorize(let isServiced, let answer): "preauthorize(\(Self.line(isServiced, answer)))"
        }
    }

    private static func line(_ data: [String], _ event: Int32) -> String {
        switch (event, data.first) {
        case (TRACKING_AUTHENTICATION, "true"): "track(authentication \(data[1]) cached=\(data[3]))"
        case (TRACKING_AUTHENTICATION, _): "track(authentication false)"
        case (TRACKING_AUTHORIZATION, "true"): "track(authorization true \(data[1]) cached=\(data[3]))"
        case (TRACKING_AUTHORIZATION, _): "track(authorization false \(data[4]))"
        default: "track(selection \(data.first ?? ""))"
        }
    }

    private static func line(_ report: StatusReport) -> String {
        let code = report.errorID
        let reason =
            code.hasPrefix("APPL") && report.details != nil
            ? " details" : code == "VSA503" && report.message != nil ? " message" : ""
        return "status(\(code) \(report.level)\(reason)\(report.resource.map { " resource=\($0)" } ?? ""))"
    }

    private static func line(_ isServiced: Bool, _ answer: PreauthorizeAnswer) -> String {
        guard isServiced else { return "failure \(answer.status?.code ?? "")" }
        if let status = answer.status { return "response status \(status.code)" }
        return "response " + answer.decisions.filter(\.isAuthorized).map(\.id).joined(separator: ",")
    }

    /// A parameter of a URL, as it is written.
    static func value(_ name: String, in url: String) -> String {
        let parameters = url.split(separator: "?").last?.split(separator: "&") ?? []
        return parameters.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) } ?? ""
    }
}

extension SignInQuery {
    /// The question to the user as the model writes it.
    var line: String {
        "ask(forced=\(isForced) shown=\(supported.joined(separator: ",")) featured=\(featured.joined(separator: ","))"
            + " accepted=\(accepted.sorted().joined(separator: ",")))"
    }
}

import DecisionTables
import ServiceAccess

@testable import AccessEnabler

/// A callback as `entitle` prints it.
struct RecordedCallback: CustomStringConvertible {
    let name: String
    let parameters: [String: Value]

    init(_ callback: Callback) {
        let entry = callback.entry
        name = entry.name
        var parameters = entry.details.mapValues(Value.init)
        switch callback {
        case .setToken(let token, _): parameters["token"] = .text(token)
        case .displayProviderDialog(let providers): parameters["mvpds"] = .list(providers.map(Self.value))
        case .selectedProvider(let provider): parameters["mvpd"] = provider.map(Self.value) ?? .null
        case .preauthorize(_, let answer):
            parameters = [
                "status": answer.status.map(Self.value) ?? .null, "decisions": .list(answer.decisions.map(Self.value)),
            ]
        default: break
        }
        self.parameters = parameters
    }

    private static func value(_ decision: PreauthorizeAnswer.Decision) -> Value {
        .object([
            "id": .text(decision.id), "authorized": .flag(decision.isAuthorized), "error": decision.error.map(value) ?? .null,
        ])
    }

    private static func value(_ status: PreauthorizeAnswer.Status) -> Value {
        .object([
            "status": .integer(status.status), "code": .text(status.code), "action": .text(status.action),
            "message": status.message.map(Value.text) ?? .null,
        ])
    }

    private static func value(_ provider: ProviderConfiguration) -> Value {
        .object(["ID": .text(provider.id), "displayName": .text(provider.displayName)])
    }

    var description: String {
        let parameters = parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "\(name)(\(parameters.joined(separator: ", ")))"
    }
}

extension Value {
    init(_ json: JSONValue) {
        switch json {
        case .null: self = .null
        case .flag(let flag): self = .flag(flag)
        case .integer(let integer): self = .integer(Int(integer))
        case .number(let number): self = .text("\(number)")
        case .text(let text): self = .text(text)
        case .list(let list): self = .list(list.map(Value.init))
        case .object(let object): self = .object(object.mapValues(Value.init))
        }
    }
}

extension DecisionTables.Call {
    /// The call as the state machine receives it.
    var call: LibraryCall {
        switch self {
        case .setRequestor(let id): .setRequestor(id: id, serviceProviders: [])
        case .checkAuthentication: .checkAuthentication
        case .setOption(let name, let value): .setOptions([name: .flag(value)])
        case .getAuthentication: .getAuthentication(isForced: false, data: [:], filter: [:])
        case .getAuthenticationAmong(let shown, let featured):
            .getAuthentication(
                isForced: false, data: [:],
                filter: [
                    TV_PROVIDERS: .list(shown.map(JSONValue.text)), FEATURED_TV_PROVIDERS: .list(featured.map(JSONValue.text)),
                ])
        case .forceAuthentication: .getAuthentication(isForced: true, data: [:], filter: [:])
        case .setSelectedProvider(let mvpd): .setSelectedProvider(mvpd)
        case .handleExternalURL(let url): .handleExternalURL(url)
        case .checkAuthorization(let resource): .checkAuthorization(resource: resource, data: [:])
        case .getAuthorization(let resource): .getAuthorization(resource: resource, data: [:])
        case .checkPreauthorizedResources(let resources): .checkPreauthorizedResources(resources, usesCache: true)
        case .preauthorize(let resources): .preauthorize(resources: resources, usesCache: true)
        case .getUserMetadata(let name):
            .getMetadata(arguments: ["opCode": .integer(3), "user_metadata_name": .text(name)])
        case .getSelectedProvider: .getSelectedProvider
        case .logout: .logout
        }
    }
}

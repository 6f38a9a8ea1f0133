import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The decisions of REST v2.
struct DecisionController: Sendable {
    let engine: EntitlementEngine
    let access: AccessControl
    let keys: ServiceKeys

    var routes: [Route] {
        [
            .version2(.post, "/api/v2/{serviceProvider}/decisions/authorize/{mvpd}", fault: .resourceAuthorization) {
                try await decide($0, PlainEvent<[ResourceDecision]>.authorizeResources)
            }.reading(.json),
            .version2(.post, "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}", fault: .resourcePreauthorization) {
                try await decide($0, PlainEvent<[ResourceDecision]>.preauthorizeResources)
            }.reading(.json),
        ]
    }

    private func decide(
        _ call: APICall, _ event: (ClientCall, String, [String]?) -> PlainEvent<[ResourceDecision]>
    ) async throws -> Response {
        // Nil if the body has no list of strings.
        let resources = (try? call.json())?["resources"]?.texts
        let event = event(await access.clientCall(call), call.part("mvpd"), resources)
        let decisions = try await engine.send(event, requestID: call.requestID).map { decision in
            decision.json(
                serializedToken: try decision.mediaToken.map { try keys.serialized($0) }, requestID: call.requestID)
        }
        return .json(.ok, ["decisions": .array(decisions)])
    }
}

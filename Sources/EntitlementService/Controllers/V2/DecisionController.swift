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
            .version2(
                .post, "/api/v2/{serviceProvider}/decisions/authorize/{mvpd}", fault: .resourceAuthorization
            ) { call in
                try await answer(
                    .authorizeResources(
                        call: await access.clientCall(call), mvpd: call.part("mvpd"), resources: Self.resources(in: call)),
                    call)
            }.reading(.json),
            .version2(
                .post, "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}", fault: .resourcePreauthorization
            ) { call in
                try await answer(
                    .preauthorizeResources(
                        call: await access.clientCall(call), mvpd: call.part("mvpd"), resources: Self.resources(in: call)),
                    call)
            }.reading(.json),
        ]
    }

    private func answer<Event: EntitlementEvent>(
        _ event: Event, _ call: APICall
    ) async throws -> Response where Event.Answer == [ResourceDecision] {
        let decisions = try await engine.send(event, requestID: call.requestID).map { decision in
            decision.json(
                serializedToken: try decision.mediaToken.map { try keys.serialized($0) }, requestID: call.requestID)
        }
        return .json(.ok, ["decisions": .array(decisions)])
    }

    /// Returns the resources in the body; nil if it has no list of strings.
    private static func resources(in call: APICall) -> [String]? { (try? call.json())?["resources"]?.texts }
}

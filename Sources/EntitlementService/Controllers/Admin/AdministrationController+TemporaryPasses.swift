import Administration
import EntitlementCore
import TVWorld

extension AdministrationController {
    /// Returns the requestors' passes, and the started ones, newest first.
    func temporaryPasses(_ parameters: FormParameters) async throws -> TemporaryPassPage {
        let page = try await engine.store.list(
            RecordQuery<StartedTemporaryPass>(
                cursor: try number(parameters, "cursor", 1...9_007_199_254_740_991),
                limit: Int(try number(parameters, "limit", 1...500) ?? 100)))
        let now = engine.clock.milliseconds()
        return TemporaryPassPage(
            passes: engine.read { $0.world }.temporaryPasses.map(TemporaryPassResource.init),
            trials: page.records.map { StartedTemporaryPassResource($0, now: now) }, next: page.next)
    }

    /// Resets the started passes that the parameters select.
    func resetTemporaryPasses(_ parameters: FormParameters, requestID: String) async throws {
        let (device, key) = (parameters["device"], parameters["key"])
        guard device == nil || key == nil else {
            throw ServiceError.invalid("device and key exclude each other.")
        }
        guard let id = parameters["requestor"], !id.isEmpty else {
            throw ServiceError.invalid("requestor", "is required: a requestor's identifier")
        }
        let requestor = try requestor(id).id
        guard let mvpd = parameters["mvpd"], !mvpd.isEmpty else {
            throw ServiceError.invalid("mvpd", "is required: the temporary pass")
        }
        if device == "" { throw AdministrationFields.wrong("device", "a device's identifier, which is not empty") }
        if key == "" { throw AdministrationFields.wrong("key", "the SHA-256 of a user, which is not empty") }
        try await engine.send(
            .resetTemporaryPass(
                device.map { .device($0) } ?? key.map { .identity($0) } ?? .all,
                requestor: requestor, mvpd: mvpd, clientID: nil),
            requestID: requestID)
    }
}

extension StartedTemporaryPassResource {
    init(_ pass: StartedTemporaryPass, now: Int64) {
        self.init(
            id: pass.id, requestor: pass.requestor, mvpd: pass.mvpd, device: pass.deviceID, key: pass.identity,
            resources: pass.resources, startedAt: pass.startedAt, expiresAt: pass.expiresAt, ended: now >= pass.expiresAt)
    }
}

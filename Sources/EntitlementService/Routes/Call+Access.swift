import Crypto
import EntitlementCore
import Foundation
import HTTPTypes
import Hummingbird
import TVWorld

extension ServiceEnvironment {
    /// Returns the client of a call's access token.
    ///
    /// - Throws: ``EntitlementCore/Refusal`` if it has none, or an invalid one.
    func clientID(of call: Call) async throws -> String {
        guard let token = try call.bearerToken() else {
            throw Refusal(access: .accessDenied, "An access token is required: Authorization: Bearer TOKEN.")
        }
        guard let clientID = await signer.clientID(of: token, now: engine.clock.seconds()) else {
            throw Refusal(access: .accessDenied, "The access token is invalid or has expired.")
        }
        return clientID
    }

    /// Returns the common parameters of a call.
    func deviceCall(_ call: Call, requestor: String? = nil) async throws -> DeviceCall {
        var device = DeviceCall(
            clientID: try await clientID(of: call), requestor: requestor ?? call.parameters["requestor"],
            deviceID: call.parameters["deviceId"], applicationID: call.parameters["appId"], device: call.device,
            visitorID: call.visitorID, deviceType: call.parameters["deviceType"], address: call.clientAddress.text)
        device.applicationProfile = call.applicationProfile
        device.genericData = (GenericData.digests(of: call.parameters["generic_data"]) ?? [:]).keys.sorted()
        return device
    }

    /// Rejects a call without the administration's token.
    func requireAdministrator(_ call: Call) throws { try requireAdministrator(call.request) }

    /// Rejects a request without the administration's token, based on its head.
    func requireAdministrator(_ request: Request) throws {
        let given = try? request.bearerToken()
        // Digests have a fixed length, so the comparison's time reveals nothing, not even the length.
        guard isEqualInConstantTime(digest(given ?? ""), digest(adminToken)) else {
            throw AdministrationError(
                .unauthorized, "unauthorized", "The administration's token is required: Authorization: Bearer TOKEN.")
        }
    }

    /// Returns the SHA-256 of a secret.
    func digest(_ secret: String) -> [UInt8] { Array(SHA256.hash(data: Data(secret.utf8))) }
}

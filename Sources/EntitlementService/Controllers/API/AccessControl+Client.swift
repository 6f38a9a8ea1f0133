import EntitlementCore
import Hummingbird
import TVWorld

extension AccessControl {
    /// Returns the common parameters of a device's call of REST v2.
    func clientCall(_ call: APICall) async -> ClientCall {
        let headers = ClientHeaders(call.request.headers)
        var client = ClientCall(
            access: await access(of: call), serviceProvider: call.pathServiceProvider, deviceIdentifier: headers.deviceIdentifier,
            device: headers.device, connection: call.connection)
        client.partnerStatus = headers.partnerStatus
        client.temporaryPassIdentifiers = headers.temporaryPassIdentifiers
        client.visitorID = headers.visitorID
        if headers.hasIdentities {
            client.identities = await identities(in: headers, serviceProvider: call.pathServiceProvider)
        }
        return client
    }

    /// Verifies the tokens of shared identities; invalid ones are ignored.
    private func identities(in headers: ClientHeaders, serviceProvider: String) async -> [SharedIdentity] {
        let now = engine.clock.seconds()
        var identities: [SharedIdentity] = []
        for (token, kind, owner) in [
            (headers.subjectToken, SharedIdentity.Kind.platform, String?.none), (headers.serviceToken, .service, serviceProvider),
        ] {
            guard let token else { continue }
            let keys = engine.read { $0.identityKeys(kind, of: owner) }
            if let identity = await identityTokens.identity(in: token, kind: kind, registered: keys, now: now) {
                identities.append(identity)
            }
        }
        return identities
    }
}

extension APICall {
    /// The service provider in the path of a call of REST v2.
    var pathServiceProvider: String { part("serviceProvider") }

    /// The fields of an authentication session in the form.
    var sessionFields: SessionFields {
        SessionFields(mvpd: form["mvpd"], domainName: form["domainName"], redirectURL: form["redirectUrl"])
    }
}

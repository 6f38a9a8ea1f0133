import DBus
import DeviceInterfaces
import Foundation
import PrivateSession
import TVWorld

/// The device has an account or apps after a reset, or a scenario to which it returns.
package struct StateAfterReset: Error, Sendable {}

extension Daemons {
    /// Resets both daemons to their world. Keys, software statements and trust are kept; trust that a test has changed is
    /// restored.
    ///
    /// - Throws: `ConnectionError`, `RemoteError`, ``StateAfterReset``, `UnexpectedAnswer`, or the transport's error. A loaded
    ///   scenario is an error, because a reset restores it.
    package func reset() async throws {
        // Without vsactl: its processes would take longer than most tests between two resets.
        try await withControl { control in
            try await control.call(ControlInterface.Member.reset, VariantDictionary())
            let status = try await control.call(ControlInterface.Member.getStatus).decode(as: VariantDictionary.self)
            let snapshot = try await control.call(ControlInterface.Member.saveSnapshot).decode(as: String.self)
            let isSignedIn: Bool = try status.required(ControlInterface.Key.signedIn)
            let applications: UInt32 = try status.required(ControlInterface.Key.applications)
            let hasScenario = !snapshot.contains(#""scenario":null"#)
            guard !isSignedIn, applications == 0, !hasScenario else { throw StateAfterReset() }
            try await administration.send("POST", "/admin/v1/reset").expecting(204)
            try await exchangeTrust(control)
        }
    }

    /// Exchanges the metadata that the other side does not have, as `vsactl service connect` does with all.
    ///
    /// - Throws: `RemoteError`, `UnexpectedAnswer`, or the transport's error.
    func exchangeTrust(_ control: InterfaceProxy) async throws {
        let service = try await administration.send("GET", "/saml/metadata").expecting(200).text
        let trusted = try await control.call(ControlInterface.Member.getServiceMetadata).decode(as: String.self)
        if trusted != service { try await control.call(ControlInterface.Member.setServiceMetadata, service) }
        // There is no sign-in at a temporary pass.
        for provider in world.providers where !provider.isTemporaryPass {
            let path = "/admin/v1/providers/\(ServiceClient.encoded(provider.id))/metadata"
            let metadata = try await control.call(ControlInterface.Member.getProviderMetadata, provider.id).decode(
                as: String.self)
            let known = try await administration.send("GET", path)
            if known.status == 200, known.text == metadata { continue }
            try await administration.send("PUT", path, body: ("application/samlmetadata+xml", Data(metadata.utf8)))
                .expecting(204)
        }
    }
}

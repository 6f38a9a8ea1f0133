/// Establishes trust between the device and the user's service, unless the user has decided otherwise.
struct AutomaticTrust: Sendable {
    enum Outcome: Sendable {
        /// They now trust each other.
        case connected(TrustExchange.Outcome)
        /// Nothing was changed, with the reason.
        case unchanged(String)
    }

    let device: DeviceControl
    let service: RunningService

    /// Exchanges the metadata, unless the service's setting `auto-connect` forbids it or the device trusts another service.
    func perform() async throws -> Outcome {
        guard service.connectsByItself else { return .unchanged("the service's setting auto-connect is off") }
        let control = ServiceControl(address: service.address)
        if try await device.status().serviceEntityID != nil {
            let own = ServiceMetadata(text: try await control.metadata())
            let known = ServiceMetadata(text: try await device.serviceMetadata())
            guard own.certificates == known.certificates else {
                return .unchanged("the device trusts another service; vsactl service connect replaces it")
            }
            // Otherwise its address has changed.
            if own.consumer == known.consumer {
                try await TrustExchange.introduceProviders(of: device, to: control)
                return .unchanged("the device and the service already trust each other")
            }
        }
        return .connected(try await TrustExchange(device: device, service: control).perform())
    }
}

/// The SAML metadata of a service, as the service or the device has it.
struct ServiceMetadata {
    let text: String

    /// The address at which it receives responses; empty if there is none.
    var consumer: String {
        text.firstMatch(of: /AssertionConsumerService\s[^>]*Location="(?<url>[^"]*)"/).map { String($0.output.url) } ?? ""
    }

    /// Its certificates, regardless of the formatting.
    var certificates: Set<String> {
        Set(text.matches(of: /X509Certificate[^>]*>(?<text>[^<]+)</).map { $0.output.text.filter { !$0.isWhitespace } })
    }
}

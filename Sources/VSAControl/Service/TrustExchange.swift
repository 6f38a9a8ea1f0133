import Administration
import Glibc
import TerminalProgress

/// Establishes trust between the device and the service: only public metadata is exchanged, no keys.
struct TrustExchange: Sendable {
    /// The device, which acts as the providers.
    let device: DeviceControl
    let service: ServiceControl
    /// The identifiers of the device's providers if it has just returned them.
    var providers: [String]?
    /// Metadata of providers that the device has just returned.
    var known: [String: String] = [:]

    /// The number of providers that are introduced concurrently.
    private static let width = 4
    /// The time before the first message.
    private static let patience = Duration.seconds(3)

    struct Outcome: Sendable {
        var service: String
        var serviceEntityID: String?
        /// The providers that the service now trusts.
        var trusted: [String]
        /// The providers without metadata, or unknown to the service, with the reason.
        var skipped: [(provider: String, reason: String)]
    }

    /// Passes the service's metadata to the device and every provider's to the service, and reads both back.
    ///
    /// - Throws: `Failure`, also if there are providers and the service then trusts none of them.
    func perform() async throws -> Outcome {
        // The two directions are independent.
        async let trusting = try await device.setServiceMetadata(try await service.metadata())
        let identifiers = if let providers { providers } else { try await device.providers().map(\.id) }
        let results = try await exchangeProviders(identifiers)
        let known = try await service.status().providers
        let status = try await trusting
        var outcome = Outcome(
            service: service.address.url, serviceEntityID: status.serviceEntityID, trusted: [], skipped: [])
        for (provider, reason) in results {
            if let reason {
                outcome.skipped.append((provider, reason))
            } else if known.contains(where: { $0.id == provider && $0.trusted }) {
                outcome.trusted.append(provider)
            } else {
                throw Failure(.failed, "the service at \(service.address.url) did not store the metadata of \(provider)")
            }
        }
        guard identifiers.isEmpty || !outcome.trusted.isEmpty else {
            throw Failure(
                .failed, "the service at \(service.address.url) trusts no provider of this device",
                advice: outcome.skipped.map { "\($0.provider): \($0.reason)" }.joined(separator: "\n"))
        }
        return outcome
    }

    /// Passes on the metadata of providers that the service knows and does not trust yet, such as those of a world that was just
    /// loaded. Does nothing if the device trusts no service, because connecting the two may not be wanted.
    ///
    /// - Throws: `Failure` with the remedy.
    static func introduceProviders(of device: DeviceControl, to service: ServiceControl?) async throws {
        guard let service, try await device.status().serviceEntityID != nil else { return }
        let strangers = Set(try await service.status().providers.filter { !$0.trusted }.map(\.id))
        let providers = strangers.isEmpty ? [] : try await device.providers().map(\.id).filter { strangers.contains($0) }
        do {
            _ = try await TrustExchange(device: device, service: service).exchangeProviders(providers)
        } catch let failure as Failure {
            throw Failure(
                failure.status, "it is loaded, but the service does not trust all providers yet: \(failure.message)",
                advice: "vsactl service connect")
        }
    }

    /// Exchanges a few concurrently: a provider's key is generated when its metadata is first requested, which uses a core.
    private func exchangeProviders(_ providers: [String]) async throws -> [(provider: String, reason: String?)] {
        try await withThrowingTaskGroup(of: (Int, String?).self) { group in
            var reasons = [String?](repeating: nil, count: providers.count)
            var done = 0
            var nextRemark = ContinuousClock.now + Self.patience
            func take(_ index: Int, _ reason: String?) {
                reasons[index] = reason
                done += 1
                guard ContinuousClock.now >= nextRemark else { return }
                nextRemark = .now + Self.patience
                // Replaces the progress that is shown there.
                let all = counted(providers.count, "provider")
                let text = "vsactl: the service trusts \(done) of \(all); each needs its own key …"
                StandardStream.line(Progress.eraser + text, to: STDERR_FILENO)
            }
            for (index, provider) in providers.enumerated() {
                if index >= Self.width, let (earlier, reason) = try await group.next() { take(earlier, reason) }
                group.addTask { (index, try await exchange(provider)) }
            }
            for try await (index, reason) in group { take(index, reason) }
            return zip(providers, reasons).map { ($0, $1) }
        }
    }

    /// Exchanges one provider's metadata; returns the reason why it was skipped, nil if it was accepted.
    private func exchange(_ provider: String) async throws -> String? {
        do {
            let metadata = if let metadata = known[provider] { metadata } else { try await device.providerMetadata(provider) }
            try await service.setProviderMetadata(metadata, provider: provider)
            return nil
        } catch let failure as Failure where failure.status == .notFound || failure.status == .invalidData {
            return failure.message
        }
    }
}

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

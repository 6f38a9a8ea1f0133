import TVWorld

/// The status of the device's system account, as the app reports it.
///
/// Mirrors the header `AP-Partner-Framework-Status` of REST v2. It is only the app's claim; the proof is the SAML response.
public struct PartnerFrameworkStatus: Sendable, Equatable {
    /// The app's permission for the system account.
    public enum Access: String, Sendable {
        case granted, denied, restricted, notDetermined
    }

    /// The permission; nil if it is missing or unknown.
    public var access: Access?
    /// The platform's identifier of the provider; nil if none is signed in.
    public var provider: String?
    /// The expiration date of the sign-in at the provider.
    public var expiration = Expiration.absent

    /// The date of a sign-in's end.
    public enum Expiration: Sendable, Equatable {
        /// The provider did not specify one.
        case absent
        /// It cannot be read.
        case unreadable
        /// In Unix milliseconds.
        case at(Int64)
    }
}

extension PartnerFrameworkStatus {
    /// Reads the header's JSON object; nil if it is not one.
    public init?(_ json: JSON) {
        guard case .object = json else { return nil }
        let text = json["frameworkPermissionInfo"]?["accessStatus"]?.text
        let provider = json["frameworkProviderInfo"]
        self.init(
            // The name used before 2026 for "not determined".
            access: text == "pending" ? .notDetermined : text.flatMap { Access(rawValue: $0) },
            provider: provider?["id"]?.text.flatMap { $0.isEmpty ? nil : $0 },
            expiration: Self.expiration(provider?["expirationDate"]))
    }

    private static func expiration(_ json: JSON?) -> Expiration {
        switch json {
        case nil, .null?: .absent
        case .number(let text)?: Int64(text).map { .at($0) } ?? .unreadable
        case let value?: value.text.flatMap { Int64($0) }.map { .at($0) } ?? .unreadable
        }
    }
}

/// The meaning of a system account's status for a call: the first case that applies.
public enum PartnerVerdict: Sendable, Equatable {
    /// P1: the status, or the permission in it, is missing or unreadable.
    case absent
    /// P2: the user has not decided about the app's access.
    case undetermined
    /// P3: the app has no access.
    case denied
    /// P4: no user is signed in, or the user's provider is one that the configuration does not name to the platform.
    case noProvider
    /// P5: the user is signed in at a provider other than the call's.
    case otherProvider
    /// P6: the sign-in has expired, or its date is unreadable.
    case expired
    /// The system account may be used.
    case accepted

    /// Whether a profile of the system account may be used: it outlives the sign-in of the system account.
    var admitsProfile: Bool { self == .accepted || self == .expired }
}

extension World {
    /// Returns the provider that a status names by `platformMappingId`, which the configuration contains only for boarded
    /// providers.
    func provider(namedBy status: PartnerFrameworkStatus?) -> Provider? {
        status?.provider.flatMap { self.provider(id: $0) }.flatMap { $0.boarding == .none ? nil : $0 }
    }
}

extension PartnerVerdict {
    /// Creates the verdict on a status.
    ///
    /// - Parameters:
    ///   - status: The status; nil if it is missing or unreadable.
    ///   - provider: The provider that the call is about; nil: the one that the status names.
    ///   - world: The world with all providers.
    ///   - now: The service's time, in Unix milliseconds.
    public init(_ status: PartnerFrameworkStatus?, for provider: Provider? = nil, in world: World, now: Int64) {
        switch status?.access {
        case nil: self = .absent
        case .notDetermined: self = .undetermined
        case .denied, .restricted: self = .denied
        case .granted:
            guard let status, let named = world.provider(namedBy: status) else {
                self = .noProvider
                return
            }
            if let provider, provider.id != named.id {
                self = .otherProvider
                return
            }
            switch status.expiration {
            case .absent: self = .accepted
            case .unreadable: self = .expired
            case .at(let time): self = now < time ? .accepted : .expired
            }
        }
    }
}

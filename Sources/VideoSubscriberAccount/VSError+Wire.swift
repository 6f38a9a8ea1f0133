import DBus
import DeviceInterfaces
import Foundation

private typealias Key = SubscriberAccountInterface.Key

extension VSError {
    /// Creates the app's form of an error that the device returned.
    ///
    /// Errors that Apple does not have, including a rejected registration or value, become ``VSError/rejected``, as do those of
    /// D-Bus for invalid arguments, denied access and unknown methods. All other errors of D-Bus become
    /// ``VSError/serviceTemporarilyUnavailable``.
    init(remote error: RemoteError) {
        guard error.name.string.hasPrefix(SubscriberAccountInterface.errorPrefix) else {
            let isRefusal = [ErrorName.invalidArguments, .accessDenied, .unknownMethod].contains(error.name)
            self.init(
                isRefusal ? .rejected : .serviceTemporarilyUnavailable, description: error.message, underlying: Self.bus(error))
            return
        }
        let code = Vocabulary.errors[error.name]
        let info = Self.info(of: error)
        var userInfo: [String: Any] = [:]
        func copy(_ key: String, to name: String) {
            if let text: String = try? info.optional(key) { userInfo[name] = text }
        }
        copy(Key.unsupportedProviderIdentifier, to: VSErrorInfoKeyUnsupportedProviderIdentifier)
        copy(Key.samlResponse, to: VSErrorInfoKeySAMLResponse)
        copy(Key.samlResponseStatus, to: VSErrorInfoKeySAMLResponseStatus)
        if let details: VariantDictionary = try? info.optional(Key.accountProviderResponse) {
            userInfo[VSErrorInfoKeyAccountProviderResponse] =
                (try? AccountMetadata.ProviderResponse(details: details)).map { VSAccountProviderResponse($0) }
        }
        let underlying: Int32? = try? info.optional(Key.underlyingCode)
        self.init(
            code ?? .rejected, description: error.message,
            underlying: underlying.map { NSError(domain: VSPrivateErrorDomain, code: Int($0), userInfo: nil) }
                ?? (code == nil ? Self.bus(error) : nil),
            userInfo: userInfo)
    }

    /// Returns the permission in the error's information, if the device pairs one with it.
    static func accessStatus(in error: RemoteError) -> VSAccountAccessStatus? {
        let text: String? = try? info(of: error).optional(Key.accessStatus)
        return Vocabulary.value(of: text, in: Vocabulary.accessStatuses)
    }

    /// Creates the app's form of any error on the way to the device.
    init(wire error: any Error) {
        switch error {
        case let error as VSError: self = error
        case let error as RemoteError: self.init(remote: error)
        case is CancellationError: self = .cancelledByApp
        case is RequestLost:
            self.init(
                .serviceTemporarilyUnavailable,
                description: "The TV provider account of this device (vsad) exited during the request.",
                underlying: NSError(domain: VSPrivateErrorDomain, code: -1, userInfo: nil))
        case let error as BusConversionError:
            self.init(
                .serviceTemporarilyUnavailable, description: "The device's answer cannot be read: \(error)", underlying: error)
        default:
            self.init(
                .serviceTemporarilyUnavailable,
                description: "The TV provider account of this device (vsad) cannot be reached: \(error)", underlying: error)
        }
    }

    private static func info(of error: RemoteError) -> VariantDictionary {
        error.body.dropFirst().lazy.compactMap { try? VariantDictionary(dbusValue: $0) }.first ?? [:]
    }

    /// Returns the bus's error as an underlying error.
    private static func bus(_ error: RemoteError) -> NSError {
        NSError(
            domain: "org.freedesktop.DBus", code: 0,
            userInfo: [NSLocalizedDescriptionKey: error.message, "name": error.name.string])
    }
}

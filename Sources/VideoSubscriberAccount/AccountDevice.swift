import DBus
import DeviceInterfaces

/// The device that holds the account: the daemon on the session bus, or a stand-in in tests.
protocol AccountDevice: Sendable {
    /// Returns the app's permission without prompting the user.
    func access() async -> AccessAnswer

    /// Returns the app's permission, after prompting the user if no decision has been made. Waits as long as the user takes.
    ///
    /// - Parameter parentWindow: The app's window above which the prompt is shown.
    func requestAccess(parentWindow: String?) async -> AccessAnswer

    /// Returns the metadata without prompting the user.
    ///
    /// - Throws: Any error; ``VSError/init(wire:)`` translates it.
    func metadata(for query: MetadataQuery) async throws -> AccountMetadata

    /// Returns the metadata; may prompt the user for access, for the provider and to sign in. Waits as long as the user takes.
    ///
    /// - Parameter presenter: Is notified of the dialogs, and decides whether the selected provider is allowed.
    /// - Throws: The errors of ``metadata(for:)``.
    func requestMetadata(for query: MetadataQuery, presenter: DelegatePresenter) async throws -> AccountMetadata
}

/// An app's permission, `notDetermined` if it is not known.
struct AccessAnswer: Sendable {
    var status: VSAccountAccessStatus
    /// The error that the device pairs with the status, such as ``VSError/unsupported`` in a region without providers, or the
    /// reason why it is not known.
    var error: VSError?
}

// The device on the bus.
extension DeviceLink: AccountDevice {
    nonisolated func access() async -> AccessAnswer {
        await Self.answer {
            try await call(SubscriberAccountInterface.Member.checkAccessStatus, [Self.asked(VariantDictionary())]).decode(
                as: String.self)
        }
    }

    nonisolated func requestAccess(parentWindow: String?) async -> AccessAnswer {
        let window = VariantDictionary(filled: [SubscriberAccountInterface.Key.parentWindow: parentWindow])
        return await Self.answer {
            try await request(SubscriberAccountInterface.Member.requestAccess, Self.asked(window))
                .required(SubscriberAccountInterface.Key.accessStatus, as: String.self)
        }
    }

    nonisolated func metadata(for query: MetadataQuery) async throws -> AccountMetadata {
        // The device limits the provider's time, or the developer has disabled that limit.
        let message = try await call(
            SubscriberAccountInterface.Member.queryMetadata, [Self.asked(query.details)], timeout: nil)
        return try AccountMetadata(details: try message.decode(as: VariantDictionary.self))
    }

    nonisolated func requestMetadata(for query: MetadataQuery, presenter: DelegatePresenter) async throws -> AccountMetadata {
        let details = try await request(
            SubscriberAccountInterface.Member.requestMetadata, Self.asked(query.details), presenter: presenter)
        return try AccountMetadata(details: details)
    }

    /// Adds what every call of this module requests: the information of errors, and the trace identifier of the app's call.
    private static func asked(_ details: VariantDictionary) -> VariantDictionary {
        var details = details
        details[SubscriberAccountInterface.Key.errorInfo] = BusVariant(true)
        details[SubscriberAccountInterface.Key.correlationID] = CallCorrelation.identifier.map { BusVariant($0) }
        return details
    }

    /// Returns the permission, which is a call's result or accompanies its error.
    private static func answer(_ text: () async throws -> String) async -> AccessAnswer {
        do {
            // The interface requires clients to treat an unknown status as "not granted".
            return AccessAnswer(status: Vocabulary.value(of: try await text(), in: Vocabulary.accessStatuses) ?? .restricted)
        } catch {
            let status = (error as? RemoteError).flatMap(VSError.accessStatus)
            return AccessAnswer(status: status ?? .notDetermined, error: VSError(wire: error))
        }
    }
}

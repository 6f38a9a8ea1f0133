import AccountCore
import DBus
import TVWorld

/// The root object's interface for apps.
struct SubscriberAccountObject: Sendable {
    let device: Device
    let store: DeviceStore
    let journal: Journal
    let providers: ProviderLine
    let callers: Callers
    let publisher: Publisher
    let introductions: Introductions
    let recognition: Recognition
    let usages: UsageDescriptions
    let requests: RequestMethods
    let clock: any WorldClock

    /// The interface with its handlers.
    func bound(to interface: Interface) throws -> BoundInterface {
        try BoundInterface(
            interface,
            methods: [
                "Register": .answering(register),
                "CheckAccessStatus": .answering(checkAccessStatus),
                "QueryMetadata": .answering(queryMetadata),
                "RequestAccess": .replyingItself(requests.requestAccess),
                "RequestMetadata": .replyingItself(requests.requestMetadata),
            ],
            properties: [
                "Version": .constant(BusNames.version),
                "Region": PropertyHandler(get: { _ in device.state.region.code }),
            ])
    }

    @Sendable private func register(_ invocation: Invocation) throws -> Answer {
        let (id, info) = try invocation.decode(String.self, Details.self)
        let app = try ApplicationID(id)
        let usage = try InvalidInput.checkLength(
            info.optional(RegistrationKey.usageDescription), of: RegistrationKey.usageDescription.rawValue,
            atMost: Application.maximumUsageDescriptionLength)
        let connection = invocation.connection
        let sender = try invocation.caller()
        let registration = try callers.register(sender, as: app) { identity in
            try await introductions.remember(identity, usage: usage, on: connection)
            usages[sender] = usage
            // It has left meanwhile, and will not be forgotten again.
            if !callers.contains(sender) { usages[sender] = nil }
            let details = usage.map { [JournalDetail("usage-description", $0)] } ?? []
            journal.record(
                JournalRecord(
                    .appRegistered, application: app, identification: identity.identification, details: details))
        }
        return .later {
            _ = try await registration.value
            return []
        }
    }

    @Sendable private func checkAccessStatus(_ invocation: Invocation) throws -> Answer {
        // No options are known yet, so none can have a wrong type.
        try recognition.answer(invocation) { identity in .now([try status(of: identity).rawValue]) }
    }

    private func status(of identity: CallerIdentity) throws(VSError) -> AccessStatus {
        do throws(VSError) {
            let status = try AccessQuery.status(of: identity.application, in: device.state)
            record(.accessChecked, by: identity, [JournalDetail(ControlKey.accessStatus.rawValue, status.rawValue)])
            return status
        } catch {
            record(.accessChecked, by: identity, error: error)
            throw error
        }
    }

    @Sendable private func queryMetadata(_ invocation: Invocation) throws -> Answer {
        let request = try MetadataRequest(invocation.decode(Details.self))
        let connection = invocation.connection
        return try recognition.answer(invocation) { identity in
            switch MetadataQuery.decide(request, by: identity.application, in: device.state, now: clock.seconds()) {
            case .complete(let metadata):
                record(.metadataQueried, by: identity, [JournalDetail("result", "completed")])
                return .now([metadata.details])
            case .fail(let error):
                record(.metadataQueried, by: identity, error: error)
                throw error
            case .invalid(let input): throw input
            case .contactProvider(let contact):
                return .later { [try await metadata(from: contact, for: identity, on: connection).details] }
            }
        }
    }

    /// The provider's part of a request.
    private func metadata(
        from contact: ProviderContact, for identity: CallerIdentity, on connection: Connection
    ) async throws -> AccountMetadata {
        do {
            let response = try await providers.response(to: contact, within: device.state.providerTimeLimit)
            let metadata = try MetadataQuery.finish(contact, with: response)
            if let until = contact.renewedUntil {
                let announcements = try await store.perform(.accountRenewed(contact.account, until: until))
                await publisher.publish(announcements, on: connection)
            }
            record(
                .metadataQueried, by: identity,
                [
                    JournalDetail("result", "completed"),
                    JournalDetail(ControlKey.accountProviderIdentifier.rawValue, contact.provider.id),
                    JournalDetail(ProviderResponseKey.authenticationScheme.rawValue, response.authenticationScheme.rawValue),
                ])
            return metadata
        } catch let error as VSError {
            record(.metadataQueried, by: identity, error: error)
            throw error
        }
    }

    private func record(_ event: JournalEvent, by identity: CallerIdentity, _ details: [JournalDetail]) {
        journal.record(
            JournalRecord(
                event, application: identity.application, identification: identity.identification, details: details))
    }

    private func record(_ event: JournalEvent, by identity: CallerIdentity, error: VSError) {
        var details = [
            JournalDetail("result", "failed"), JournalDetail("error", "\(error.code)"), JournalDetail("message", error.message),
        ]
        if let provider = error.unsupportedProviderIdentifier {
            details.append(JournalDetail(ErrorInfoKey.unsupportedProviderIdentifier.rawValue, provider))
        }
        record(event, by: identity, details)
    }
}

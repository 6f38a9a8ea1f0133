import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Member = SubscriberAccountInterface.Member
private typealias Key = SubscriberAccountInterface.Key

/// The root object's interface for apps. A class, because a structure with this many references would be copied for every call.
final class SubscriberAccountObject: Sendable {
    private static let version: UInt32 = 1

    let services: DeviceServices
    let applications: ApplicationServices
    let providers: ProviderClient
    let requests: RequestMethods
    private let repeatable: RepeatableAnswers

    init(services: DeviceServices, applications: ApplicationServices, providers: ProviderClient, requests: RequestMethods) {
        repeatable = RepeatableAnswers(
            device: services.device, callers: applications.callers, faults: services.faults, clock: services.clock,
            journal: services.journal)
        self.services = services
        self.applications = applications
        self.providers = providers
        self.requests = requests
    }

    func bound() throws -> BoundInterface {
        try BoundInterface(
            SubscriberAccountInterface.described(),
            replaceError: applications.reply,
            methods: [
                Member.register: .deciding(register),
                Member.checkAccessStatus: .deciding(checkAccessStatus),
                Member.queryMetadata: .deciding(queryMetadata),
                Member.requestAccess: requests.opening { _ in .access },
                Member.requestMetadata: requests.opening { details in
                    .metadata(try MetadataRequest(details), confirmsProvider: try details.optional(Key.confirmProvider) ?? false)
                },
            ],
            properties: [
                Member.version: .constant(Self.version),
                Member.region: PropertyHandler(get: { [services] _ in services.device.state.region.code }),
            ])
    }

    @Sendable private func register(_ invocation: MethodInvocation) throws -> MethodAnswer {
        let (id, info) = try invocation.decode(String.self, OrderedVariantDictionary.self)
        let app = try ApplicationID(id)
        let registration = try Registration(
            usageDescription: InvalidInput.checkLength(
                info.optional(Key.usageDescription), of: Key.usageDescription,
                atMost: Application.maximumUsageDescriptionLength),
            name: InvalidInput.checkLength(
                info.optional(Key.applicationName), of: Key.applicationName, atMost: Application.maximumNameLength
            ).flatMap { $0.isEmpty ? nil : $0 },
            wantsErrorInfo: info.errorInfo ?? false)
        let connection = invocation.connection
        let sender = try invocation.caller()
        let correlation = try info.correlation
        let registering = try applications.callers.register(sender, as: app, registration) { [self] identity in
            let call = CallerContext(identity, correlation: correlation)
            if let strike = services.faults.strike(.register, for: call) {
                try await services.faults.apply(strike, at: .register, sender: sender)
            }
            try await applications.remember(identity, registration, on: connection)
            let details = [
                registration.usageDescription.map { JournalDetail(Key.usageDescription, $0) },
                registration.name.map { JournalDetail(Key.applicationName, $0) },
            ].compactMap(\.self)
            services.journal.record(call.record(.appRegistered, details))
        }
        return .later {
            _ = try await registering.value
            return []
        }
    }

    @Sendable private func checkAccessStatus(_ invocation: MethodInvocation) throws -> MethodAnswer {
        let basis = repeatable.basis
        let options = try invocation.decode(OrderedVariantDictionary.self)
        let correlation = try options.correlation
        _ = try options.errorInfo
        return try applications.answer(invocation) { [self] identity in
            let call = CallerContext(identity, correlation: correlation)
            if let strike = services.faults.strike(.access, for: call) {
                return .later { [self] in
                    try await services.faults.apply(strike, at: .access, sender: invocation.sender)
                    return try await status(for: call, on: nil).results()
                }
            }
            return try status(for: call, on: basis)
        }
    }

    private func status(for call: CallerContext, on basis: AnswerBasis?) throws(VSError) -> MethodAnswer {
        do throws(VSError) {
            let status = try AccessQuery.status(of: call.application, in: services.device.state)
            return repeatable.answer(
                status.rawValue,
                recording: call.record(.accessChecked, [JournalDetail(Key.accessStatus, status.rawValue)]), on: basis)
        } catch {
            record(.accessChecked, by: call, error: error)
            throw error
        }
    }

    @Sendable private func queryMetadata(_ invocation: MethodInvocation) throws -> MethodAnswer {
        let basis = repeatable.basis
        let details = try invocation.decode(OrderedVariantDictionary.self)
        let request = try MetadataRequest(details)
        let correlation = try details.correlation
        return try applications.answer(invocation) { [self] identity in
            let call = CallerContext(identity, correlation: correlation)
            if let strike = services.faults.strike(.metadata, for: call) {
                return .later { [self] in
                    try await services.faults.apply(strike, at: .metadata, sender: invocation.sender)
                    return try await answer(request, for: call, invocation, on: nil).results()
                }
            }
            return try answer(request, for: call, invocation, on: basis)
        }
    }

    private func answer(
        _ request: MetadataRequest, for call: CallerContext, _ invocation: MethodInvocation, on basis: AnswerBasis?
    ) throws -> MethodAnswer {
        let state = services.device.state
        switch try MetadataQuery.decide(request, by: call.application, in: state, now: services.clock.seconds()) {
        case .complete(let metadata):
            return repeatable.answer(
                metadata.details, recording: call.record(.metadataQueried, [JournalDetail("result", "completed")]), on: basis)
        case .fail(let error):
            record(.metadataQueried, by: call, error: error)
            throw error
        case .contactProvider(let contact):
            return .later { [self] in [try await metadata(from: contact, for: call, invocation).details] }
        }
    }

    /// Performs the provider's part of a request.
    private func metadata(
        from contact: ProviderRequest, for call: CallerContext, _ invocation: MethodInvocation
    ) async throws -> AccountMetadata {
        var contact = contact
        contact.correlation = call.correlation
        do {
            let response = try await providers.response(
                to: contact, within: services.device.state.providerTimeLimit, sender: invocation.sender)
            let metadata = try MetadataQuery.finish(contact, with: response)
            if let until = contact.renewedUntil {
                try await services.notifier.perform([.accountRenewed(contact.account, until: until)], on: invocation.connection)
            }
            services.journal.record(
                call.record(
                    .metadataQueried,
                    [
                        JournalDetail("result", "completed"),
                        JournalDetail(Key.accountProviderIdentifier, contact.provider.id),
                        JournalDetail(
                            Key.authenticationScheme, response.authenticationScheme.rawValue),
                    ], documents: JournalDocument.list(request: contact.request, response: response)))
            return metadata
        } catch let error as VSError {
            record(.metadataQueried, by: call, error: error, of: contact.request)
            throw error
        }
    }

    private func record(_ event: JournalEvent, by call: CallerContext, error: VSError, of request: MetadataRequest? = nil) {
        var details = [
            JournalDetail("result", "failed"), JournalDetail("error", error.code.name), JournalDetail("message", error.message),
        ]
        if let provider = error.unsupportedProviderIdentifier {
            details.append(JournalDetail(Key.unsupportedProviderIdentifier, provider))
        }
        let documents = JournalDocument.list(request: request, response: error.accountProviderResponse)
        services.journal.record(call.record(event, details, documents: documents))
    }
}

import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// The methods of the root object that create requests. Each replies with the path of the request's object before the request
/// makes progress.
struct RequestMethods: Sendable {
    let applications: ApplicationServices
    let driver: RequestDriver
    let objects: RequestObjects
    let faults: Faults

    @Sendable func requestAccess(_ invocation: MethodInvocation, _ reply: BusReply) async throws {
        let (token, options) = try invocation.decode(String.self, OrderedVariantDictionary.self)
        try await open(.access, token: token, options: options, invocation, reply)
    }

    @Sendable func requestMetadata(_ invocation: MethodInvocation, _ reply: BusReply) async throws {
        let (token, details) = try invocation.decode(String.self, OrderedVariantDictionary.self)
        let request = try MetadataRequest(details)
        let confirmsProvider: Bool = try details.optional(SubscriberAccountInterface.Key.confirmProvider) ?? false
        try await open(
            .metadata(request, confirmsProvider: confirmsProvider), token: token, options: details, invocation, reply)
    }

    /// `UserAccounts.RequestAutoSignInAuthorization`
    @Sendable func requestAutoSignInAuthorization(_ invocation: MethodInvocation, _ reply: BusReply) async throws {
        let (token, options) = try invocation.decode(String.self, OrderedVariantDictionary.self)
        try await open(.autoSignIn, token: token, options: options, invocation, reply)
    }

    /// Creates a request of the caller and replies with its path.
    ///
    /// - Parameter options: May contain `parent-window`.
    /// - Throws: `InvalidInput`, `BusConversionError`, `Refusal`, or the reason why the caller cannot be identified or
    ///   recorded.
    private func open(
        _ kind: RequestKind, token: String, options: OrderedVariantDictionary, _ invocation: MethodInvocation, _ reply: BusReply
    ) async throws {
        let sender = try invocation.caller()
        let correlation = try options.correlation
        _ = try options.errorInfo
        let id = try RequestID(owner: sender.string, token: token)
        let parentWindow = try options.text(SubscriberAccountInterface.Key.parentWindow)
        let identity = try await applications.callers.identity(of: sender)
        try await applications.remember(identity, applications.callers.registration(of: sender), on: invocation.connection)
        // A call that is refused anyway must not use a fault up.
        if faults.areInForce { try await driver.admit(id, of: identity.application) }
        let strike = faults.strike(kind.faultPoint, for: CallerContext(identity, correlation: correlation))
        if let strike, strike.effect == .disconnect { try await faults.apply(strike, at: kind.faultPoint, sender: sender) }
        let app = applications[identity.application]
        let request = InterruptingRequest(
            id: id, application: identity.application, applicationName: app?.name, usageDescription: app?.usageDescription,
            identification: identity.identification, parentWindow: parentWindow, kind: kind, strike: strike,
            correlation: correlation)
        try await driver.open(request) { [objects, driver] in
            await objects.begin(id, reply: reply, on: invocation.connection) { await driver.apply($0) }
        }
        // If the caller left in the meantime, the bus reported that before there was a request to end.
        if !applications.callers.contains(sender) { await driver.send(.callerGone(owner: id.owner)) }
    }
}

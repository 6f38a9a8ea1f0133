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

    /// Returns the handler of a method that takes a token and options, among them `parent-window`, and replies with the path of
    /// the caller's new request.
    ///
    /// - Parameter kind: Returns the kind of request for the options.
    func opening(_ kind: @escaping @Sendable (OrderedVariantDictionary) throws -> RequestKind) -> MethodHandler {
        .replying { [self] invocation, reply in
            let (token, options) = try invocation.decode(String.self, OrderedVariantDictionary.self)
            try await open(kind(options), token: token, options: options, invocation, reply)
        }
    }

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
        // A call that is rejected anyway must not use up a fault.
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

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

    /// - Throws: `InvalidInput`, `BusConversionError`, `Refusal`, or the reason why the caller cannot be identified or recorded.
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

private typealias Member = RequestInterface.Member

/// The objects of unfinished requests, and their signals, which are sent only to the caller.
struct RequestObjects: Sendable {
    /// The interface of `Request.xml`.
    let interface: BusInterface
    let bus: WeakConnection
    /// The callers, which decide who may see the requests of others.
    let callers: Callers

    /// Exports a request's object and sends its path to the caller.
    ///
    /// - Parameter perform: Handles the caller's methods.
    func begin(
        _ id: RequestID, reply: BusReply, on connection: isolated Connection,
        perform: @escaping @Sendable (RequestEvent) async -> Void
    ) {
        let path = id.objectPath
        attempt {
            let object = try BoundInterface(
                interface, authorize: { try Self.checkOwner($0, of: id) },
                methods: [
                    Member.cancel: .performing { _ in await perform(.cancelled(id)) },
                    Member.confirm: .performing { call in await perform(.confirmed(id, try call.decode(Bool.self))) },
                ])
            let audience: @Sendable (BusName?) -> Bool = { [callers] sender in
                sender?.string == id.owner || callers.allows(sender)
            }
            try connection.export(ExportedObject(interfaces: [object], audience: audience), at: path)
        }
        reply.send([path], on: connection)
    }

    private static func checkOwner(_ caller: BusCaller, of id: RequestID) throws {
        guard caller.sender?.string == id.owner else {
            throw ErrorReply(.accessDenied, message: "the request belongs to \(id.owner)")
        }
    }

    /// Removes a request's object.
    func remove(_ id: RequestID) async { await bus.connection?.unexport(id.objectPath) }

    /// Sends a signal of a request. With the last one, the request's object is removed.
    func emit(
        _ member: MemberName, _ arguments: [any BusValueConvertible] = [], of id: RequestID, isLast: Bool = false
    ) async {
        guard let connection = bus.connection, let owner = try? BusName(id.owner) else { return }
        await emit(member, arguments, from: id.objectPath, to: owner, isLast: isLast, on: connection)
    }

    /// Sends a signal; before the last one, removes the object in the same step, so that the receiver no longer finds it.
    private func emit(
        _ member: MemberName, _ arguments: [any BusValueConvertible], from path: ObjectPath, to owner: BusName, isLast: Bool,
        on connection: isolated Connection
    ) {
        if isLast { connection.unexport(path) }
        connection.announce(member, of: RequestInterface.name, at: path, arguments, to: owner)
    }
}

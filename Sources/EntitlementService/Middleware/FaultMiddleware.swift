import EntitlementCore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import TVWorld

/// Applies faults to calls before the service processes them.
struct FaultMiddleware: Sendable {
    /// The service without HTTP.
    let engine: EntitlementEngine
    /// The reader of access tokens.
    let signer: TokenSigner

    /// Returns the point of a call at which a fault may strike; nil if none can.
    func point(_ context: ServiceRequestContext) -> FaultPoint? {
        engine.faults.areInForce ? context.attributes.fault : nil
    }

    /// Returns the response to a call at whose point a fault may strike.
    ///
    /// - Parameter respond: Returns the response without faults.
    /// - Throws: The store's error.
    func response(
        to request: Request, at point: FaultPoint, _ context: ServiceRequestContext, respond: () async -> Response
    ) async throws -> Response {
        let names = engine.faults.namesApplications ? try await names(of: request, context) : []
        guard let strike = try await engine.strike(at: point, names: names, requestID: context.requestID) else {
            return await respond()
        }
        guard try await engine.passes(strike, at: point, context.channel) else { return .none }
        let response = try await self.response(to: request, context, struckBy: strike, at: point, respond: respond)
        return strike.bandwidth.map { response.slowed(to: $0, by: strike.id, at: point, of: engine.faults) } ?? response
    }

    private func response(
        to request: Request, _ context: ServiceRequestContext, struckBy strike: FaultTable.Strike, at point: FaultPoint,
        respond: () async -> Response
    ) async throws -> Response {
        let error: ServiceError
        switch strike.effect {
        case .none, .saml, .hang: return await respond()
        // The call is processed, and half of the response is sent.
        case .disconnect: return try await respond().cut()
        case .status(let code): error = ServiceError(.bare(HTTPResponse.Status(code: code)))
        case .error(let name):
            let parameters = context.query
            let requestor =
                parameters["requestor"] ?? parameters["requestor_id"] ?? context.match.parameters["requestor"].map(String.init)
            let isEnhanced = engine.read { $0.world.requestor(id: requestor ?? "")?.hasEnhancedErrors } ?? true
            error = point.error(name, isEnhanced: isEnhanced)
        }
        return ErrorMiddleware.response(to: error, request, context)
    }

    /// Returns the possible identifiers of a request's app: that of the device information (`applicationId` of `X-Device-Info`,
    /// or `appId`), or else the identifier and name of the application with whose software statement it registered.
    ///
    /// - Throws: The store's error.
    private func names(of request: Request, _ context: ServiceRequestContext) async throws -> [String] {
        let parameters = context.query
        let device = DeviceInformation.reading(request.headers[.deviceInformation] ?? parameters["device_info"])
        var names = [device["applicationId"], parameters["appId"]].compactMap { $0 }
        if let token = try? request.bearerToken(),
            case .client(let client, _) = await signer.access(of: token, now: engine.clock.seconds())
        {
            names += try await engine.names(ofClient: client)
        }
        if let code = parameters["reg_code"] { names += try await engine.names(ofCode: code) }
        if let code = context.match.parameters["code"] { names += try await engine.names(ofCode: String(code)) }
        if let pending = parameters["RelayState"] { names += try await engine.names(ofRequest: pending) }
        return names
    }
}

extension FaultBoard {
    /// Creates an empty board for the service, with delays timed by its event loops.
    convenience init() {
        self.init(side: .service) { milliseconds, end in
            let timer = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: .milliseconds(milliseconds), end)
            return { timer.cancel() }
        }
    }
}

extension EntitlementEngine {
    /// Applies a fault to a call, and records it in the journal.
    func strike(
        at point: FaultPoint, names: [String], requestID: String, includingEverywhere: Bool = true
    ) async throws -> FaultTable.Strike? {
        let now = clock.milliseconds()
        guard faults.concerns(point, includingEverywhere: includingEverywhere) else { return nil }
        let strike = try await withFaults(isStrike: true) {
            $0.strike(at: point, names: names, now: now, includingEverywhere: includingEverywhere)
        }
        if let strike {
            var details = ["fault": strike.id, "point": point.rawValue, "effect": strike.effect.journalText]
            if strike.delay > 0 { details["delay"] = String(strike.delay) }
            if let bandwidth = strike.bandwidth { details["bandwidth"] = String(bandwidth) }
            journal.append(time: now, event: .faultStruck, requestID: requestID, outcome: "ok", details: details)
        }
        return strike
    }

    /// Waits as long as a strike requires; false if the recipient of the response has left.
    ///
    /// - Throws: ``StateSwapLock/Overdue``
    func passes(_ strike: FaultTable.Strike, at point: FaultPoint, _ channel: any Channel) async throws -> Bool {
        guard strike.delay > 0 || strike.effect == .hang else { return true }
        // A waiting call does not block a swap, and proceeds with the new state.
        swaps.leave()
        let faults = faults
        let passes = await cancelWhenGracefulShutdown {
            await faults.hold(strike, at: point) { ticket in
                DepartureHandler.watch(channel) { faults.leave(ticket: ticket) }
            }
        }
        try await swaps.enter()
        return passes
    }

    /// Returns the possible identifiers of a client's application.
    func names(ofClient id: String) async throws -> [String] {
        try await inspect { state in
            state.clients[id].flatMap { state.statements[$0.statement] }.map { [$0.id, $0.name] } ?? []
        }
    }

    /// Returns the possible identifiers of the application that requested a registration code.
    func names(ofCode code: String) async throws -> [String] {
        let record = try await inspect { $0.registrationCodes[RegistrationCode.normalized(code) ?? code] }
        guard let record else { return [] }
        let told = [record.device["applicationId"], record.key.applicationID].compactMap { $0 }.filter { !$0.isEmpty }
        return told + (try await names(ofClient: record.clientID))
    }

    /// Returns the possible identifiers of the application that started a login in a browser.
    func names(ofRequest id: String) async throws -> [String] {
        guard let pending = try await inspect({ $0.pendingRequests[id] }) else { return [] }
        guard case .web(let code, _) = pending.sentBy else { return [pending.key.applicationID] }
        return try await names(ofCode: code)
    }
}

extension Connection {
    /// Handles a message from libdbus.
    /// - Returns: Whether the message has been handled completely.
    func receive(_ raw: OpaquePointer) -> Bool {
        if repeatReply(to: raw) { return true }
        guard state != .closed, let message = BusMessage(header: raw) else { return false }
        switch message.kind {
        case .methodReturn, .error:
            receiveReply(message, raw)
            return true
        case .signal:
            // libdbus itself generates this one; it rejects messages of others that look like it.
            if message.interface == .local, message.member == "Disconnected" {
                handleDisconnect()
            } else {
                deliver(signal: message, raw)
            }
            return false
        case .methodCall:
            receiveCall(message, raw)
            return true
        }
    }

    private func receiveReply(_ header: BusMessage, _ raw: OpaquePointer) {
        // A reply without a waiting call arrives after a timeout or a cancellation, or is forged.
        guard let serial = header.replySerial, let waiter = replies.remove(serial, answeredBy: header.sender) else { return }
        var message = header
        guard let body = BodyReader.read(raw, room: waiter.byteLimit) else {
            return waiter.resume(with: .failure(ConnectionError.replyTooLarge(limit: waiter.byteLimit)))
        }
        message.body = body
        waiter.resume(with: message.kind == .error ? .failure(RemoteError(message)) : .success(message))
    }

    func dispatchCall(_ message: BusMessage, _ raw: OpaquePointer) {
        guard let path = message.path, let member = message.member else { return }
        guard let object = objects[path], object.isVisible(to: message.sender) else {
            return receiveCallWithoutObject(message, path, member)
        }
        if let interface = message.interface {
            if let bound = object.interfaces[interface] {
                return invoke(member, of: bound, at: path, message, raw)
            }
            return callStandard(interface, member, of: object, at: path, message, raw)
        }
        let candidates = object.order.compactMap { object.interfaces[$0] }.filter { $0.methods[member] != nil }
        if candidates.count > 1 {
            let names = candidates.map(\.interface.name.string).joined(separator: ", ")
            return refuse(
                message, "The call names no interface, and several have a method '\(member)': \(names)", error: .unknownInterface)
        }
        if let bound = candidates.first { return invoke(member, of: bound, at: path, message, raw) }
        callStandard(standardInterface(of: member, object), member, of: object, at: path, message, raw)
    }

    private func receiveCallWithoutObject(_ message: BusMessage, _ path: ObjectPath, _ member: MemberName) {
        let isIntrospection = member == "Introspect" && (message.interface ?? .introspectable) == .introspectable
        guard isIntrospection, path == .root || hasObject(atOrBelow: path, for: message.sender) else {
            return refuse(message, "The object '\(path)' does not exist.", error: .unknownObject)
        }
        let target = ReplyTarget(message, name: member.string, output: nil)
        reply(to: target, [.string(introspectionData(of: nil, at: path, for: message.sender))])
    }

    private func hasObject(atOrBelow path: ObjectPath, for sender: BusName?) -> Bool {
        objects.contains { $0.key.isEqualOrBelow(path) && $0.value.isVisible(to: sender) }
    }

    private func invoke(
        _ member: MemberName, of bound: BoundInterface, at path: ObjectPath, _ header: BusMessage, _ raw: OpaquePointer
    ) {
        guard let method = bound.methods[member] else {
            return refuse(header, "The interface '\(bound.interface.name)' has no method '\(member)'.", error: .unknownMethod)
        }
        let target = ReplyTarget(header, name: member.string, output: method.output)
        guard header.signature == method.input else {
            let types = "takes arguments of type '\(method.input)', got '\(header.signature)'"
            return reply(to: target, .invalidArguments, "The method '\(member)' \(types).")
        }
        let interface = bound.interface.name
        do {
            try bound.authorize?(caller(header, path, interface, member))
        } catch {
            return reply(to: target, error: error)
        }
        guard let body = arguments(of: raw, for: target, limit: method.byteLimit) else { return }
        var message = header
        message.body = body
        let invocation = MethodInvocation(path: path, interface: interface, member: member, message: message, connection: self)
        switch method.handler {
        case .replying(let executor, let handler):
            let pending = BusReply(target)
            run(target, isSerial: true, on: executor, pending: pending) {
                do { try await handler(invocation, pending) } catch { throw bound.replaceError(error, invocation) }
                throw MissingReply()
            }
        case .deciding(let decide):
            do {
                switch try decide(invocation) {
                case .now(let results): reply(to: target, results.map { $0.dbusValue })
                case .repeatable(let results, let isCurrent):
                    let sent = reply(to: target, results.map { $0.dbusValue })
                    if bound.authorize == nil, let sent { keep(sent, to: raw, at: path, isCurrent: isCurrent) }
                case .later(let work): run(target, isSerial: false) { try await bound.results(of: work, for: invocation) }
                case .inOrder(let work): run(target, isSerial: true) { try await bound.results(of: work, for: invocation) }
                }
            } catch {
                reply(to: target, error: bound.replaceError(error, invocation))
            }
        }
    }

    /// Returns the arguments of a call; nil if they are too large, which is reported to the caller.
    ///
    /// - Parameter limit: The method's own limit, if it exceeds the default.
    func arguments(of raw: OpaquePointer, for target: ReplyTarget, limit: Int? = nil) -> [BusValue]? {
        let limit = options.incomingCallByteLimit.map { max($0, limit ?? 0) } ?? .max
        if let body = BodyReader.read(raw, room: limit) { return body }
        reply(to: target, .limitsExceeded, tooLarge(target.name, limit: limit))
        return nil
    }

    /// Runs a handler in its own task and replies when it has finished.
    ///
    /// - Parameter pending: The reply, if the handler sends it itself; then only an error before that is sent here.
    func run(
        _ target: ReplyTarget, isSerial: Bool, on executor: (any TaskExecutor)? = nil, pending: BusReply? = nil,
        _ handler: @escaping @Sendable () async throws -> [BusValue]
    ) {
        guard calls.hasRoom(for: target.sender, options) else {
            return reply(
                to: target, .limitsExceeded, "Too many calls are being handled; wait for replies before calling again.")
        }
        calls.begin(sender: target.sender, isSerial: isSerial) { ticket in
            Task.detached(executorPreference: executor) {
                let result: Result<[BusValue], any Error>
                do { result = .success(try await handler()) } catch { result = .failure(error) }
                await self.finish(ticket, target, pending, result)
            }
        }
    }

    private func finish(
        _ ticket: CallsInProgress.Ticket, _ target: ReplyTarget, _ pending: BusReply?, _ result: Result<[BusValue], any Error>
    ) {
        calls.end(ticket)
        guard pending?.take() ?? true else { return }
        switch result {
        case .success(let results): reply(to: target, results)
        case .failure(let error): reply(to: target, error: error)
        }
    }
}

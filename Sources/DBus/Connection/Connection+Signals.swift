import Synchronization

extension Connection {
    /// Subscribes to signals. When this returns, the bus has the match rules, so no later signal is missed. Several kinds of
    /// signals arrive in one stream, for readers that depend on the order between them; a signal that matches several of the rules
    /// is delivered once for each.
    ///
    /// - Parameter bufferingNewest: The number of signals that are buffered for a slow reader. If it is exceeded, the oldest is
    ///   dropped; with `.max`, none ever is.
    /// - Throws: The errors of a call to the bus.
    public func signals(_ rules: MatchRule..., bufferingNewest limit: Int = 256) async throws -> BusSignalStream {
        guard state != .closed else { throw ConnectionError.disconnected }
        let (messages, continuation) = AsyncStream.makeStream(
            of: BusMessage.self, bufferingPolicy: .bufferingNewest(max(1, limit)))
        let drops = BusSignalStream.DropCounter()
        let identifiers = nextSubscription..<nextSubscription + UInt64(rules.count)
        nextSubscription = identifiers.upperBound
        for (identifier, rule) in zip(identifiers, rules) {
            subscriptions[identifier] = Subscription(rule: rule, continuation: continuation, drops: drops)
        }
        continuation.onTermination = { _ in
            self.loop.perform { self.assumeIsolated { connection in identifiers.forEach(connection.endSubscription) } }
        }
        if hasBus {
            do {
                for (identifier, rule) in zip(identifiers, rules) {
                    try await trackOwner(for: identifier, rule.sender)
                    subscriptions[identifier]?.holdsMatch = true
                    try await retainMatch(rule).value
                }
            } catch {
                continuation.finish()
                throw error
            }
        }
        return BusSignalStream(messages: messages, drops: drops)
    }

    /// Delivers a signal to every stream whose rule matches.
    func deliver(signal header: BusMessage, _ raw: OpaquePointer) {
        var message = header
        var hasBody = false
        func readBody() {
            if hasBody { return }
            message.body = BodyReader.read(raw)
            hasBody = true
        }
        if !owners.isEmpty || arrivalWatch != nil || !heldCalls.isEmpty, header.sender == .bus,
            header.member == "NameOwnerChanged"
        {
            readBody()
            noteOwner(message)
        }
        for subscription in subscriptions.values where subscription.rule.matchesHeader(header) {
            guard isFromExpectedSender(header, subscription.rule.sender) else { continue }
            readBody()
            guard subscription.rule.matchesBody(message) else { continue }
            if case .dropped = subscription.continuation.yield(message) { countDrop(subscription) }
        }
    }

    /// Records the owners of tracked names, reports new connections, and drops the calls of those that have left.
    private func noteOwner(_ message: BusMessage) {
        guard let change = try? NameOwnerChange(message) else { return }
        if change.name.isUnique {
            // The held calls of a connection that has left would be handled after everything about it has been forgotten.
            if change.newOwner == nil { heldCalls[change.name]?.removeAll() } else { arrivalWatch?(change.name) }
        }
        guard owners[change.name] != nil else { return }
        owners[change.name]?.owner = change.newOwner
        owners[change.name]?.isChanged = true
    }

    private func isFromExpectedSender(_ message: BusMessage, _ sender: BusName?) -> Bool {
        guard hasBus, let sender else { return true }
        if sender.isUnique || sender == .bus { return message.sender == sender }
        guard let owner = owners[sender]?.owner else { return false }
        return message.sender == owner
    }

    private func countDrop(_ subscription: Subscription) {
        let count = subscription.drops.count.add(1, ordering: .relaxed).newValue
        // One line at first, then one whenever the number has doubled.
        guard count & (count - 1) == 0 else { return }
        options.log("the stream of signals \(subscription.rule.text) has dropped \(count) so far: its reader is slow")
    }
}

// MARK: - Reference-counted match rules and owners

extension Connection {
    private func retainMatch(_ rule: MatchRule) -> Task<Void, any Error> {
        if let registration = matches[rule] {
            matches[rule]?.count += 1
            return registration.added
        }
        let added = Task { _ = try await callBus("AddMatch", [rule.text]) }
        matches[rule] = MatchRegistration(count: 1, added: added)
        return added
    }

    /// Releases one use of a rule; the last release removes it from the bus, without waiting.
    private func releaseMatch(_ rule: MatchRule) {
        guard let registration = matches[rule] else { return }
        guard registration.count == 1 else {
            matches[rule]?.count -= 1
            return
        }
        matches[rule] = nil
        try? send(.bus, path: .busPath, interface: .bus, member: "RemoveMatch", arguments: [rule.text])
    }

    private func trackOwner(for identifier: UInt64, _ name: BusName?) async throws {
        guard let name, !name.isUnique, name != .bus else { return }
        subscriptions[identifier]?.trackedName = name
        if owners[name] == nil { owners[name] = OwnerTracker() }
        owners[name]?.count += 1
        if let known = owners[name]?.known { return try await known.value }
        let added = retainMatch(.nameOwnerChanged(of: name))
        let known = Task { try await learnOwner(of: name, after: added) }
        owners[name]?.known = known
        try await known.value
    }

    private func learnOwner(of name: BusName, after added: Task<Void, any Error>) async throws {
        try await added.value
        let owner = try await nameOwner(name)
        if owners[name]?.isChanged == false { owners[name]?.owner = owner }
    }

    private func endSubscription(_ identifier: UInt64) {
        guard let subscription = subscriptions.removeValue(forKey: identifier) else { return }
        if subscription.holdsMatch { releaseMatch(subscription.rule) }
        guard let name = subscription.trackedName, let tracker = owners[name] else { return }
        owners[name]?.count -= 1
        if tracker.count == 1 {
            owners[name] = nil
            releaseMatch(.nameOwnerChanged(of: name))
        }
    }
}

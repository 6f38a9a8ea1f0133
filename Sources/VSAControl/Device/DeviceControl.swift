import Administration
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key
private typealias Member = ControlInterface.Member

/// The client of the device's control interface.
struct DeviceControl: Sendable {
    let connection: Connection
    /// The time limit of a reply.
    var patience: Duration = .seconds(60)
    /// The time that the bus may take to start the device, which needs some milliseconds. A bus that leaves the start to systemd
    /// does not notice when it fails, and waits for two minutes.
    var startLimit: Duration = .seconds(10)

    /// Connects to the bus, which starts the device at the first call.
    ///
    /// - Parameter address: The bus's address; nil for the session bus.
    /// - Throws: `Failure` with `ExitStatus.unreachable`.
    static func connect(address: String?) async throws -> DeviceControl {
        do {
            if let address { return DeviceControl(connection: try await Connection.open(address: address)) }
            return DeviceControl(connection: try await Connection.session())
        } catch let error as ConnectionError {
            throw Failure.unreachableBus(error, address: address)
        }
    }

    /// Calls a member and converts every error to a `Failure`.
    @discardableResult
    func call(_ member: MemberName, _ arguments: [any BusValueConvertible] = []) async throws -> BusMessage {
        do {
            return try await Waiting.first({ try await reply(to: member, arguments) }, failedStart)
        } catch {
            throw Failure.device(error)
        }
    }

    private func reply(to member: MemberName, _ arguments: [any BusValueConvertible]) async throws -> BusMessage {
        try await connection.call(
            SubscriberAccountInterface.busName, path: ControlInterface.path, interface: ControlInterface.name, member: member,
            arguments: arguments, timeout: patience)
    }

    /// Throws an error if the device has not started in time; otherwise it never returns.
    private func failedStart() async throws -> BusMessage {
        if await Waiting.pass(startLimit), try await connection.nameOwner(SubscriberAccountInterface.busName) == nil {
            throw Failure.notStarted("it does not appear on the bus")
        }
        await Waiting.forever()
        throw CancellationError()
    }

    /// Calls a member with one result.
    func answer<T: BusValueConvertible>(
        _ member: MemberName, _ arguments: [any BusValueConvertible] = [], as type: T.Type = T.self
    ) async throws -> T {
        let message = try await call(member, arguments)
        do { return try message.decode(as: type) } catch { throw Failure.device(error) }
    }

    func record<Record>(
        _ member: MemberName, as read: (VariantDictionary) throws -> Record
    ) async throws -> Record {
        let details: VariantDictionary = try await answer(member)
        do { return try read(details) } catch { throw Failure.device(error) }
    }

    func records<Record>(
        _ member: MemberName, _ arguments: [any BusValueConvertible] = [], as read: (VariantDictionary) throws -> Record
    ) async throws -> [Record] {
        let list: [VariantDictionary] = try await answer(member, arguments)
        do { return try list.map(read) } catch { throw Failure.device(error) }
    }
}

// MARK: - Reads

extension DeviceControl {
    func status() async throws -> DeviceStatus { try await record(Member.getStatus, as: DeviceStatus.init) }

    /// Returns the apps that the device knows, sorted by identifier.
    func applications() async throws -> [ApplicationRecord] {
        try await records(Member.listApplications, as: ApplicationRecord.init).sorted { $0.id < $1.id }
    }

    /// Returns an app.
    ///
    /// - Throws: `Failure` with `ExitStatus.notFound` and the nearest identifier.
    func application(_ id: String) async throws -> ApplicationRecord {
        try await applications().element(named: id, by: \.id, as: "app", listing: "vsactl app list")
    }

    /// Returns the signed-in account; nil if there is none.
    func account() async throws -> AccountRecord? { try await record(Member.getAccount, as: AccountRecord.init) }

    /// Returns the providers, in the world's order.
    func providers() async throws -> [ProviderRecord] { try await records(Member.listProviders, as: ProviderRecord.init) }

    /// Returns a provider by its identifier on the platform or at the service.
    ///
    /// - Throws: `Failure` with `ExitStatus.notFound` and the nearest identifier.
    func provider(_ id: String) async throws -> ProviderRecord {
        try await providers().element(named: id, by: \.id, \.mvpd, as: "provider", listing: "vsactl provider list")
    }

    /// Returns a provider's SAML metadata; its key is generated on first use.
    func providerMetadata(_ id: String) async throws -> String { try await answer(Member.getProviderMetadata, [id]) }

    /// Returns the service's SAML metadata; empty if none was set.
    func serviceMetadata() async throws -> String { try await answer(Member.getServiceMetadata) }

    /// Returns the queued answers, oldest first.
    func answers() async throws -> [AnswerRecord] { try await records(Member.listAnswers, as: AnswerRecord.init) }

    /// Returns the registered agents, newest first.
    func agents() async throws -> [AgentRecord] { try await records(Member.listAgents, as: AgentRecord.init) }

    func requests() async throws -> [RequestRecord] { try await records(Member.listRequests, as: RequestRecord.init) }
}

// MARK: - Writes, each read back

extension DeviceControl {
    func setAccess(_ status: AccessStatus, application: String) async throws -> ApplicationRecord {
        try await call(Member.setAccessStatus, [application, status.rawValue])
        let record = try await self.application(application)
        try Failure.require(record.access == status.rawValue, "\(application) is \(record.access), not \(status.rawValue)")
        return record
    }

    /// Resets the permission of one app, or of all, to not determined.
    func resetAccess(application: String?) async throws -> [ApplicationRecord] {
        if let application { _ = try await self.application(application) }
        try await call(Member.resetAccess, [application ?? ""])
        let records = try await applications().filter { application == nil || $0.id == application }
        for record in records {
            let wanted = AccessStatus.notDetermined.rawValue
            try Failure.require(record.access == wanted, "\(record.id) is \(record.access), not \(wanted)")
        }
        return records
    }

    func signIn(provider: ProviderRecord, subscriber: String, expiresIn seconds: Int64?) async throws -> AccountRecord {
        try await call(Member.signIn, [provider.id, subscriber, VariantDictionary(filled: [Key.expiresIn: seconds])])
        guard let account = try await account(), account.provider == provider.id, account.subscriber == subscriber else {
            throw Failure(.failed, "the device did not sign \(subscriber) in at \(provider.id)")
        }
        return account
    }

    /// Signs the account out; it is not an error if no user is signed in.
    func signOut(keepAccess: Bool) async throws {
        try await call(Member.signOut, [VariantDictionary(filled: [Key.keepAccess: keepAccess ? true : nil])])
        try Failure.require(try await account() == nil, "the device did not sign the account out")
    }

    func expireAccount() async throws -> AccountRecord {
        guard try await account() != nil else { throw Failure(.notFound, "no user is signed in") }
        try await call(Member.expireAccount)
        guard let account = try await account() else { throw Failure(.failed, "the account was removed when it expired") }
        return account
    }

    func setRegion(_ code: String) async throws -> DeviceStatus {
        try await call(Member.setRegion, [code])
        let status = try await status()
        try Failure.require(status.region == code, "the region is \(status.region), not \(code)")
        return status
    }

    /// Sets the metadata of the service that the device trusts.
    func setServiceMetadata(_ xml: String) async throws -> DeviceStatus {
        try await call(Member.setServiceMetadata, [xml])
        try Failure.require(try await !serviceMetadata().isEmpty, "the device did not keep the service's metadata")
        return try await status()
    }

    /// Resets the device to the baseline, or to the empty world.
    func reset(empty: Bool) async throws -> DeviceStatus {
        try await call(Member.reset, [VariantDictionary(filled: [Key.empty: empty ? true : nil])])
        return try await status()
    }

    /// Queues an answer.
    ///
    /// - Returns: The answer with its number, and whether it is queued; a waiting prompt may have used it immediately.
    func queueAnswer(_ answer: AnswerRecord) async throws -> (answer: AnswerRecord, isWaiting: Bool) {
        let id: UInt32 = try await self.answer(Member.queueAnswer, [answer.details])
        if let waiting = try await answers().first(where: { $0.id == id }) { return (waiting, true) }
        var used = answer
        used.id = id
        used.used = 1
        return (used, false)
    }

    func clearAnswers() async throws {
        try await call(Member.clearAnswers)
        let left = try await answers()
        try Failure.require(left.isEmpty, "\(counted(left.count, "answer")) still queued")
    }

    func setUnanswered(_ policy: UnansweredPolicy) async throws {
        try await call(Member.setUnanswered, [policy.rawValue])
        let read = try await status().unanswered
        try Failure.require(read == policy.rawValue, "unanswered prompts: \(read ?? "unknown"), not \(policy.rawValue)")
    }
}

// MARK: - Clock and faults

extension DeviceControl: DaemonControl {
    func clock() async throws -> ClockResource { try await record(Member.getClock, as: ClockResource.init) }

    func setClock(_ specification: String) async throws -> ClockResource {
        try await call(Member.setClock, [specification])
        return try await clock()
    }

    func advanceClock(milliseconds: Int64) async throws -> ClockResource {
        try await call(Member.advanceClock, [milliseconds])
        return try await clock()
    }

    func faults() async throws -> [FaultRecord] { try await records(Member.listFaults, as: FaultRecord.init) }

    func addFault(_ fault: FaultRecord) async throws -> FaultRecord {
        let id: String = try await answer(Member.addFault, [fault.details])
        guard let added = try await faults().first(where: { $0.id == id }) else {
            throw Failure(.failed, "the change did not take effect: no fault \(id)")
        }
        return added
    }

    func releaseFault(_ name: String) async throws -> Int64 {
        Int64(try await answer(Member.releaseFault, [name], as: UInt32.self))
    }

    func clearFaults(_ id: String?) async throws {
        try await call(Member.clearFaults, [id ?? ""])
        let left = try await faults().filter { id == nil || $0.id == id }
        try Failure.require(left.isEmpty, "\(counted(left.count, "fault")) left")
    }
}

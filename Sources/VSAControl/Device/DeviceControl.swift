import DBus
import DeviceInterfaces
import TVWorld

/// The client of the device's control interface.
struct DeviceControl: Sendable {
    let connection: Connection
    /// The time limit of a reply.
    var patience: Duration = .seconds(60)

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
    func call(_ member: MemberName, _ arguments: [any BusValueConvertible] = []) async throws -> BusMessage {
        do {
            return try await connection.call(
                SubscriberAccountInterface.busName, path: ControlInterface.path, interface: ControlInterface.name, member: member,
                arguments: arguments, timeout: patience)
        } catch {
            throw Failure.device(error)
        }
    }

    /// Calls a member with one result.
    func answer<T: BusValueConvertible>(
        _ member: MemberName, _ arguments: [any BusValueConvertible] = [], as type: T.Type
    ) async throws -> T {
        let message = try await call(member, arguments)
        do { return try message.decode(as: type) } catch { throw Failure.device(error) }
    }
}

// MARK: - Reads

extension DeviceControl {
    func status() async throws -> DeviceStatus {
        try await record(ControlInterface.Member.getStatus) { try DeviceStatus($0) }
    }

    /// Returns the apps that the device knows, sorted by identifier.
    func applications() async throws -> [ApplicationRecord] {
        try await records(ControlInterface.Member.listApplications) { try ApplicationRecord($0) }.sorted { $0.id < $1.id }
    }

    /// Returns an app.
    ///
    /// - Throws: `Failure` with `ExitStatus.notFound` and the nearest identifier.
    func application(_ id: String) async throws -> ApplicationRecord {
        try await applications().element(named: id, by: \.id, as: "app", listing: "vsactl app list")
    }

    /// Returns the signed-in account; nil if there is none.
    func account() async throws -> AccountRecord? {
        try await record(ControlInterface.Member.getAccount) { try AccountRecord($0) }
    }

    /// Returns the providers, in the world's order.
    func providers() async throws -> [ProviderRecord] {
        try await records(ControlInterface.Member.listProviders) { try ProviderRecord($0) }
    }

    /// Returns a provider by its identifier on the platform or at the service.
    ///
    /// - Throws: `Failure` with `ExitStatus.notFound` and the nearest identifier.
    func provider(_ id: String) async throws -> ProviderRecord {
        try await providers().element(named: id, by: \.id, \.mvpd, as: "provider", listing: "vsactl provider list")
    }

    /// Returns a provider's SAML metadata; its key is generated on first use.
    func providerMetadata(_ id: String) async throws -> String {
        try await answer(ControlInterface.Member.getProviderMetadata, [id], as: String.self)
    }

    /// Returns the service's SAML metadata; empty if none was set.
    func serviceMetadata() async throws -> String {
        try await answer(ControlInterface.Member.getServiceMetadata, as: String.self)
    }

    func record<Record>(_ member: MemberName, _ read: (VariantDictionary) throws -> Record) async throws -> Record {
        let details = try await answer(member, as: VariantDictionary.self)
        do { return try read(details) } catch { throw Failure.device(error) }
    }

    func records<Record>(
        _ member: MemberName, _ arguments: [any BusValueConvertible] = [], _ read: (VariantDictionary) throws -> Record
    ) async throws -> [Record] {
        let list = try await answer(member, arguments, as: [VariantDictionary].self)
        do { return try list.map(read) } catch { throw Failure.device(error) }
    }
}

// MARK: - Writes, each read back

extension DeviceControl {
    func setAccess(_ status: AccessStatus, application: String) async throws -> ApplicationRecord {
        _ = try await call(ControlInterface.Member.setAccessStatus, [application, status.rawValue])
        let record = try await self.application(application)
        try Failure.require(record.access == status.rawValue, "\(application) is \(record.access), not \(status.rawValue)")
        return record
    }

    /// Resets the permission of one app, or of all, to not determined.
    func resetAccess(application: String?) async throws -> [ApplicationRecord] {
        if let application { _ = try await self.application(application) }
        _ = try await call(ControlInterface.Member.resetAccess, [application ?? ""])
        let records = try await applications().filter { application == nil || $0.id == application }
        for record in records {
            let wanted = AccessStatus.notDetermined.rawValue
            try Failure.require(record.access == wanted, "\(record.id) is \(record.access), not \(wanted)")
        }
        return records
    }

    func signIn(provider: ProviderRecord, subscriber: String, expiresIn seconds: Int64?) async throws -> AccountRecord {
        let options = VariantDictionary(filled: [ControlInterface.Key.expiresIn: seconds])
        _ = try await call(ControlInterface.Member.signIn, [provider.id, subscriber, options])
        guard let account = try await account(), account.provider == provider.id, account.subscriber == subscriber else {
            throw Failure(.failed, "the device did not sign \(subscriber) in at \(provider.id)")
        }
        return account
    }

    /// Signs the account out; it is not an error if no user is signed in.
    func signOut(keepAccess: Bool) async throws {
        let options = VariantDictionary(filled: [ControlInterface.Key.keepAccess: keepAccess ? true : nil])
        _ = try await call(ControlInterface.Member.signOut, [options])
        try Failure.require(try await account() == nil, "the device did not sign the account out")
    }

    func expireAccount() async throws -> AccountRecord {
        guard try await account() != nil else { throw Failure(.notFound, "nobody is signed in") }
        _ = try await call(ControlInterface.Member.expireAccount)
        guard let account = try await account() else { throw Failure(.failed, "the account was removed when it expired") }
        return account
    }

    func setRegion(_ code: String) async throws -> DeviceStatus {
        _ = try await call(ControlInterface.Member.setRegion, [code])
        let status = try await status()
        try Failure.require(status.region == code, "the region is \(status.region), not \(code)")
        return status
    }

    /// Sets the metadata of the service that the device trusts.
    func setServiceMetadata(_ xml: String) async throws -> DeviceStatus {
        _ = try await call(ControlInterface.Member.setServiceMetadata, [xml])
        try Failure.require(try await !serviceMetadata().isEmpty, "the device did not keep the service's metadata")
        return try await status()
    }

    /// Resets the device to the baseline, or to the empty world.
    func reset(empty: Bool) async throws -> DeviceStatus {
        let options = VariantDictionary(filled: [ControlInterface.Key.empty: empty ? true : nil])
        _ = try await call(ControlInterface.Member.reset, [options])
        return try await status()
    }
}

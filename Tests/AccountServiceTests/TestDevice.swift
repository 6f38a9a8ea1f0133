import DBus
import DeviceInterfaces
import Foundation
import PrivateSession
import ProjectTesting
import SAML
import StateDirectory
import TVWorld
import Testing

@testable import AccountService

/// The device of the running test, which has the trait `device`.
var device: TestDevice {
    guard let device = TestDevice.current else { preconditionFailure("the test has no trait .device") }
    return device
}

/// Gives every test, and every case of a parameterized test, its own device.
final class DeviceTrait: FixtureTrait {
    /// Changes the provider Alpha of the built-in world.
    private let change: @Sendable (inout Provider) -> Void

    fileprivate init(_ change: @escaping @Sendable (inout Provider) -> Void = { _ in }) { self.change = change }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await TestDevice.with(world: world(changing: "alpha.example", change)) { device in
            try await TestDevice.$current.withValue(device, operation: function)
        }
    }
}

extension Trait where Self == DeviceTrait {
    /// A device with the built-in world.
    static var device: Self { Self() }

    /// Returns a device with the built-in world in which the provider Alpha is changed.
    static func device(changing change: @escaping @Sendable (inout Provider) -> Void) -> Self { Self(change) }
}

/// A daemon in this process on a private bus, with its own state folder and a clock that the test sets.
final class TestDevice: Sendable {
    @TaskLocal fileprivate static var current: TestDevice?

    let bus: TestBus
    let clock: ManualClock
    let stateFolder: String
    let world: World
    let connection: Connection
    let daemon: AccountDaemon
    /// A connection that uses `Control`.
    let control: InterfaceProxy
    /// All daemons of the operation, which are stopped at its end.
    private let started: Recorder<AccountDaemon>

    private init(
        _ bus: TestBus, clock: ManualClock, stateFolder: String, world: World, maximumPages: Int?,
        started: Recorder<AccountDaemon>
    ) async throws {
        self.bus = bus
        self.started = started
        self.clock = clock
        self.stateFolder = stateFolder
        self.world = world
        connection = try await bus.connect()
        var configuration = AccountDaemon.Configuration(stateFolder: stateFolder)
        configuration.world = world
        configuration.clock = .over(clock)
        configuration.maximumPages = maximumPages
        configuration.keyPool = KeyPool(environment: bus.environment)
        // Only those that a test installs.
        configuration.desktopEntries = DesktopEntries(environment: bus.environment.merging(["XDG_DATA_DIRS": "/none"]) { $1 })
        daemon = try await AccountDaemon.start(on: connection, configuration)
        started.record(daemon)
        control = try await InterfaceProxy.control(bus.connect())
    }

    /// Runs an operation with a fresh device.
    static func with(
        world: World = .builtIn, maximumPages: Int? = nil, services: [ActivatableService] = [],
        _ operation: (TestDevice) async throws -> Void
    ) async throws {
        try await TestBus.with(services: services) { bus in
            let home = try #require(bus.environment["HOME"])
            let started = Recorder<AccountDaemon>()
            let device = try await TestDevice(
                bus, clock: ManualClock(), stateFolder: "\(home)/state", world: world, maximumPages: maximumPages,
                started: started)
            let result: Result<Void, any Error>
            do { result = .success(try await operation(device)) } catch { result = .failure(error) }
            for daemon in started.events { await daemon.stop() }
            try result.get()
        }
    }

    /// The device after its daemon was stopped and started again.
    func restarted() async throws -> TestDevice {
        await daemon.stop()
        await connection.close()
        return try await TestDevice(
            bus, clock: clock, stateFolder: stateFolder, world: world, maximumPages: nil, started: started)
    }

    /// A connection of an app, which registers unless its identifier is nil, and requests the information that belongs to errors.
    func app(
        _ id: String? = "com.example.player", usage: String? = nil, name: String? = nil
    ) async throws -> TestApp {
        let app = TestApp(try await bus.connect())
        var info: VariantDictionary = ["error-info": BusVariant(true)]
        info["usage-description"] = usage.map { BusVariant($0) }
        info["application-name"] = name.map { BusVariant($0) }
        if let id { try await app.proxy.call("Register", id, info) }
        return app
    }

    /// An app with access, on a device where a user is signed in.
    func grantedApp(_ id: String = "com.example.player", provider: String = "alpha.example", subscriber: String = "alice")
        async throws
        -> TestApp
    {
        try await control.call("SetAccessStatus", id, "granted")
        try await control.call("SignIn", provider, subscriber, VariantDictionary())
        return try await app(id)
    }

    /// The certificates of a provider, from its metadata.
    func certificates(of provider: String = "alpha.example") async throws -> [Certificate] {
        let xml = try await control.call("GetProviderMetadata", provider).decode(as: String.self)
        return try EntityDescriptor(xml: xml).certificates
    }
}

/// The bus as one app sees it.
struct TestApp: Sendable {
    let connection: Connection
    let proxy: InterfaceProxy

    init(_ connection: Connection) {
        self.connection = connection
        proxy = InterfaceProxy.device(connection, SubscriberAccountInterface.name)
    }

    func accessStatus() async throws -> String {
        try await proxy.call("CheckAccessStatus", VariantDictionary()).decode(as: String.self)
    }

    func query(_ request: VariantDictionary = [:]) async throws -> VariantDictionary {
        try await proxy.call("QueryMetadata", request).decode(as: VariantDictionary.self)
    }

    /// The error of a query, with its info.
    func queryError(_ request: VariantDictionary = [:]) async throws -> (name: String, info: VariantDictionary) {
        let error = try await #require(throws: RemoteError.self) { _ = try await query(request) }
        return (error.shortName, try error.info)
    }
}

extension RemoteError {
    /// The name without the project's prefix.
    var shortName: String {
        let prefix = "org.vsasim.SubscriberAccount1.Error."
        return name.string.hasPrefix(prefix) ? String(name.string.dropFirst(prefix.count)) : name.string
    }

    /// The second argument.
    var info: VariantDictionary {
        get throws {
            guard body.count == 2 else { return [:] }
            return try VariantDictionary(dbusValue: body[1])
        }
    }
}

extension AdjustableClock {
    /// A clock based on one that the test sets.
    static func over(_ machine: ManualClock) -> AdjustableClock { AdjustableClock { machine.milliseconds() * 1_000 } }
}

/// The built-in world with one provider changed.
func world(changing id: String, _ change: (inout Provider) -> Void) throws -> World {
    var world = World.builtIn
    let index = try #require(world.providers.firstIndex { $0.id == id })
    change(&world.providers[index])
    return world
}

/// A service provider as the device sees it: metadata and signed requests.
struct TestService {
    let key: SigningKey
    static let entityID = "https://sp.example"
    static let consumer = "http://127.0.0.1:1/consumer"
    /// Generating a key takes a while; the tests share one.
    private static let shared = Result { try SigningKey.generate(commonName: "sp.example", now: 1_767_225_600) }

    init() throws {
        key = try Self.shared.get()
    }

    var metadata: String {
        EntityDescriptor(
            entityID: Self.entityID, role: .serviceProvider(assertionConsumerServiceURL: Self.consumer),
            certificates: [key.certificate]
        ).xml()
    }

    /// A valid token, after a change.
    func token(now: Int64, key: SigningKey? = nil, _ change: (inout AuthnRequest) -> Void = { _ in }) throws -> String {
        var request = AuthnRequest(
            id: "_request1", issueInstant: now, issuer: Self.entityID, destination: "https://alpha.example/saml/sso",
            assertionConsumerServiceURL: Self.consumer)
        change(&request)
        return Base64.encode(try request.signed(with: key ?? self.key))
    }
}

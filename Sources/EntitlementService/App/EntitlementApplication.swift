import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// The HTTP server of the service, as one service of a service group.
public struct EntitlementApplication: ApplicationProtocol {
    public typealias Responder = ServiceResponder

    /// The environment of the routes.
    public let environment: ServiceEnvironment
    public let configuration: ApplicationConfiguration
    public let logger: Logger
    private let tls: TLSIdentity?
    /// Returns free memory to the system; called occasionally, after requests.
    public var giveBack: (@Sendable () -> Void)?
    private let didStart: @Sendable (_ host: String, _ port: Int) async -> Void
    private let callsEnded = ExpectedValue<Void>()

    /// Creates a server that listens on an address.
    ///
    /// - Parameters:
    ///   - tls: The TLS identity; nil for plain HTTP.
    ///   - didStart: Called with the actual address when it accepts connections.
    public init(
        environment: ServiceEnvironment, host: String = "127.0.0.1", port: Int = 0, tls: TLSIdentity? = nil,
        logger: Logger, didStart: @escaping @Sendable (_ host: String, _ port: Int) async -> Void = { _, _ in }
    ) {
        self.environment = environment
        self.logger = logger
        self.tls = tls
        self.didStart = didStart
        configuration = ApplicationConfiguration(
            address: .hostname(host, port: port),
            availableConnectionsDelegate: .maximum(environment.options.connectionLimit, logger: logger))
    }

    public var responder: ServiceResponder { ServiceResponder(environment) }

    /// Invalid HTTP never reaches the responder: the server returns 400 without a body and closes the connection, because an
    /// error of the API would depend on the call, which is unknown.
    public var server: HTTPServerBuilder {
        let channel = HTTP1Channel.Configuration(
            idleTimeout: .seconds(environment.options.idleSeconds),
            // Slightly more than the responder accepts, so that most oversized heads get an explanatory response.
            httpDecoderConfiguration: .init(maxHeaderFieldSize: 65_536, maxHeaderListSize: 65_536, maxHeaderFieldCount: 200))
        let patience = TimeAmount.seconds(environment.options.bodySeconds)
        return HTTPServerBuilder { responder in
            GuardedChannel(
                base: HTTP1Channel(responder: responder, configuration: channel), patience: patience, identity: tls)
        }
    }

    public func onServerRunning(_ channel: any Channel) async {
        let address = channel.localAddress
        await didStart(address?.ipAddress ?? "127.0.0.1", address?.port ?? 0)
    }

    /// Serves until it is asked to shut down.
    ///
    /// Hummingbird itself would add the machine's date to every response; the service uses its own clock instead.
    public func run() async throws {
        defer { callsEnded.settle(.success(())) }
        let responder = responder
        let logger = logger
        let isSecure = tls != nil
        let service = try server.buildServer(
            configuration: ServerConfiguration(
                address: configuration.address, backlog: configuration.backlog,
                availableConnectionsDelegate: configuration.availableConnectionsDelegate),
            eventLoopGroup: eventLoopGroup, logger: logger
        ) { request, writer, channel in
            let context = ServiceRequestContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
            let response = try await responder.respond(to: isSecure ? request.underTLS : request, context: context)
            try await writer.write(response: response.head, body: response.body)
        } onServerRunning: { channel in
            await onServerRunning(channel)
        }
        try await service.run()
    }

    /// Serves until SIGTERM or SIGINT.
    public func runUntilSignal() async throws {
        try await serviceGroup(signals: [.sigterm, .sigint]).run()
    }

    /// Returns the group that runs the server. On shutdown, requests in progress are finished; connections that do not end by
    /// themselves are closed.
    public func serviceGroup(signals: [UnixSignal]) -> ServiceGroup {
        var services: [any Service] = [self, CleanUp(engine: environment.engine, logger: logger)]
        if let giveBack { services.append(MemoryReturn(engine: environment.engine, giveBack: giveBack)) }
        if let store = environment.engine.journalStore {
            // The first service to start is the last to stop: it writes what the others have recorded.
            services.insert(
                JournalWriter(
                    journal: environment.engine.journal, store: store, callsEnded: callsEnded, logger: logger), at: 0)
        }
        if let node = environment.engine.shared?.node {
            services.insert(JournalExchange(engine: environment.engine, logger: logger), at: 0)
            services.insert(NodeMembership(engine: environment.engine, node: node, logger: logger), at: 0)
        }
        // Without signals, only the caller decides, as in tests.
        if !signals.isEmpty { services.append(TLSReloading(identity: tls, logger: logger)) }
        var configuration = ServiceGroupConfiguration(
            // The default name describes the whole service, including its keys, and takes a quarter of the start.
            services: services.map { .init(service: $0, serviceName: "\(type(of: $0))") },
            gracefulShutdownSignals: signals, logger: logger)
        // Then the tasks of open connections are cancelled. A change that is being stored is completed: with a limit for that,
        // the group would crash the process.
        configuration.maximumGracefulShutdownDuration = .seconds(3)
        return ServiceGroup(configuration: configuration)
    }
}

extension Request {
    /// The same request with its scheme, which is unknown to the underlying server.
    fileprivate var underTLS: Request {
        var head = head
        head.scheme = "https"
        return Request(head: head, body: body)
    }
}

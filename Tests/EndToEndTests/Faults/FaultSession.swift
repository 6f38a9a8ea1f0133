import DBus
import PrivateSession
import ProjectTesting
import TVWorld

/// Daemons for one combination of flow and fault after the other, and connections to the interfaces that `vsactl fault` uses: a
/// process for each call would take longer than the flows.
struct FaultSession: Sendable {
    let daemons: Daemons
    private let connection: Connection
    private let device: InterfaceProxy
    /// The flow whose scenario is loaded.
    var loaded: FaultFlow?

    /// An active fault.
    struct Entry: Decodable, Sendable {
        let id: String
        /// The number of calls that it has affected.
        let struck: Int
        /// The number of calls that hang because of it.
        let waiting: Int
    }

    /// The answer of `GET /admin/v1/faults`.
    private struct Entries: Decodable {
        let faults: [Entry]
    }

    /// Starts the daemons.
    ///
    /// - Throws: The errors of `Daemons.start`, or `ConnectionError`.
    static func start() async throws -> FaultSession {
        let daemons = try await Daemons.start()
        return FaultSession(daemons: daemons, connection: try await Connection.open(address: daemons.bus.address))
    }

    private init(daemons: Daemons, connection: Connection) {
        self.daemons = daemons
        self.connection = connection
        device = InterfaceProxy.control(connection)
    }

    /// Ends the daemons.
    func stop() async {
        await connection.close()
        await daemons.stop()
    }

    /// The owner of the device's name, which changes if `vsad` crashes.
    func deviceOwner() async throws -> BusName? {
        try await connection.nameOwner(BusName(stringLiteral: AccountNames.bus))
    }

    /// Resets both daemons to the loaded scenario.
    func reset() async throws {
        try await device.call("Reset", VariantDictionary())
        try await daemons.administration.send("POST", "/admin/v1/reset").expecting(204)
    }

    /// Adds a fault.
    ///
    /// - Returns: Its name.
    func add(_ trouble: Trouble) async throws -> String {
        switch trouble.point.side {
        case .device: return try await device.call("AddFault", trouble.details).decode(as: String.self)
        case .service:
            return try await daemons.administration.send("POST", "/admin/v1/faults", json: trouble.request).expecting(201)
                .decoded(as: Entry.self).id
        }
    }

    /// The faults of one daemon.
    func faults(of side: FaultPoint.Side) async throws -> [Entry] {
        switch side {
        case .device:
            return try await device.call("ListFaults").decode(as: [VariantDictionary].self).map(Entry.init)
        case .service:
            return try await daemons.administration.send("GET", "/admin/v1/faults").expecting(200).decoded(as: Entries.self)
                .faults
        }
    }

    /// Releases the calls that a fault delays.
    func release(_ id: String, of side: FaultPoint.Side) async throws {
        switch side {
        case .device: try await device.call("ReleaseFault", id)
        case .service: try await daemons.administration.send("POST", "/admin/v1/faults/\(id)/release").expecting(200)
        }
    }
}

extension FaultSession.Entry {
    /// As returned by `ListFaults`.
    fileprivate init(_ details: VariantDictionary) throws {
        let struck = try details["struck"]?.get(as: UInt32.self) ?? 0
        let waiting = try details["waiting"]?.get(as: UInt32.self) ?? 0
        self.init(id: try details["id"]?.get() ?? "", struck: Int(struck), waiting: Int(waiting))
    }
}

extension Trouble {
    /// As `AddFault` accepts it.
    fileprivate var details: VariantDictionary {
        var details: VariantDictionary = ["at": BusVariant(point.rawValue)]
        switch effect {
        case .error(let name): details["error"] = BusVariant(name)
        case .delay:
            details["delay"] = BusVariant(Self.delay.least)
            details["jitter"] = BusVariant(Self.delay.jitter)
        case .hang: details["hang"] = BusVariant(true)
        case .disconnect: details["disconnect"] = BusVariant(true)
        // The device does not use HTTP.
        case .status: break
        case .saml(let fault): details["saml"] = BusVariant(fault.rawValue)
        }
        return details
    }

    /// As `POST /admin/v1/faults` accepts it.
    fileprivate var request: Request {
        var request = Request(at: point.rawValue)
        switch effect {
        case .error(let name): request.error = name
        case .delay:
            request.delay = Self.delay.least
            request.jitter = Self.delay.jitter
        case .hang: request.hang = true
        case .disconnect: request.disconnect = true
        case .status(let code): request.status = code
        case .saml(let fault): request.saml = fault.rawValue
        }
        return request
    }

    fileprivate struct Request: Encodable {
        var at: String
        var error: String?
        var saml: String?
        var status: Int?
        var hang: Bool?
        var disconnect: Bool?
        var delay: Int64?
        var jitter: Int64?
    }
}

import DBus
import DeviceInterfaces

/// Acts as an app, on a separate connection.
struct ApplicationClient: Sendable {
    private let connection: Connection

    /// Registers as an app.
    ///
    /// - Throws: ``SubscriberFailure`` if the device rejects the identifier, otherwise `Failure`.
    init(application: String, usageDescription: String?, address: String?) async throws {
        connection = try await DeviceControl.connect(address: address).connection
        let info = VariantDictionary(filled: [
            SubscriberAccountInterface.Key.errorInfo: true,
            SubscriberAccountInterface.Key.usageDescription: usageDescription,
        ])
        _ = try await call(SubscriberAccountInterface.Member.register, [application, info])
    }

    func accessStatus() async throws -> String {
        let message = try await call(SubscriberAccountInterface.Member.checkAccessStatus, [VariantDictionary()])
        do { return try message.decode(as: String.self) } catch { throw Failure.device(error) }
    }

    /// Returns metadata without prompting the user.
    func metadata(_ request: VariantDictionary) async throws -> VariantDictionary {
        let message = try await call(SubscriberAccountInterface.Member.queryMetadata, [request])
        do { return try message.decode(as: VariantDictionary.self) } catch { throw Failure.device(error) }
    }

    /// Creates a request that may prompt the user.
    ///
    /// - Parameter member: `RequestAccess` or `RequestMetadata`.
    func request(_ member: MemberName, _ details: VariantDictionary) async throws -> ApplicationRequest {
        let token = "vsactl" + (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 16) }.joined()
        do {
            return try await ApplicationRequest(on: connection, token: token) { _ = try await call(member, [$0, details]) }
        } catch let error as ConnectionError {
            throw Failure.device(error)
        }
    }

    private func call(_ member: MemberName, _ arguments: [any BusValueConvertible]) async throws -> BusMessage {
        do {
            return try await connection.call(
                SubscriberAccountInterface.busName, path: SubscriberAccountInterface.path,
                interface: SubscriberAccountInterface.name, member: member, arguments: arguments, timeout: .seconds(90))
        } catch {
            if let error = error as? RemoteError, let failure = SubscriberFailure(error) { throw failure }
            throw Failure.device(error)
        }
    }
}

import DBus

/// The device on the session bus.
struct SystemAccount: AccountDevice {
    /// The one that apps talk to.
    static let shared = SystemAccount(link: DeviceLink { try await Connection.session() })

    /// How long a provider may take: the device itself gives up on one after 60 seconds.
    private static let metadataTimeout = Duration.seconds(90)

    private let link: DeviceLink

    /// A device on another bus, for tests.
    init(link: DeviceLink) { self.link = link }

    func accessStatus() async throws -> VSAccountAccessStatus {
        let text: String
        do {
            text = try await link.call(WireNames.checkAccessStatus, [Details()]).decode(as: String.self)
        } catch let error as RemoteError {
            guard let status = VSError.accessStatus(in: error) else { throw VSError(remote: error) }
            throw AccessStatusFailure(status: status, error: VSError(remote: error))
        } catch {
            throw VSError(wire: error)
        }
        // The interface asks its clients to treat a status that they do not know as "not granted".
        return WireNames.accessStatuses[text] ?? .restricted
    }

    func metadata(for query: MetadataQuery) async throws -> VSAccountMetadata {
        do {
            let message = try await link.call(WireNames.queryMetadata, [query.details], timeout: Self.metadataTimeout)
            return try VSAccountMetadata(details: try message.decode(as: Details.self))
        } catch {
            throw VSError(wire: error)
        }
    }
}

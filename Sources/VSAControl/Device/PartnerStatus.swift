import DBus
import Dates
import DeviceInterfaces
import FoundationEssentials
import TVWorld

private typealias Keys = SubscriberAccountInterface.Key

/// The status of the device's account as an app reports it to the service: the header `AP-Partner-Framework-Status` of REST v2.
struct PartnerStatus: Sendable, Equatable, JSONConvertible {
    static let headerName = "AP-Partner-Framework-Status"

    /// The app's permission, as named on D-Bus.
    var access: String
    /// The reason why the permission could not be read.
    var accessError: SubscriberFailure?
    /// The provider's identifier; nil if no user is signed in or the app has no permission.
    var provider: String?
    /// The end of the sign-in, in Unix seconds; nil if the device reports none.
    var expiresAt: Int64?
    /// The reason why the provider could not be read.
    var providerError: SubscriberFailure?

    /// The header's value before its encoding.
    var json: JSON {
        .members([
            "frameworkPermissionInfo": JSON.object(
                JSON.given(["accessStatus": accessWord, "error": accessError.map(Self.error)])),
            "frameworkProviderInfo": JSON.object(
                JSON.given([
                    "id": provider, "expirationDate": expiresAt.map { String($0.clampedProduct(1_000)) },
                    "error": providerError.map(Self.error),
                ])),
        ])
    }

    var headerValue: String { Data(json.serialized.utf8).base64EncodedString() }

    /// The permission, as named in the header.
    private var accessWord: String { access == AccessStatus.notDetermined.rawValue ? "notDetermined" : access }

    private static func error(_ failure: SubscriberFailure) -> JSON {
        .members(["code": failure.code.map { String($0) } ?? failure.name, "message": failure.message])
    }
}

extension ApplicationClient {
    /// Returns the status of the account, as an app determines it without prompting the user.
    ///
    /// - Throws: `Failure` if the device cannot be reached. Errors that the device returns to the app are part of the status.
    func partnerStatus() async throws -> PartnerStatus {
        var status = PartnerStatus(access: AccessStatus.notDetermined.rawValue)
        do {
            status.access = try await accessStatus()
        } catch let failure as SubscriberFailure {
            status.accessError = failure
        }
        guard status.access == AccessStatus.granted.rawValue else { return status }
        do {
            let metadata = try await metadata([
                Keys.includeAccountProviderIdentifier: BusVariant(true),
                Keys.includeAuthenticationExpirationDate: BusVariant(true),
            ])
            status.provider = try metadata.optional(Keys.accountProviderIdentifier)
            status.expiresAt = try metadata.optional(Keys.authenticationExpirationDate)
        } catch let failure as SubscriberFailure {
            status.providerError = failure
        } catch let error as BusConversionError {
            throw Failure.device(error)
        }
        return status
    }
}

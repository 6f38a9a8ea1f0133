import Foundation
import VideoSubscriberAccount

struct Failure: Encodable {
    let code: String
    let message: String

    init(_ error: any Error) {
        code = String((error as NSError).code)
        message = error.localizedDescription
    }
}

struct Status: Encodable {
    struct Permission: Encodable {
        var accessStatus: String
        var error: Failure?
    }
    struct Provider: Encodable {
        var id: String?
        var expirationDate: String?
        var error: Failure?
    }
    var frameworkPermissionInfo: Permission
    var frameworkProviderInfo = Provider()
}

VSApplication.register(identifier: "com.example.player")
let manager = VSAccountManager()
var status = await withCheckedContinuation { continuation in
    manager.checkAccessStatus { access, error in
        let words: [VSAccountAccessStatus: String] = [
            .granted: "granted", .denied: "denied", .restricted: "restricted", .notDetermined: "notDetermined",
        ]
        continuation.resume(
            returning: Status(frameworkPermissionInfo: .init(accessStatus: words[access]!, error: error.map { Failure($0) })))
    }
}
if status.frameworkPermissionInfo.accessStatus == "granted" {
    status.frameworkProviderInfo = await withCheckedContinuation { continuation in
        let request = VSAccountMetadataRequest()
        request.includeAccountProviderIdentifier = true
        request.includeAuthenticationExpirationDate = true
        manager.enqueue(request) { @Sendable metadata, error in
            let expires = metadata?.authenticationExpirationDate.map { String(Int64($0.timeIntervalSince1970) * 1_000) }
            continuation.resume(
                returning: .init(
                    id: metadata?.accountProviderIdentifier, expirationDate: expires, error: error.map { Failure($0) }))
        }
    }
}
print("AP-Partner-Framework-Status: \(try JSONEncoder().encode(status).base64EncodedString())")

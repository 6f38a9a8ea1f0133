import Administration
import TVWorld

extension DeviceControl {
    /// The maximum number of bytes of each list: by default, a service accepts bodies of 256 KiB.
    private static let sizeLimit = 96 << 10

    /// Returns the state of the device in the form that the service's dashboard accepts.
    func sharedState() async throws -> JSON {
        let status = try await status()
        let account = try await account()
        let clock = try await clock()
        let applications = try await applications()
        let requests = try await requests()
        var accountJSON = JSON.null
        if let account {
            accountJSON = .members([
                "provider": Self.text(account.provider), "subscriber": Self.text(account.subscriber),
                "signedInAt": .optional(account.signedInAt.map(Timestamp.text(unixSeconds:))),
                "expiresAt": .optional(account.expiresAt.map(Timestamp.text(unixSeconds:))),
                "expired": .bool(account.hasExpired(at: clock.time / 1_000)), "remembered": .bool(account.isRemembered),
            ])
        }
        return .members([
            "region": .string(Self.text(status.region, 16).text ?? ""), "account": accountJSON,
            "applicationCount": .integer(applications.count),
            "applications": Self.list(applications) { application in
                [
                    "id": Self.text(application.id), "access": Self.text(application.access, 64),
                    "identifiedBy": Self.text(application.identifiedBy, 64),
                    "usageDescription": Self.text(application.usageDescription, 500),
                ]
            },
            "prompts": Self.list(requests) { request in
                [
                    "application": Self.text(request.application), "kind": Self.text(request.kind, 64),
                    "stage": Self.text(request.stage, 64), "prompt": Self.text(request.prompt, 64),
                    "asked": Self.text(request.asked),
                ]
            },
        ])
    }

    /// Returns a text in one line of limited length; null for none.
    private static func text(_ text: String?, _ length: Int = 256) -> JSON {
        let scalars = SafeText.line(text ?? "").unicodeScalars.prefix(length)
        return scalars.isEmpty ? .null : .string(String(String.UnicodeScalarView(scalars)))
    }

    /// Returns the first elements of a list, as many as a call may contain.
    private static func list<Element>(_ elements: [Element], _ members: (Element) -> KeyValuePairs<String, JSON>) -> JSON {
        var size = 0
        return .array(
            elements.prefix(AdministrationLimit.sharedCount).map { JSON.members(members($0)) }.prefix { json in
                size += json.serialized.utf8.count + 1
                return size <= sizeLimit
            }.map(\.self))
    }
}

import Administration
import Dates
import TVWorld

/// The current state of the device, as shared with the dashboard by a program with access to it; kept in memory.
struct SharedDevice: Sendable {
    /// The values for the template of the device.
    let page: PageValue
    /// The machine's time when it was shared, in Unix milliseconds.
    let machineTime = SystemClock.machineMilliseconds()
    /// A number that increases with every change.
    var number: Int64 = 0

    /// Reads the body of `PUT /admin/v1/timeline/device`.
    ///
    /// - Throws: ``ServiceError`` that names the invalid member.
    init(_ body: JSON) throws {
        let fields = try AdministrationFields(
            body, known: ["region", "account", "applicationCount", "applications", "prompts"])
        let region = try fields.required("region", 0...16)
        let account: PageValue = try fields["account"].map { try Self.account($0) } ?? false
        let applications = try AdministrationFields.list(
            fields["applications"], "applications", limit: AdministrationLimit.sharedCount,
            known: ["id", "access", "identifiedBy", "usageDescription"]
        ) { fields -> PageValue in
            let (id, access) = (try fields.required("id", 1...256), try fields.required("access", 1...64))
            return [
                "id": .text(id), "access": .text(access),
                "tag": .text(access == "granted" ? "good" : access == "denied" ? "bad" : ""),
                "identifiedBy": .text(try fields.text("identifiedBy", 1...64) ?? ""),
                "reason": .text(try fields.text("usageDescription", 1...2_048) ?? ""),
            ]
        }
        // The number of apps, of which the newest are listed.
        let more = (try fields.integer("applicationCount", 0...Int64.max) ?? 0) - Int64(applications.count)
        let prompts = try AdministrationFields.list(
            fields["prompts"], "prompts", limit: AdministrationLimit.sharedCount,
            known: ["application", "kind", "stage", "prompt", "asked"]
        ) { fields -> PageValue in
            [
                "application": .text(try fields.required("application", 1...256)),
                "kind": .text(try fields.required("kind", 1...64)), "stage": .text(try fields.required("stage", 1...64)),
                "prompt": .text(try fields.text("prompt", 1...64) ?? ""),
                "asked": .text(try fields.text("asked", 1...256) ?? ""),
            ]
        }
        page = [
            "region": .text(region), "account": account, "more": .optional(more > 0 ? String(more) : nil),
            "applications": .list(applications), "prompts": .list(prompts),
        ]
    }

    /// Returns the signed-in account, or the provider that the device remembers.
    private static func account(_ value: JSON) throws -> PageValue {
        let fields = try AdministrationFields(
            value, known: ["provider", "subscriber", "signedInAt", "expiresAt", "expired", "remembered"])
        return [
            "provider": .text(try fields.required("provider", 1...256)),
            "subscriber": .optional(try fields.text("subscriber", 1...256)),
            "signedInAt": .optional(try fields.text("signedInAt", 1...64).map(readable)),
            "expiresAt": .optional(try fields.text("expiresAt", 1...64).map(readable)),
            "isExpired": .flag(try fields.flag("expired") ?? false),
            "isRemembered": .flag(try fields.flag("remembered") ?? false),
        ]
    }

    /// Returns a time in the format of the other pages; other text is unchanged.
    private static func readable(_ time: String) -> String { RFC3339.milliseconds(time).map(ReadableTime.moment) ?? time }
}

import TVWorld

/// The current state of the device, as shared with the dashboard by a program with access to it; kept in memory.
struct SharedDevice: Sendable, Equatable {
    /// The signed-in account, or the provider that the device remembers.
    struct Account: Sendable, Equatable {
        let provider: String
        let subscriber: String?
        /// In RFC 3339.
        let signedInAt: String?
        let expiresAt: String?
        let isExpired: Bool
        let isRemembered: Bool
    }

    /// An app that the device knows.
    struct Application: Sendable, Equatable {
        let id: String
        let access: String
        let identifiedBy: String?
        let usageDescription: String?
    }

    /// A request of an app that waits for something, usually the answer to a prompt.
    struct Prompt: Sendable, Equatable {
        let application: String
        let kind: String
        let stage: String
        let prompt: String?
        let asked: String?
    }

    let region: String
    let account: Account?
    /// The number of apps, of which the newest are listed.
    let applicationCount: Int64
    let applications: [Application]
    let prompts: [Prompt]

    /// The maximum number of apps, and of prompts.
    static let listLimit = 200

    /// Reads the body of `PUT /admin/v1/timeline/device`.
    ///
    /// - Throws: ``ServiceError`` that names the invalid member.
    init(_ body: JSON) throws {
        let fields = try AdministrationFields(
            body, known: ["region", "account", "applicationCount", "applications", "prompts"])
        region = try fields.required("region", 0...16)
        account = try fields["account"].map { value in
            let fields = try AdministrationFields(
                value, known: ["provider", "subscriber", "signedInAt", "expiresAt", "expired", "remembered"])
            return Account(
                provider: try fields.required("provider", 1...256), subscriber: try fields.text("subscriber", 1...256),
                signedInAt: try fields.text("signedInAt", 1...64), expiresAt: try fields.text("expiresAt", 1...64),
                isExpired: try fields.flag("expired") ?? false, isRemembered: try fields.flag("remembered") ?? false)
        }
        applications = try Self.list("applications", fields, ["id", "access", "identifiedBy", "usageDescription"]) { fields in
            Application(
                id: try fields.required("id", 1...256), access: try fields.required("access", 1...64),
                identifiedBy: try fields.text("identifiedBy", 1...64),
                usageDescription: try fields.text("usageDescription", 1...2_048))
        }
        applicationCount = try fields.integer("applicationCount", 0...Int64.max) ?? Int64(applications.count)
        prompts = try Self.list("prompts", fields, ["application", "kind", "stage", "prompt", "asked"]) { fields in
            Prompt(
                application: try fields.required("application", 1...256), kind: try fields.required("kind", 1...64),
                stage: try fields.required("stage", 1...64), prompt: try fields.text("prompt", 1...64),
                asked: try fields.text("asked", 1...256))
        }
    }

    private static func list<Element>(
        _ name: String, _ fields: AdministrationFields, _ known: [String], _ read: (AdministrationFields) throws -> Element
    ) throws -> [Element] {
        guard case .array(let values)? = fields[name], values.count <= listLimit else {
            throw AdministrationFields.wrong(name, "a list of at most \(listLimit)")
        }
        return try values.map { try read(try AdministrationFields($0, known: known)) }
    }
}

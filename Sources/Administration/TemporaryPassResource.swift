import TVWorld

/// A temporary pass of a requestor.
package struct TemporaryPassResource: Resource {
    package static let writesNull = true

    package var requestor: String
    package var mvpd: String
    package var kind: String
    /// The duration in seconds.
    package var ttl: Int64
    /// The maximum number of resources; nil: any number.
    package var resources: Int64?
    package var key: String?
}

extension TemporaryPassResource {
    /// Creates a resource from a pass of the world.
    package init(_ pass: TemporaryPass) {
        self.init(
            requestor: pass.requestor, mvpd: pass.mvpd, kind: pass.kind.rawValue, ttl: pass.lifetime,
            resources: pass.resourceLimit.map { Int64($0) }, key: pass.kind == .promotional ? pass.identityKey : nil)
    }
}

/// A temporary pass that a device or user has started.
package struct StartedTemporaryPassResource: Resource {
    package static let writesNull = true
    package static let moments = ["startedAt": MomentUnit.milliseconds, "expiresAt": .milliseconds]

    package var id: String
    package var requestor: String
    package var mvpd: String
    package var device: String
    package var key: String?
    package var resources: [String]
    package var startedAt: Int64
    package var expiresAt: Int64
    package var ended: Bool

    package init(
        id: String, requestor: String, mvpd: String, device: String, key: String?, resources: [String], startedAt: Int64,
        expiresAt: Int64, ended: Bool
    ) {
        self.id = id
        self.requestor = requestor
        self.mvpd = mvpd
        self.device = device
        self.key = key
        self.resources = resources
        self.startedAt = startedAt
        self.expiresAt = expiresAt
        self.ended = ended
    }
}

/// The passes, with a page of the started ones.
package struct TemporaryPassPage: Resource {
    package static let writesNull = true
    package static let path = "temporary-passes"

    package var passes: [TemporaryPassResource]
    /// The started passes.
    package var trials: [StartedTemporaryPassResource]
    /// The cursor of the next page.
    package var next: Int64?

    package init(passes: [TemporaryPassResource], trials: [StartedTemporaryPassResource], next: Int64?) {
        self.passes = passes
        self.trials = trials
        self.next = next
    }
}

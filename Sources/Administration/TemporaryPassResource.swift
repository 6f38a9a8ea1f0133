import TVWorld

/// A temporary pass of a requestor.
package struct TemporaryPassResource: Resource {
    package static let writesNull = true

    package var requestor: String
    package var mvpd: String
    package var kind: String
    /// Seconds.
    package var ttl: Int64
    /// The most resources; nil: any number.
    package var resources: Int64?
    package var key: String?
}

extension TemporaryPassResource {
    /// A pass of the world.
    package init(_ pass: TemporaryPass) {
        self.init(
            requestor: pass.requestor, mvpd: pass.mvpd, kind: pass.kind.rawValue, ttl: pass.lifetime,
            resources: pass.resourceLimit.map { Int64($0) }, key: pass.kind == .promotional ? pass.identityKey : nil)
    }
}

/// A trial that has begun.
package struct TrialResource: Resource {
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

/// The passes, and a page of trials.
package struct TemporaryPassPage: Resource {
    package static let writesNull = true
    package static let path = "temporary-passes"

    package var passes: [TemporaryPassResource]
    package var trials: [TrialResource]
    /// The cursor of the next page.
    package var next: Int64?

    package init(passes: [TemporaryPassResource], trials: [TrialResource], next: Int64?) {
        self.passes = passes
        self.trials = trials
        self.next = next
    }
}

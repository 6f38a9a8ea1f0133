import TVWorld

extension FaultRecord: ListedResource {
    package static let path = "faults"
    package var json: JSON { .object(members()) }
}

/// The number of calls that continue.
package struct ReleaseResource: Resource {
    package var released: Int64

    package init(released: Int64) { self.released = released }
}

/// Something that a call may renew once at each service.
struct Renewal: Sendable, Hashable {
    /// The subject of a renewal.
    enum Kind: Sendable {
        case registration, accessToken
        /// The use of something that another call has renewed.
        case use
    }

    let kind: Kind
    let service: String
}

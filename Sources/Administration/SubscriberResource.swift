import TVWorld

/// A subscriber of a provider. Passwords are never returned.
package struct SubscriberResource: ListedResource {
    package static let path = "subscribers"

    package var provider: String
    package var username: String
    package var userId: String
    package var channels: [String]
    package var suspended: Bool

    /// Creates a resource from a subscriber of the world.
    package init(_ subscriber: Subscriber) {
        provider = subscriber.provider
        username = subscriber.username
        userId = subscriber.userID
        channels = subscriber.channels
        suspended = subscriber.isSuspended
    }
}

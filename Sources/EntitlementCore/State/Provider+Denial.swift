import TVWorld

/// A provider's no.
struct Denial: Equatable {
    /// Why.
    var code: ErrorCode
    /// The provider's own text.
    var message: String
}

extension Provider {
    /// What the provider answers when it is asked about a resource: nil is a yes.
    ///
    /// The subscriber's channels decide. A user whom the world does not know (the provider vouched for somebody else's world) is
    /// judged by the `channelID` that the provider told at sign-in.
    func denial(of resource: Resource, to record: AuthenticationRecord, in world: World) -> Denial? {
        if isTemporaryPass { return nil }
        let subscriber = world.subscriber(provider: id, userID: record.userID)
        if subscriber?.isSuspended == true {
            return Denial(code: .sessionInvalidated, message: "Your \(name) account is suspended.")
        }
        let told: [String]? = if case .list(let channels)? = record.attributes["channelID"] { channels } else { nil }
        guard let channels = subscriber?.channels ?? told else {
            return Denial(code: .identityNotRecognized, message: "\(name) does not know this account.")
        }
        guard channels.contains(resource.channel) else {
            return Denial(
                code: .authorizationDenied, message: "Your \(name) subscription does not include \(resource.channel).")
        }
        let limits = subscriber?.attributes["maxRating"] ?? record.attributes["maxRating"]
        if let rating = resource.rating, case .map(let limits)? = limits, rating.exceeds(limits) {
            return Denial(code: .parentalControls, message: "Parental controls of \(name) do not allow \(rating.value).")
        }
        return nil
    }
}

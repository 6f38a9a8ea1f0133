import TVWorld

extension ResourceRules {
    /// Throws the reason why the user would not be authorized for a resource. No state is changed, and denials are not counted.
    ///
    /// - Parameters:
    ///   - resource: The resource; nil if it is malformed.
    ///   - isAuthorized: Whether a stored authorization is used without asking the provider.
    ///   - isAnswered: Whether the provider responds at all: some do not if they do not know a resource.
    ///   - checkPass: Throws the reason why the temporary pass cannot be used for the resource, if the provider is one.
    func preauthorize(
        _ resource: Resource?, isAuthorized: Bool, isAnswered: Bool, checkPass: (Resource) throws(Refusal) -> Void
    ) throws(Refusal) {
        if let rule = rule(for: resource) { return try rule.requirePermission(of: session.provider) }
        if session.provider.isTemporaryPass, let resource { return try checkPass(resource) }
        try session.requireHome(device.address)
        if isAuthorized { return }
        guard let resource else { throw .malformedResource(.preauthorizationDenied) }
        if session.provider.preauthorizationMethod == .lineUp { return try requireLineUp(resource) }
        guard isAnswered else {
            throw Refusal(
                403, .preauthorizationDenied, "\(session.provider.name) returned no answer: a resource is unknown to it.")
        }
        guard var denial = session.denial(of: resource, in: device.state.world) else { return }
        if denial.code == .authorizationDenied { denial.code = .preauthorizationDenied }
        throw denial
    }

    /// Returns whether the provider responds to a preauthorization of these resources.
    func isAnswered(_ names: [String]) -> Bool {
        !session.provider.preauthorizesKnownOnly || names.allSatisfy(Set(device.state.world.resources).contains)
    }

    /// Checks a resource against the channels that the provider sent at sign-in.
    private func requireLineUp(_ resource: Resource) throws(Refusal) {
        let lineUp = session.record.listAttribute("authorized_resources") ?? session.record.listAttribute("channelID") ?? []
        guard !lineUp.contains(resource.channel) else { return }
        let text = "Your \(session.provider.name) subscription does not include \(resource.channel)."
        throw Refusal(403, .preauthorizationDenied, text, details: text)
    }
}

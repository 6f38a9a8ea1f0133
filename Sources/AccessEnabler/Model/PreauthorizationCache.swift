/// The service's decisions about resources, cached for the duration of one login.
struct PreauthorizationCache: Sendable, Equatable {
    let login: Session
    var decisions: [String: PreauthorizeAnswer.Decision] = [:]

    /// Whether they belong to this login: another process may have logged in another user.
    func isAbout(_ session: Session) -> Bool { login.isSameLogin(as: session) }
}

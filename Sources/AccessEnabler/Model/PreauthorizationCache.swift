/// The service's decisions about resources, cached for the duration of one login.
struct PreauthorizationCache: Sendable, Equatable {
    private let login: Session
    var decisions: [String: PreauthorizeAnswer.Decision] = [:]

    init(of login: Session) {
        self.login = login
    }

    /// Whether they belong to this login: another process may have logged in another user.
    func isAbout(_ session: Session) -> Bool { login.isSameLogin(as: session) }
}

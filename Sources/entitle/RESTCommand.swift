import Foundation

/// One line of the protocol with `--api v2`.
enum RESTCommand: Equatable {
    case configuration
    /// Creates a session, or resumes that of a code.
    case beginSession(code: String?, SessionArguments)
    case session(String)
    case profiles
    case profile(String)
    case profileOfCode(String)
    case currentProfile
    case rememberedSignIn
    case waitForProfile
    case authorize(mvpd: String, [String])
    case preauthorize(mvpd: String, [String])
    case logout(mvpd: String, redirectURL: URL?)
    case partnerSignIn(SessionArguments)
    case refreshPartnerStatus
    case identify([String: String])
    case subjectToken(String?)
    case serviceToken(String?)
    case request(RawRequest)
    case browse
    case login(user: String, password: String)
    case wait(answer: String, conditions: [String: String], seconds: Double)
    case help
    case quit

    struct SessionArguments: Equatable, Sendable {
        var mvpd: String?
        var domainName: String?
        var redirectURL: URL?
        /// The MVPDs that the device's dialog shows first.
        var featured: [String] = []
    }

    static let overview = """
        Commands with --api v2:
          configuration                          session CODE
          createSession [mvpd=MVPD] [domainName=DOMAIN] [redirectUrl=URL]
          resumeSession CODE [mvpd=MVPD] [domainName=DOMAIN] [redirectUrl=URL]
          profiles                               profile MVPD | profile code=CODE
          currentProfile                         rememberedSignIn
          waitForProfile                         logout MVPD [redirectUrl=URL]
          authorize MVPD RESOURCE…               preauthorize MVPD RESOURCE…
          partnerSignIn [domainName=DOMAIN] [redirectUrl=URL] [featured=MVPD,…]
          refreshPartnerStatus                   identify [KEY=VALUE…]
          subjectToken TOKEN|null                serviceToken TOKEN|null
          request METHOD PATH [HEADER:VALUE…] [FIELD=VALUE…|JSON]
          browse                                 login USER PASSWORD
          wait ANSWER [KEY=VALUE…] [SECONDS]     help | quit
        """

    /// The names of the client's calls.
    static let calls = [
        "configuration", "createSession", "resumeSession", "session", "profiles", "profile", "currentProfile",
        "rememberedSignIn", "waitForProfile", "authorize", "preauthorize", "logout", "partnerSignIn", "refreshPartnerStatus",
        "identify", "subjectToken", "serviceToken", "request",
    ]

    static let names = calls + ["login", "browse", "wait", "help", "quit"]

    /// The beginnings of lines that an editor completes.
    static let completions = names + calls.map { "wait \($0)" }

    /// The commands without arguments.
    private static let simple: [String: RESTCommand] = [
        "configuration": .configuration, "profiles": .profiles, "currentProfile": .currentProfile,
        "rememberedSignIn": .rememberedSignIn, "waitForProfile": .waitForProfile,
        "refreshPartnerStatus": .refreshPartnerStatus, "browse": .browse, "help": .help, "quit": .quit,
    ]

    /// Parses a line; nil if it is empty or a comment.
    init?(line: String) throws(Command.Failure) {
        guard let (name, rest) = Command.parts(of: line) else { return nil }
        self = try name == "request" ? .request(RawRequest(rest)) : Self.command(name, Command.words(rest))
    }

    private static func command(_ name: String, _ words: [String]) throws(Command.Failure) -> RESTCommand {
        if let command = try Command.single(name, words, among: simple) { return command }
        switch name {
        case "createSession": return .beginSession(code: nil, try arguments(words, name))
        case "resumeSession":
            return .beginSession(code: try first(words, "a code", name), try arguments(Array(words.dropFirst()), name))
        case "session": return .session(try only(words, "a code", name))
        case "profile": return try profile(words)
        case "authorize": return .authorize(mvpd: try first(words, "an MVPD", name), Array(words.dropFirst()))
        case "preauthorize": return .preauthorize(mvpd: try first(words, "an MVPD", name), Array(words.dropFirst()))
        case "logout": return try logout(words)
        case "partnerSignIn": return .partnerSignIn(try arguments(words, name, ["domainName", "redirectUrl", "featured"]))
        case "identify": return .identify(try Command.pairs(words, name))
        case "subjectToken": return .subjectToken(try token(words, name))
        case "serviceToken": return .serviceToken(try token(words, name))
        case "login":
            guard words.count == 2 else { throw Command.Failure(text: "login needs a user name and a password.") }
            return .login(user: words[0], password: words[1])
        case "wait":
            let (answer, conditions, seconds) = try Command.wait(words, for: calls + ["error"], "answer")
            return .wait(answer: answer, conditions: conditions, seconds: seconds)
        default: throw Command.unknown(name, names)
        }
    }

    private static func profile(_ words: [String]) throws(Command.Failure) -> RESTCommand {
        let what = "an MVPD or code=CODE"
        let word = try only(words, what, "profile")
        guard word.hasPrefix("code=") else { return .profile(word) }
        return .profileOfCode(try only([String(word.dropFirst(5))], what, "profile"))
    }

    private static func logout(_ words: [String]) throws(Command.Failure) -> RESTCommand {
        let mvpd = try first(words, "an MVPD", "logout")
        let further = try arguments(Array(words.dropFirst()), "logout", ["redirectUrl"])
        return .logout(mvpd: mvpd, redirectURL: further.redirectURL)
    }

    /// Returns the parameters of a session.
    private static func arguments(
        _ words: [String], _ name: String, _ keys: [String] = ["mvpd", "domainName", "redirectUrl"]
    ) throws(Command.Failure) -> SessionArguments {
        let pairs = try Command.pairs(words, name)
        if let key = pairs.keys.sorted().first(where: { !keys.contains($0) }) {
            throw Command.Failure(text: "\(name) takes \(keys.joined(separator: ", ")), not \(key).")
        }
        var arguments = SessionArguments(mvpd: pairs["mvpd"], domainName: pairs["domainName"])
        arguments.featured = (pairs["featured"] ?? "").split(separator: ",").map(String.init)
        if let text = pairs["redirectUrl"] {
            guard let url = URL(string: text) else { throw Command.Failure(text: "\(name): redirectUrl is not a URL.") }
            arguments.redirectURL = url
        }
        return arguments
    }

    private static func token(_ words: [String], _ name: String) throws(Command.Failure) -> String? {
        let word = try only(words, "a token or null", name)
        return ["null", "nil"].contains(word) ? nil : word
    }

    private static func first(_ words: [String], _ what: String, _ name: String) throws(Command.Failure) -> String {
        guard let word = words.first, !word.isEmpty else { throw Command.Failure(text: "\(name) needs \(what).") }
        return word
    }

    private static func only(_ words: [String], _ what: String, _ name: String) throws(Command.Failure) -> String {
        guard words.count == 1, !words[0].isEmpty else { throw Command.Failure(text: "\(name) needs \(what).") }
        return words[0]
    }
}

import Foundation

/// One line of the protocol with `--api v2`.
enum RESTCommand: Equatable {
    case configuration
    case createSession(SessionArguments)
    case resumeSession(String, SessionArguments)
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
    case partnerSignIn(SessionArguments, featured: [String])
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

    /// The parameters of a session.
    struct SessionArguments: Equatable, Sendable {
        var mvpd: String?
        var domainName: String?
        var redirectURL: URL?
    }

    /// The commands, for the help text.
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

    /// The names of the commands.
    static let names = calls + ["login", "browse", "wait", "help", "quit"]

    /// The beginnings of lines that an editor completes.
    static let completions = names + calls.map { "wait \($0)" }

    /// Parses a line; nil if it is empty or a comment.
    init?(line: String) throws(Command.Failure) {
        guard let (name, rest) = Command.parts(of: line) else { return nil }
        guard name != "request" else {
            self = .request(try RawRequest(rest))
            return
        }
        let words = try Command.words(rest)
        if let command = try Self.call(name, words) {
            self = command
        } else if let command = try Self.own(name, words) {
            self = command
        } else {
            throw Command.unknown(name, Self.names)
        }
    }

    private static func call(_ name: String, _ words: [String]) throws(Command.Failure) -> RESTCommand? {
        switch name {
        case "configuration": try single(.configuration, name, words)
        case "createSession": .createSession(try arguments(words, name))
        case "resumeSession": .resumeSession(try first(words, "a code", name), try arguments(Array(words.dropFirst()), name))
        case "session": .session(try only(words, "a code", name))
        case "profiles": try single(.profiles, name, words)
        case "profile": try profile(words)
        case "currentProfile": try single(.currentProfile, name, words)
        case "rememberedSignIn": try single(.rememberedSignIn, name, words)
        case "waitForProfile": try single(.waitForProfile, name, words)
        case "authorize": .authorize(mvpd: try first(words, "an MVPD", name), Array(words.dropFirst()))
        case "preauthorize": .preauthorize(mvpd: try first(words, "an MVPD", name), Array(words.dropFirst()))
        case "logout": try logout(words)
        case "partnerSignIn": try partnerSignIn(words)
        case "refreshPartnerStatus": try single(.refreshPartnerStatus, name, words)
        case "identify": .identify(try Command.pairs(words, name))
        case "subjectToken": .subjectToken(try token(words, name))
        case "serviceToken": .serviceToken(try token(words, name))
        default: nil
        }
    }

    private static func own(_ name: String, _ words: [String]) throws(Command.Failure) -> RESTCommand? {
        switch name {
        case "browse": return try single(.browse, name, words)
        case "help": return try single(.help, name, words)
        case "quit": return try single(.quit, name, words)
        case "login":
            guard words.count == 2 else { throw Command.Failure(text: "login needs a user name and a password.") }
            return .login(user: words[0], password: words[1])
        case "wait":
            let (answer, conditions, seconds) = try Command.wait(words, for: calls + ["error"], "answer")
            return .wait(answer: answer, conditions: conditions, seconds: seconds)
        default: return nil
        }
    }

    private static func profile(_ words: [String]) throws(Command.Failure) -> RESTCommand {
        let word = try only(words, "an MVPD or code=CODE", "profile")
        return word.hasPrefix("code=") ? .profileOfCode(String(word.dropFirst(5))) : .profile(word)
    }

    private static func logout(_ words: [String]) throws(Command.Failure) -> RESTCommand {
        let mvpd = try first(words, "an MVPD", "logout")
        let further = try arguments(Array(words.dropFirst()), "logout", ["redirectUrl"])
        return .logout(mvpd: mvpd, redirectURL: further.redirectURL)
    }

    private static func partnerSignIn(_ words: [String]) throws(Command.Failure) -> RESTCommand {
        let mark = "featured="
        let featured = words.filter { $0.hasPrefix(mark) }.flatMap { $0.dropFirst(mark.count).split(separator: ",") }
        let rest = words.filter { !$0.hasPrefix(mark) }
        return .partnerSignIn(
            try arguments(rest, "partnerSignIn", ["domainName", "redirectUrl"]), featured: featured.map(String.init))
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
        guard let word = words.first else { throw Command.Failure(text: "\(name) needs \(what).") }
        return word
    }

    private static func only(_ words: [String], _ what: String, _ name: String) throws(Command.Failure) -> String {
        guard words.count == 1 else { throw Command.Failure(text: "\(name) needs \(what).") }
        return words[0]
    }

    private static func single(
        _ command: RESTCommand, _ name: String, _ words: [String]
    ) throws(Command.Failure) -> RESTCommand {
        guard words.isEmpty else {
            throw Command.Failure(text: "\(name) takes no arguments, but got \(words.joined(separator: " ")).")
        }
        return command
    }
}

import Encodings
import EntitlementREST
import Foundation
import ServiceAccess

// The commands of an app that uses REST API v2.
extension RESTPlayer: CommandPlayer {
    /// The parameters of a session.
    struct SessionArguments: Sendable {
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

    /// The names of the commands that are answered.
    private static let answered = calls + ["login", "browse"]

    static let names = answered + ["wait", "help", "quit"]

    /// The beginnings of lines that an editor completes.
    static let completions = names + answered.map { "wait \($0)" }

    /// The commands without arguments.
    private static let simple: [String: Action] = [
        "configuration": query("configuration") { try await $0.configuration().json },
        "profiles": query("profiles") { json(Array(try await $0.profiles().values)) },
        "currentProfile": query("currentProfile") { json(try await $0.currentProfile()) },
        "rememberedSignIn": query("rememberedSignIn") { await $0.rememberedSignIn()?.json ?? .object(["mvpd": .null]) },
        "waitForProfile": { $0.waitForProfile() },
        "refreshPartnerStatus": query("refreshPartnerStatus") { await $0.refreshPartnerStatus().json },
        "browse": { $0.browse() }, "help": { _ in StandardError.say(overview) }, "quit": { _ in },
    ]

    static func action(_ name: String, _ rest: String) throws(Command.Failure) -> Action {
        guard name == "request" else { return try action(name, try Command.words(rest)) }
        let request = try RawRequest(rest)
        return { $0.send(request) }
    }

    private static func action(_ name: String, _ words: [String]) throws(Command.Failure) -> Action {
        if let action = try Command.single(name, words, among: simple) { return action }
        switch name {
        case "createSession":
            let given = try arguments(words, name)
            return { $0.beginSession(name, code: nil, given) }
        case "resumeSession":
            let code = try first(words, "a code", name)
            let given = try arguments(Array(words.dropFirst()), name)
            return { $0.beginSession(name, code: code, given) }
        case "session":
            let code = try only(words, "a code", name)
            return query(name) { try await $0.session(code: code).json }
        case "profile": return try profile(words)
        case "authorize":
            let mvpd = try first(words, "an MVPD", name)
            return query(name) { json(try await $0.authorize(Array(words.dropFirst()), at: mvpd)) }
        case "preauthorize":
            let mvpd = try first(words, "an MVPD", name)
            return query(name) { json(try await $0.preauthorize(Array(words.dropFirst()), at: mvpd)) }
        case "logout":
            let mvpd = try first(words, "an MVPD", name)
            let redirectURL = try arguments(Array(words.dropFirst()), name, ["redirectUrl"]).redirectURL
            return { $0.logOut(from: mvpd, redirectURL) }
        case "partnerSignIn":
            let given = try arguments(words, name, ["domainName", "redirectUrl", "featured"])
            return { $0.partnerSignIn(given) }
        case "identify":
            let identity = try Command.pairs(words, name)
            return query(name) { client in
                await client.identify(identity)
                return .object([:])
            }
        case "subjectToken", "serviceToken":
            let word = try only(words, "a token or null", name)
            return { player in
                player.tokens[name] = ["null", "nil"].contains(word) ? nil : word
                player.answers.add(name)
            }
        case "wait":
            let (answer, conditions, seconds) = try Command.wait(words, for: answered + ["error"], "answer")
            return { if !$0.answers.wait(for: answer, conditions, seconds: seconds) { $0.output.error("timeout") } }
        case "login":
            let (user, password) = try Command.credentials(words)
            return { $0.logIn(user, password) }
        default: throw Command.unknown(name, names)
        }
    }

    private static func profile(_ words: [String]) throws(Command.Failure) -> Action {
        let (name, what) = ("profile", "an MVPD or code=CODE")
        let word = try only(words, what, name)
        guard word.hasPrefix("code=") else { return query(name) { json(try await $0.profile(for: word)) } }
        let code = try only([String(word.dropFirst(5))], what, name)
        return query(name) { json(try await $0.profile(code: code)) }
    }

    /// Returns a call whose answer is only printed.
    private static func query(
        _ name: String, _ call: @escaping @Sendable (EntitlementClient) async throws -> JSONValue
    ) -> Action {
        { _ = $0.answer(name, \.self, call) }
    }

    /// Returns the parameters of a session.
    private static func arguments(
        _ words: [String], _ name: String, _ keys: [String] = ["mvpd", "domainName", "redirectUrl"]
    ) throws(Command.Failure) -> SessionArguments {
        let pairs = try Command.pairs(words, name)
        try Command.check(pairs, of: name, accepting: keys)
        var arguments = SessionArguments(mvpd: pairs["mvpd"], domainName: pairs["domainName"])
        arguments.featured = (pairs["featured"] ?? "").split(separator: ",").map(String.init)
        if let text = pairs["redirectUrl"] {
            guard let url = URL(string: text) else { throw Command.Failure(text: "\(name): redirectUrl is not a URL.") }
            arguments.redirectURL = url
        }
        return arguments
    }

    private static func first(_ words: [String], _ what: String, _ name: String) throws(Command.Failure) -> String {
        guard let word = words.first, !word.isEmpty else { throw Command.Failure(text: "\(name) needs \(what).") }
        return word
    }

    private static func only(_ words: [String], _ what: String, _ name: String) throws(Command.Failure) -> String {
        guard words.count == 1 else { throw Command.Failure(text: "\(name) needs \(what).") }
        return try first(words, what, name)
    }
}

/// A request as entered: it gets the client's access token and the device's headers, unless it has its own.
struct RawRequest: Equatable, Sendable {
    var method: String
    /// The path with the query.
    var target: String
    /// The headers by name; an empty one is not sent.
    var headers: [String: String] = [:]
    /// The body; nil for none.
    var body: String?
    /// The field `redirectUrl`, where a login ends.
    var redirectURL: URL?

    /// Reads `METHOD PATH`, then headers as `NAME:VALUE` and fields of a form as `NAME=VALUE`; from a word that begins with a
    /// bracket on, the rest of the line is the body.
    init(_ text: String) throws(Command.Failure) {
        let bracket = text.firstMatch(of: /(?:^|\s)[{\[]/)
        var words = try Command.words(String(text[..<(bracket?.range.lowerBound ?? text.endIndex)]))
        guard words.count >= 2, words[1].hasPrefix("/") else {
            throw Command.Failure(text: "request needs a method and a path that begins with /.")
        }
        (method, target) = (words.removeFirst().uppercased(), words.removeFirst())
        var fields: [String] = []
        for word in words {
            if let header = word.wholeMatch(of: /([A-Za-z][A-Za-z0-9-]*):(.*)/) {
                headers[String(header.1)] = header.2.trimmingCharacters(in: .whitespaces)
            } else if let field = word.wholeMatch(of: /([A-Za-z][A-Za-z0-9]*)=(.*)/) {
                fields.append("\(field.1)=\(PercentEncoding.encode(String(field.2)))")
                if field.1 == "redirectUrl" { redirectURL = URL(string: String(field.2)) }
            } else {
                throw Command.Failure(text: "request takes HEADER:VALUE, FIELD=VALUE or a JSON body, not \(word).")
            }
        }
        body = fields.isEmpty ? nil : fields.joined(separator: "&")
        guard let bracket else { return }
        guard fields.isEmpty else { throw Command.Failure(text: "request takes the fields of a form or a body, not both.") }
        body = text[bracket.range.lowerBound...].trimmingCharacters(in: .whitespaces)
    }
}

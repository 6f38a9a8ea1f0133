import AccessEnabler
import Foundation
import ServiceAccess
import TVWorld

// The commands of an app that uses AccessEnabler.
extension Player: CommandPlayer {
    static let overview = """
        Commands:
          setRequestor ID [URL…]                 setOptions KEY=VALUE…
          checkAuthentication
          getAuthentication [force] [TV_PROVIDERS=MVPD,…]
              [FEATURED_TV_PROVIDERS=MVPD,…] [KEY=VALUE…]
          setSelectedProvider MVPD|null          handleExternalURL URL
          checkAuthorization RESOURCE [-- KEY=VALUE…]
          getAuthorization RESOURCE [-- KEY=VALUE…]
          checkPreauthorizedResources [nocache] RESOURCE…
          preauthorize [nocache] [noremotecache] RESOURCE…
          getSelectedProvider
          getMetadata authn-ttl | authz-ttl RESOURCE | device-id | user KEY |
              KEY=VALUE…
          logout
          browse                                 login USER PASSWORD
          wait CALLBACK [KEY=VALUE…] [SECONDS]   help | quit
        """

    static let names = ConsoleLine.names + ["browse", "quit"]

    /// The beginnings of lines that an editor completes.
    static let completions = names + callbacks.map { "wait \($0.key)" } + metadataNames.map { "getMetadata \($0)" }

    /// The callbacks with the keys of their lines.
    private static let callbacks: KeyValuePairs = [
        "setRequestorComplete": ["status"], "setAuthenticationStatus": ["status", "code"], "displayProviderDialog": ["mvpds"],
        "navigateToUrl": ["url", "useSVC"], "preauthorizedResources": ["resources"], "setToken": ["token", "resource"],
        "tokenRequestFailed": ["resource", "code", "description"], "selectedProvider": ["mvpd"],
        "setMetadataStatus": ["metadata", "encrypted", "key", "arguments"], "presentTvProviderDialog": [],
        "dismissTvProviderDialog": [], "sendTrackingData": ["data", "event"],
        "status": ["errorId", "level", "message", "details", "resource", "regCode", "registrationURL"],
        "onResponse": ["status", "decisions"], "onFailure": ["status", "decisions"],
    ]

    /// The commands without arguments.
    private static let simple: [String: Action] = [
        "checkAuthentication": { $0.library.checkAuthentication() },
        "getSelectedProvider": { $0.library.getSelectedProvider() }, "logout": { $0.library.logout() },
        "browse": { $0.browse() }, "help": { _ in StandardError.say(overview) }, "quit": { _ in },
    ]

    /// The names of the commands that the library answers only after `setRequestor`.
    static let needingRequestor: Set = [
        "checkAuthentication", "getAuthentication", "setSelectedProvider", "handleExternalURL", "checkAuthorization",
        "getAuthorization", "checkPreauthorizedResources", "getSelectedProvider", "getMetadata", "logout",
    ]

    private static let metadataNames = ["authn-ttl", "authz-ttl", "device-id", "user"]

    static func action(_ name: String, _ rest: String) throws(Command.Failure) -> Action {
        switch name {
        case "handleExternalURL":
            let url = try required(rest, "a URL", name)
            return { $0.library.handleExternalURL(url) }
        case "getMetadata":
            let arguments = try metadata(rest)
            return { $0.library.getMetadata(arguments.mapValues(\.foundation)) }
        case "checkAuthorization":
            let (resource, data) = try resource(rest, name)
            return { $0.library.checkAuthorization(resource, withData: data) }
        case "getAuthorization":
            let (resource, data) = try resource(rest, name)
            return {
                $0.session.expectLogin()
                $0.library.getAuthorization(resource, withData: data)
            }
        default: return try action(name, try Command.words(rest))
        }
    }

    private static func action(_ name: String, _ words: [String]) throws(Command.Failure) -> Action {
        if let action = try Command.single(name, words, among: simple) { return action }
        switch name {
        case "setRequestor": return try requestor(words)
        case "setOptions":
            guard !words.isEmpty else { throw Command.Failure(text: "setOptions needs KEY=VALUE.") }
            let options = try Command.pairs(words, name)
            return { $0.library.setOptions(options.mapValues(optionValue)) }
        case "getAuthentication": return try authentication(words)
        case "setSelectedProvider":
            guard words.count == 1 else { throw Command.Failure(text: "setSelectedProvider needs an MVPD or null.") }
            let mvpd = ["null", "nil"].contains(words[0]) ? nil : words[0]
            return { $0.library.setSelectedProvider(mvpd) }
        case "checkPreauthorizedResources":
            let usesCache = words.first != "nocache"
            let resources = usesCache ? words : Array(words.dropFirst())
            return { $0.library.checkPreauthorizedResources(resources, cache: usesCache) }
        case "preauthorize":
            let features: [String: PreauthorizeRequest.Feature] = ["nocache": .LOCAL_CACHE, "noremotecache": .REMOTE_CACHE]
            let options = words.prefix { features[$0] != nil }
            let disabled = Set(options.compactMap { features[$0] })
            return { $0.preauthorize(Array(words.dropFirst(options.count)), disabled) }
        case "wait":
            let (callback, conditions, seconds) = try Command.wait(words, for: callbacks.map(\.key), "callback")
            let keys = callbacks.first { $0.key == callback }?.value ?? []
            try Command.check(conditions, of: "wait \(callback)", accepting: keys)
            return { if !$0.session.wait(for: callback, conditions, seconds: seconds) { $0.output.error("timeout") } }
        case "login":
            let (user, password) = try Command.credentials(words)
            return { $0.logIn(user, password) }
        default: throw Command.unknown(name, names)
        }
    }

    private static func requestor(_ words: [String]) throws(Command.Failure) -> Action {
        guard let id = words.first else { throw Command.Failure(text: "setRequestor needs a requestor.") }
        // In arguments, a misspelled command after the requestor looks like an address.
        if let word = words.dropFirst().first(where: { !$0.contains(where: { ".:/".contains($0) }) }) {
            let hint = NearestName.find(String(word.prefix(64)), in: names).map { "; did you mean the command \($0)?" } ?? "."
            throw Command.Failure(text: "setRequestor takes a requestor and URLs, not \(word.prefix(64))\(hint)")
        }
        let services = Array(words.dropFirst())
        return {
            if services.isEmpty {
                $0.library.setRequestor(id)
            } else {
                $0.library.setRequestor(id, serviceProviders: services)
            }
        }
    }

    private static func optionValue(_ text: String) -> Any {
        switch text {
        case "true": true
        case "false": false
        default: text
        }
    }

    private static func authentication(_ words: [String]) throws(Command.Failure) -> Action {
        let isForced = words.first == "force"
        var data = try Command.pairs(isForced ? Array(words.dropFirst()) : words, "getAuthentication")
        var filter: [String: [String]] = [:]
        for key in [TV_PROVIDERS, FEATURED_TV_PROVIDERS] {
            guard let list = data.removeValue(forKey: key) else { continue }
            filter[key] = list.unicodeScalars.split(separator: ",").map { String($0) }
        }
        return { [data, filter] in
            $0.session.expectLogin()
            $0.library.getAuthentication(isForced, withData: data, andFilter: filter)
        }
    }

    /// Returns the dictionary of `getMetadata`, given by the name of an opcode or entry by entry.
    private static func metadata(_ rest: String) throws(Command.Failure) -> [String: JSONValue] {
        func opcode(_ opcode: Int32) -> [String: JSONValue] { [METADATA_OPCODE_KEY: .integer(Int64(opcode))] }
        // A resource may contain spaces and quotation marks.
        if let blank = rest.unicodeScalars.firstIndex(where: \.properties.isWhitespace), rest[..<blank] == "authz-ttl" {
            let resource = try required(
                rest[blank...].trimmingCharacters(in: .whitespaces), "a resource", "getMetadata authz-ttl")
            return opcode(METADATA_AUTHORIZATION).merging([METADATA_RESOURCE_ID_KEY: .text(resource)]) { $1 }
        }
        let words = try Command.words(rest)
        switch (words.first, words.count) {
        case ("authn-ttl", 1): return opcode(METADATA_AUTHENTICATION)
        case ("device-id", 1): return opcode(METADATA_DEVICE_ID)
        case ("user", 2): return opcode(METADATA_USER_META).merging([METADATA_USER_META_KEY: .text(words[1])]) { $1 }
        case (let first?, _) where first.contains("="): return try Command.pairs(words, "getMetadata").mapValues(value)
        case (let first, _):
            let misspelled = first.flatMap { metadataNames.contains($0) ? nil : String($0.prefix(64)) }
            let nearest = misspelled.flatMap { NearestName.find($0, in: metadataNames) }
            let hint = nearest.map { "; did you mean \($0)?" } ?? "."
            throw Command.Failure(
                text: "getMetadata needs one of: authn-ttl, authz-ttl RESOURCE, device-id, user KEY, KEY=VALUE…\(hint)")
        }
    }

    /// Returns a value: JSON if it parses as JSON other than a string, otherwise a string.
    private static func value(_ text: String) -> JSONValue {
        JSONValue(parsing: Array(text.utf8)).flatMap { $0.text == nil ? $0 : nil } ?? .text(text)
    }

    /// Returns a resource, which may contain spaces, and the data after the last ` -- `. Inside a document (MRSS) that is
    /// ordinary text.
    private static func resource(_ rest: String, _ name: String) throws(Command.Failure) -> (String, [String: String]) {
        let text = " \(rest) "
        guard let mark = text.range(of: " -- ", options: .backwards) else { return (try required(rest, "a resource", name), [:]) }
        let resource = text[..<mark.lowerBound].trimmingCharacters(in: .whitespaces)
        guard !resource.hasPrefix("<") || resource.hasSuffix(">") else { return (try required(rest, "a resource", name), [:]) }
        let words = try Command.words(String(text[mark.upperBound...]))
        guard !words.isEmpty else { throw Command.Failure(text: "\(name), after --, needs KEY=VALUE.") }
        return (try required(resource, "a resource", name), try Command.pairs(words, "\(name), after --,"))
    }

    private static func required(_ rest: String, _ what: String, _ name: String) throws(Command.Failure) -> String {
        guard !rest.isEmpty else { throw Command.Failure(text: "\(name) needs \(what).") }
        // A resource may contain quotation marks (MRSS); only a pair around the whole argument belongs to the line protocol.
        if let mark = rest.first, mark == "'" || mark == "\"", rest.count >= 2, rest.last == mark,
            !rest.dropFirst().dropLast().contains(mark)
        {
            return String(rest.dropFirst().dropLast())
        }
        return rest
    }
}

import AccessEnabler
import Foundation
import ServiceAccess
import TVWorld

/// One line of the protocol.
enum Command: Sendable {
    /// A call of the library.
    case call(@Sendable (AccessEnabler) -> Void)
    /// A call that logs the user in if necessary.
    case loginCall(@Sendable (AccessEnabler) -> Void)
    case preauthorize([String], disabled: Set<PreauthorizeRequest.Feature>)
    case browse
    case login(user: String, password: String)
    case wait(callback: String, conditions: [String: String], seconds: Double)
    case help
    case quit

    /// The reason why a line is not a command.
    struct Failure: Error {
        let text: String
    }

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

    /// The names of the commands that the library answers only after `setRequestor`.
    static let needingRequestor: Set = [
        "checkAuthentication", "getAuthentication", "setSelectedProvider", "handleExternalURL", "checkAuthorization",
        "getAuthorization", "checkPreauthorizedResources", "getSelectedProvider", "getMetadata", "logout",
    ]

    /// The commands without arguments.
    private static let simple: [String: Command] = [
        "checkAuthentication": .call { $0.checkAuthentication() }, "getSelectedProvider": .call { $0.getSelectedProvider() },
        "logout": .call { $0.logout() }, "browse": .browse, "help": .help, "quit": .quit,
    ]

    private static let callbacks = [
        "setRequestorComplete", "setAuthenticationStatus", "displayProviderDialog", "navigateToUrl", "preauthorizedResources",
        "setToken", "tokenRequestFailed", "selectedProvider", "setMetadataStatus", "presentTvProviderDialog",
        "dismissTvProviderDialog", "sendTrackingData", "status", "onResponse", "onFailure",
    ]

    /// The beginnings of lines that an editor completes.
    static let completions = names + callbacks.map { "wait \($0)" } + metadataNames.map { "getMetadata \($0)" }

    private static let metadataNames = ["authn-ttl", "authz-ttl", "device-id", "user"]

    /// The longest timeout of `wait`, in seconds.
    private static let longestWait = 86_400.0

    /// Returns arguments as lines. If any of them contains white space, each argument is a line; otherwise the name of a command
    /// begins a line, and the following arguments belong to it.
    static func lines(from arguments: [String], names: [String] = names) -> [String] {
        guard !arguments.contains(where: { $0.contains(where: \.isWhitespace) }) else { return arguments }
        var lines: [String] = []
        for argument in arguments {
            if lines.isEmpty || names.contains(argument) {
                lines.append(argument)
            } else {
                lines[lines.count - 1] += " " + (argument.isEmpty ? "''" : argument)
            }
        }
        return lines
    }

    /// Rejects arguments that resemble a command: they would become arguments of the command before them. Nothing is rejected
    /// where each argument is a line, or directly after `wait`.
    static func rejectMisspelled(in arguments: [String], names: [String]) throws(Failure) {
        // A misspelled first command is reported as such.
        guard let first = arguments.first, names.contains(first),
            !arguments.contains(where: { $0.contains(where: \.isWhitespace) })
        else { return }
        for (previous, word) in zip(arguments, arguments.dropFirst()) where previous != "wait" && !names.contains(word) {
            guard word.count <= 64, word.allSatisfy(\.isLetter), let nearest = NearestName.find(word, in: names)
            else { continue }
            // Stricter than for a command in its place, because resources and MVPDs can have short names.
            let distance = NearestName.distance(Array(word.lowercased()), Array(nearest.lowercased()))
            guard distance * 3 <= nearest.count else { continue }
            throw Failure(
                text: "\(word) is not a command; did you mean the command \(nearest)? If not, quote the whole command.")
        }
    }

    /// Parses a line; nil if it is empty or a comment.
    init?(line: String) throws(Failure) {
        guard let (name, rest) = Self.parts(of: line) else { return nil }
        switch name {
        case "handleExternalURL":
            let url = try Self.required(rest, "a URL", name)
            self = .call { $0.handleExternalURL(url) }
        case "getMetadata":
            let arguments = try Self.metadata(rest)
            self = .call { $0.getMetadata(arguments.mapValues(\.foundation)) }
        case "checkAuthorization":
            let (resource, data) = try Self.resource(rest, name)
            self = .call { $0.checkAuthorization(resource, withData: data) }
        case "getAuthorization":
            let (resource, data) = try Self.resource(rest, name)
            self = .loginCall { $0.getAuthorization(resource, withData: data) }
        default: self = try Self.command(name, try Self.words(rest))
        }
    }

    /// Splits a line into the command's name and the rest; nil if it is empty or a comment.
    static func parts(of line: String) -> (name: String, rest: String)? {
        // A file can begin with a byte-order mark.
        let line = line.trimmingPrefix("\u{FEFF}").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
        // By scalars: a mark that combines with the preceding space (as U+200D does) belongs to the word.
        let parts = line.unicodeScalars.split(maxSplits: 1, whereSeparator: \.properties.isWhitespace)
        return (String(parts[0]), parts.count == 2 ? String(parts[1]).trimmingCharacters(in: .whitespaces) : "")
    }

    private static func command(_ name: String, _ words: [String]) throws(Failure) -> Command {
        if let command = try single(name, words, among: simple) { return command }
        switch name {
        case "setRequestor": return try requestor(words)
        case "setOptions":
            guard !words.isEmpty else { throw Failure(text: "setOptions needs KEY=VALUE.") }
            let options = try pairs(words, name)
            return .call { $0.setOptions(options.mapValues(optionValue)) }
        case "getAuthentication": return try authentication(words)
        case "setSelectedProvider":
            guard words.count == 1 else { throw Failure(text: "setSelectedProvider needs an MVPD or null.") }
            let mvpd = ["null", "nil"].contains(words[0]) ? nil : words[0]
            return .call { $0.setSelectedProvider(mvpd) }
        case "checkPreauthorizedResources":
            let usesCache = words.first != "nocache"
            let resources = usesCache ? words : Array(words.dropFirst())
            return .call { $0.checkPreauthorizedResources(resources, cache: usesCache) }
        case "preauthorize":
            let features: [String: PreauthorizeRequest.Feature] = ["nocache": .LOCAL_CACHE, "noremotecache": .REMOTE_CACHE]
            let options = words.prefix { features[$0] != nil }
            return .preauthorize(Array(words.dropFirst(options.count)), disabled: Set(options.compactMap { features[$0] }))
        case "wait":
            let (callback, conditions, seconds) = try wait(words, for: callbacks, "callback")
            return .wait(callback: callback, conditions: conditions, seconds: seconds)
        case "login":
            guard words.count == 2 else { throw Failure(text: "login needs a user name and a password.") }
            return .login(user: words[0], password: words[1])
        default: throw unknown(name, names)
        }
    }

    /// Returns the failure of a line that begins with no command.
    static func unknown(_ name: String, _ names: [String]) -> Failure {
        let name = name.prefix(64)
        guard let nearest = NearestName.find(String(name), in: names) else {
            return Failure(text: "Unknown command \(name); accepted: \(names.joined(separator: ", ")).")
        }
        return Failure(text: "Unknown command \(name); did you mean \(nearest)?")
    }

    private static func requestor(_ words: [String]) throws(Failure) -> Command {
        guard let id = words.first else { throw Failure(text: "setRequestor needs a requestor.") }
        // In arguments, a misspelled command after the requestor looks like an address.
        if let word = words.dropFirst().first(where: { !$0.contains(where: { ".:/".contains($0) }) }) {
            let hint = NearestName.find(String(word.prefix(64)), in: names).map { "; did you mean the command \($0)?" } ?? "."
            throw Failure(text: "setRequestor takes a requestor and URLs, not \(word.prefix(64))\(hint)")
        }
        let services = Array(words.dropFirst())
        return .call { if services.isEmpty { $0.setRequestor(id) } else { $0.setRequestor(id, serviceProviders: services) } }
    }

    private static func optionValue(_ text: String) -> Any {
        switch text {
        case "true": true
        case "false": false
        default: text
        }
    }

    /// Returns the command with a name, which takes no arguments; nil if it is not among them.
    static func single<Value>(
        _ name: String, _ words: [String], among commands: [String: Value]
    ) throws(Failure) -> Value? {
        guard let command = commands[name] else { return nil }
        guard words.isEmpty else {
            throw Failure(text: "\(name) takes no arguments, but got \(words.joined(separator: " ")).")
        }
        return command
    }

    private static func authentication(_ words: [String]) throws(Failure) -> Command {
        let isForced = words.first == "force"
        var data = try pairs(isForced ? Array(words.dropFirst()) : words, "getAuthentication")
        var filter: [String: [String]] = [:]
        for key in [TV_PROVIDERS, FEATURED_TV_PROVIDERS] {
            guard let list = data.removeValue(forKey: key) else { continue }
            filter[key] = list.unicodeScalars.split(separator: ",").map { String($0) }
        }
        return .loginCall { [data, filter] in $0.getAuthentication(isForced, withData: data, andFilter: filter) }
    }

    /// Returns the dictionary of `getMetadata`, given by the name of an opcode or entry by entry.
    private static func metadata(_ rest: String) throws(Failure) -> [String: JSONValue] {
        func opcode(_ opcode: Int32) -> [String: JSONValue] { [METADATA_OPCODE_KEY: .integer(Int64(opcode))] }
        // A resource may contain spaces and quotation marks.
        if let blank = rest.unicodeScalars.firstIndex(where: \.properties.isWhitespace), rest[..<blank] == "authz-ttl" {
            let resource = try required(
                rest[blank...].trimmingCharacters(in: .whitespaces), "a resource", "getMetadata authz-ttl")
            return opcode(METADATA_AUTHORIZATION).merging([METADATA_RESOURCE_ID_KEY: .text(resource)]) { $1 }
        }
        let words = try words(rest)
        switch (words.first, words.count) {
        case ("authn-ttl", 1): return opcode(METADATA_AUTHENTICATION)
        case ("device-id", 1): return opcode(METADATA_DEVICE_ID)
        case ("user", 2): return opcode(METADATA_USER_META).merging([METADATA_USER_META_KEY: .text(words[1])]) { $1 }
        case (let first?, _) where first.contains("="): return try pairs(words, "getMetadata").mapValues(value)
        case (let first, _):
            let misspelled = first.flatMap { metadataNames.contains($0) ? nil : String($0.prefix(64)) }
            let nearest = misspelled.flatMap { NearestName.find($0, in: metadataNames) }
            let hint = nearest.map { "; did you mean \($0)?" } ?? "."
            throw Failure(text: "getMetadata needs one of: authn-ttl, authz-ttl RESOURCE, device-id, user KEY, KEY=VALUE…\(hint)")
        }
    }

    /// Returns a value: JSON if it parses as JSON other than a string, otherwise a string.
    private static func value(_ text: String) -> JSONValue {
        JSONValue(parsing: Array(text.utf8)).flatMap { $0.text == nil ? $0 : nil } ?? .text(text)
    }

    /// Returns the arguments of `wait`: what it waits for, its members, and for how many seconds.
    static func wait(
        _ words: [String], for accepted: [String], _ noun: String
    ) throws(Failure) -> (name: String, conditions: [String: String], seconds: Double) {
        guard let name = words.first else { throw Failure(text: "wait needs the name of a \(noun).") }
        guard accepted.contains(name) else {
            let nearest = NearestName.find(String(name.prefix(64)), in: accepted).map { "did you mean \($0)?" }
            let hint = nearest ?? "accepted: \(accepted.joined(separator: ", "))."
            throw Failure(text: "Unknown \(noun): \(name.prefix(64)); \(hint)")
        }
        var rest = Array(words.dropFirst())
        var seconds = 30.0
        if let last = rest.last, !last.contains("=") {
            let number = Double(last.hasSuffix("s") ? String(last.dropLast()) : last)
            guard let number, (0...longestWait).contains(number) else {
                throw Failure(text: "wait takes seconds from 0 to \(Int(longestWait)), not \(last).")
            }
            seconds = number
            rest.removeLast()
        }
        return (name, try pairs(rest, "wait"), seconds)
    }

    /// Returns a resource, which may contain spaces, and the data after the last ` -- `. Inside a document (MRSS) that is
    /// ordinary text.
    private static func resource(_ rest: String, _ name: String) throws(Failure) -> (String, [String: String]) {
        let text = " \(rest) "
        guard let mark = text.range(of: " -- ", options: .backwards) else { return (try required(rest, "a resource", name), [:]) }
        let resource = text[..<mark.lowerBound].trimmingCharacters(in: .whitespaces)
        guard !resource.hasPrefix("<") || resource.hasSuffix(">") else { return (try required(rest, "a resource", name), [:]) }
        let words = try words(String(text[mark.upperBound...]))
        guard !words.isEmpty else { throw Failure(text: "\(name), after --, needs KEY=VALUE.") }
        return (try required(resource, "a resource", name), try pairs(words, "\(name), after --,"))
    }

    private static func required(_ rest: String, _ what: String, _ name: String) throws(Failure) -> String {
        guard !rest.isEmpty else { throw Failure(text: "\(name) needs \(what).") }
        // A resource may contain quotation marks (MRSS); only a pair around the whole argument belongs to the line protocol.
        if let mark = rest.first, mark == "'" || mark == "\"", rest.count >= 2, rest.last == mark,
            !rest.dropFirst().dropLast().contains(mark)
        {
            return String(rest.dropFirst().dropLast())
        }
        return rest
    }

    /// Splits `KEY=VALUE` words. Each key may occur once.
    static func pairs(_ words: [String], _ name: String) throws(Failure) -> [String: String] {
        var pairs: [String: String] = [:]
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals != word.startIndex else {
                throw Failure(text: "\(name) takes KEY=VALUE, not \(word).")
            }
            let (key, value) = (String(word[..<equals]), String(word[word.index(after: equals)...]))
            guard pairs.updateValue(value, forKey: key) == nil else {
                throw Failure(text: "\(name) takes each key once, but got \(key) twice.")
            }
        }
        return pairs
    }

    /// Splits a string into words; quotation marks keep spaces in a word.
    static func words(_ text: String) throws(Failure) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if let mark = quote {
                if scalar == mark { quote = nil } else { word?.unicodeScalars.append(scalar) }
            } else if scalar == "\"" || scalar == "'" {
                quote = scalar
                word = word ?? ""
            } else if scalar.properties.isWhitespace {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                word = word ?? ""
                word?.unicodeScalars.append(scalar)
            }
        }
        guard quote == nil else { throw Failure(text: "A quotation mark is not closed: \(text)") }
        if let word { words.append(word) }
        return words
    }
}

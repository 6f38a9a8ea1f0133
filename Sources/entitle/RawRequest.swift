import Encodings
import Foundation

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

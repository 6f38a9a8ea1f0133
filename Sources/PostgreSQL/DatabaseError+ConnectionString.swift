/// Mistakes in connection strings, described without any part of the string that may be a password.
extension DatabaseError {
    private static let accepted =
        "Accepted: postgresql://USER@HOST/DATABASE?OPTION=VALUE, or pairs OPTION=VALUE separated by spaces, with single quotes around "
        + "a value that contains spaces. In the name or password of a URL, write %, /, ?, #, @ and : as %25, %2F, %3F, %23, %40 and "
        + "%3A, or keep the password in libpq's password file."

    private init(mistake reason: String) {
        self.init(.target, "The connection string of the database cannot be used: \(reason) \(Self.accepted)")
    }

    /// Describes the mistake in a string that libpq cannot read.
    ///
    /// - Parameter names: The options that libpq accepts.
    init(mistakeIn target: String, names: Set<String>) {
        if target.hasPrefix("postgresql://") || target.hasPrefix("postgres://") {
            self.init(mistake: Self.mistake(inURL: target, names.union(["ssl"])))
        } else {
            let words = target.split(separator: " ").map { $0.prefix { $0 != "=" } }
            self.init(mistake: Self.unknown(target.contains("pass") ? [] : words, names) ?? "its options cannot be told apart.")
        }
    }

    /// Describes options that show that a password was mistaken for something else; nil if there are none.
    init?(mistakeIn options: [String: String]) {
        if options["port"]?.split(separator: ",").contains(where: { Int($0) == nil }) == true {
            self.init(mistake: "the port is not a number.")
        } else if options["host"]?.split(separator: ",").contains(where: { $0.dropFirst().contains("@") }) == true {
            self.init(mistake: "the host contains @.")
        } else {
            return nil
        }
    }

    /// The first words of libpq's reasons before it contacts a server. Later ones begin with the server's name.
    private static let mistakes = [
        "invalid ", "could not match ", "definition of service ", "service file ", "syntax error in service file ",
        "nested service specifications ", "could not parse network address ", "Unix-domain socket path ",
    ]

    /// Describes what libpq rejected when it began to connect; nil if the reason is another one.
    init?(mistakeAccordingTo reason: String) {
        guard Self.mistakes.contains(where: reason.hasPrefix) else { return nil }
        self.init(.target, "The connection string of the database, or libpq's environment, cannot be used: \(reason)")
    }

    private static func mistake(inURL target: String, _ names: Set<String>) -> String {
        let bytes = Array(target.utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            let digits = bytes.dropFirst(index + 1).prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
            guard digits.count == 2, digits != [0, 0] else {
                return "a % in it is not followed by two hexadecimal digits of a character."
            }
        }
        let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        // An @ here would mark the end of a password.
        let pairs = query.contains("@") ? [] : query.split(separator: "&")
        if let mistake = unknown(pairs.map { $0.prefix { $0 != "=" } }, names) { return mistake }
        let doubled = pairs.first { $0.count { $0 == "=" } > 1 }.map { $0.prefix { $0 != "=" } }
        return doubled.map { "the value of \"\($0)\" contains =, which must be written as %3D." }
            ?? "its parts cannot be told apart."
    }

    private static func unknown(_ words: [Substring], _ names: Set<String>) -> String? {
        words.first { !names.contains(String($0)) }.map { "libpq has no option \"\($0)\"." }
    }
}

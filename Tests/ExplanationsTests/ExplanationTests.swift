import AccountCore
import EntitlementCore
import Explanations
import Foundation
import MediaTokenVerifier
import TVWorld
import Testing
import VSAControl

@testable import AccessEnabler

/// The explanations of codes: complete, unambiguous, and about codes that exist.
@Suite("Explanations of codes")
struct ExplanationTests {
    /// A code that a program or library can print, and where it is declared.
    struct Printed: Sendable, CustomTestStringConvertible {
        var code: String
        var origin: String

        var testDescription: String { "\(code) (\(origin))" }
    }

    private static let root = (1...3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }

    /// Every code, from its declaration.
    static let printed: [Printed] = {
        let libraryErrors: [PreauthorizeAnswer] = [
            .requestorNotConfigured, .noSession(isExpired: true), .noSession(isExpired: false), .accessTokenUnavailable(""),
            .unknownFormat, .networkError(""),
        ]
        let callbacks = [
            USER_NOT_AUTHENTICATED_ERROR, PROVIDER_NOT_SELECTED_ERROR, PROVIDER_NOT_AVAILABLE_ERROR, GENERIC_AUTHENTICATION_ERROR,
            USER_NOT_AUTHORIZED_ERROR, APPL, APPL_ERROR, AAPL, AAPL_ERROR,
        ]
        return [
            all("StatusCode", StatusCode.allCases.map(\.rawValue) + [429, 500, 503].map(StatusCode.configuration)),
            all("Constants", callbacks), all("EntitlementError", EntitlementError.Kind.allCases.map(\.rawValue)),
            all("advancedCode", TVWorld.ErrorCode.allCases.compactMap(\.advancedCode)),
            all("TVWorld.ErrorCode", TVWorld.ErrorCode.allCases.map(\.rawValue)),
            all("EntitlementREST.ErrorCode", clientCodes),
            all("PreauthorizeAnswer", libraryErrors.compactMap(\.status?.code)),
            all("AccessError", AccessError.allCases.map(\.rawValue)),
            all("RegistrationError", RegistrationError.allCases.map(\.rawValue)),
            all("VSErrorCode", VSErrorCode.allCases.map(\.name)),
            all("UnderlyingCode", UnderlyingCode.allCases.map { String($0.rawValue) }),
            all("MediaTokenStatus", MediaTokenStatus.allCases.map(\.rawValue)),
            all("ExitStatus", ExitStatus.allCases.map { String($0.rawValue) }), all("manual pages", exitCodes),
            all("OpenAPI", httpStatuses), all("dbus/interfaces", deviceErrors), all("names of bus errors", busErrors),
            all("ServiceError", administrativeErrors), all("entitle", clientErrors),
        ].flatMap(\.self)
    }()

    private static func all(_ origin: String, _ codes: [String]) -> [Printed] { codes.map { Printed(code: $0, origin: origin) } }

    private static func files(_ folder: String, _ ending: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(ending) }.compactMap {
            try? String(contentsOf: root.appending(path: "\(folder)/\($0)"), encoding: .utf8)
        }
    }

    /// The exit codes in the manual pages.
    private static var exitCodes: [String] {
        files("man", "").flatMap { page in
            let section = page.split(separator: ".Sh EXIT STATUS\n").dropFirst().first?.split(separator: "\n.Sh ").first ?? ""
            return section.matches(of: /(?m)^\.It ([0-9 ,]+)$/).flatMap { match in
                match.1.split { $0 == " " || $0 == "," }.map(String.init)
            }
        }
    }

    /// The statuses of errors in the description of the service.
    private static var httpStatuses: [String] {
        files("Resources/openapi", ".yaml").flatMap { $0.matches(of: /(?m)^ +"?([45][0-9]{2})"?:/).map { String($0.1) } }
    }

    private static var deviceErrors: [String] {
        files("dbus/interfaces", ".xml").flatMap { file in
            file.matches(of: /"org\.vsasim\.(?:Control)?Errors"\s+value="([^"]*)"/).flatMap { match in
                match.1.split(separator: " ").map(String.init)
            }
        }
    }

    private static var busErrors: [String] {
        (files("Sources/DBus/Names", ".swift") + files("Sources/AccountService/Bus", "ErrorNames.swift")).flatMap { file in
            file.matches(of: /static let \w+: ErrorName = "(org\.freedesktop\.[\w.]+)"/).map { String($0.1) }
        }
    }

    private static var administrativeErrors: [String] {
        files("Sources/EntitlementService", ".swift").flatMap { file in
            file.matches(of: /ServiceError\(\s*\.\w+,\s*"([a-z_]+)",/).map { String($0.1) }
        }
    }

    private static var clientCodes: [String] {
        files("Sources/EntitlementREST/Vocabulary", "ErrorCode.swift").flatMap { file in
            file.matches(of: /static let \w+ = Self\(\s*"([a-z_]+)"\)/).map { String($0.1) }
        }
    }

    private static var clientErrors: [String] {
        files("Sources/entitle", "UnreadLines.swift").flatMap { file in
            file.matches(of: /case \.\w+: "(\w+)"/).map { String($0.1) }
        }
    }

    @Test("every code that can be printed has an explanation", arguments: printed)
    func complete(_ code: Printed) { #expect(!Explanations.of(code.code).isEmpty) }

    @Test("the sources of codes are found")
    func found() {
        let counts = Dictionary(grouping: Self.printed, by: \.origin).mapValues(\.count)
        #expect(counts.values.allSatisfy { $0 > 1 } && counts.count == 19, "\(counts)")
    }

    @Test("every explanation is complete, and no group has a code twice")
    func fields() {
        for group in Explanations.groups {
            #expect(!group.title.isEmpty && !group.introduction.isEmpty && !group.explanations.isEmpty)
            let codes = group.explanations.flatMap { [$0.code] + $0.otherCodes }
            #expect(Set(codes.map { $0.lowercased() }).count == codes.count, "\(group.title)")
            for explanation in group.explanations {
                let texts = [explanation.meaning, explanation.cause, explanation.action]
                #expect(Set(explanation.fields.keys).isSubset(of: ["cause", "app", "try", "also", "shows"]), "\(explanation)")
                #expect(texts.allSatisfy { $0.hasSuffix(".") || $0.hasSuffix(")") || $0.hasSuffix("bash") }, "\(explanation)")
            }
        }
    }

    @Test("a command in parentheses exists")
    func commands() {
        let help = Self.files("Tests/Golden/help", "vsactl.txt").joined()
        let texts = Explanations.groups.flatMap(\.explanations).flatMap { [$0.meaning, $0.cause, $0.action] }
        let commands = texts.flatMap { $0.matches(of: /\((vsactl [a-z-]+) ([a-z-]+)/) }.filter {
            help.contains("USAGE: \($0.1) <subcommand>")
        }
        #expect(!commands.isEmpty)
        for command in commands { #expect(help.contains("USAGE: \(command.1) \(command.2) "), "\(command.0)") }
    }

    @Test("levels, actions and numbers are those of the code")
    func properties() {
        for code in StatusCode.allCases {
            #expect(Explanations.of(code.rawValue).first?.explanation.property == StatusReport(code).level, "\(code)")
        }
        for code in TVWorld.ErrorCode.allCases {
            #expect(Explanations.of(code.rawValue).first?.explanation.property == code.action, "\(code)")
        }
        for code in VSErrorCode.allCases {
            #expect(Explanations.of(code.name).first?.explanation.property == String(code.rawValue))
        }
    }

    @Test("a code is found in any case, by its full name, and as one of several")
    func spellings() {
        #expect(Explanations.of("vsa404").first?.explanation.code == "VSA404")
        #expect(Explanations.of("org.vsasim.SubscriberAccount1.Error.UserCancelled").first?.explanation.code == "UserCancelled")
        #expect(Explanations.of("CFG503").first?.explanation.code == "CFG5xx")
        #expect(Explanations.of("500").first?.group.title == "Advanced status codes")
        #expect(Explanations.of("").isEmpty && Explanations.of("org.").isEmpty)
    }
}

import Administration
import ArgumentParser
import TVWorld

/// `vsactl identity-token`
struct IdentityTokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity-token",
        abstract: "Issue identity tokens of REST v2, with which apps share sign-ins, for tests.",
        discussion: """
            The service signs them with a key of its own, which it accepts for every issuer and requestor. With --key, another key \
            signs them, which has to be registered (vsactl identity-key add). The service ignores a token that is not valid: \
            calls are answered as if it had not been sent.

            Examples:
              curl -H "$(vsactl identity-token platform --subject device-owner-7 --header)" …
              vsactl identity-token service --subject user-42 --issuer https://accounts.example --key accounts.pem
            """,
        subcommands: [Platform.self, Service.self])

    /// `vsactl identity-token platform`
    struct Platform: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "platform",
            abstract: "Issue a platform's token (Adobe-Subject-Token): the apps of a device share sign-ins.")
        @OptionGroup var token: IdentityTokenOptions
        @Option(help: ArgumentHelp("The device's identifier (did) in the token.", valueName: "id")) var device: String?
        @OptionGroup var global: GlobalOptions

        static var optionNames: [String: OptionName] { IdentityTokenOptions.optionNames }

        func report(_ service: ServiceControl) async throws -> Report {
            try await token.issued("platform", by: service, JSON.given(["deviceId": device]))
        }
    }

    /// `vsactl identity-token service`
    struct Service: AdministrationCommand {
        static let configuration = CommandConfiguration(
            commandName: "service",
            abstract: "Issue a programmer's token (AD-Service-Token): the devices of a user share sign-ins.")
        @OptionGroup var token: IdentityTokenOptions
        @OptionGroup var global: GlobalOptions

        static var optionNames: [String: OptionName] { IdentityTokenOptions.optionNames }

        func report(_ service: ServiceControl) async throws -> Report {
            try await token.issued("service", by: service)
        }
    }
}

struct IdentityTokenOptions: ParsableArguments, Sendable {
    @Option(help: "The user (sub): the same one in every token that shares sign-ins.") var subject: String
    @Option(help: "The issuer (iss); if omitted, the service.") var issuer: String?
    @Option(help: .time("The lifetime (default: 1h)")) var lifetime: WholeSeconds?
    @Option(help: "The audience (aud; default: adobe). The service ignores tokens for others.") var audience: String?
    @Option(
        help: ArgumentHelp(
            "The file of the private key that signs, in PEM (RSA or P-256); - is standard input. If omitted, the service signs.",
            valueName: "file"),
        completion: .file())
    var key: String?
    @Option(
        help: ArgumentHelp("With --key: the kid under which it is registered; if omitted, its fingerprint.", valueName: "id"))
    var keyID: String?
    @Flag(help: "Issue a token that expired a minute ago.") var expired = false
    @Flag(help: "Issue a token with an invalid signature.") var tampered = false
    @Flag(help: "Print the header as it is sent: its name and the token.") var header = false

    func validate() throws {
        if expired, lifetime != nil { throw ValidationError("Use one of --lifetime and --expired.") }
        if lifetime?.seconds == 0 { throw ValidationError("--lifetime takes at least 1s.") }
        if key == nil, keyID != nil { throw ValidationError("--key-id needs --key.") }
        if key != nil, issuer == nil { throw ValidationError("--key needs --issuer: the one for which it is registered.") }
        if let keyID, !(1...256).contains(keyID.utf8.count) { throw ValidationError("--key-id takes 1 to 256 bytes.") }
    }

    static var optionNames: [String: OptionName] {
        [
            "subject": "--subject", "issuer": "--issuer", "audience": "--audience",
            "deviceId": "--device", "lifetime": .time("--lifetime", 1...AdministrationLimit.identityTokenLifetime),
        ]
    }

    /// Returns the members that the calls for all kinds have in common.
    func members(_ kind: String) -> [JSON.Member] {
        JSON.given([
            "kind": kind, "subject": subject, "issuer": issuer, "audience": audience,
            "lifetime": expired ? -60 : lifetime?.seconds,
        ])
    }

    /// Returns a token of the service, signed with the given key, if there is one.
    func signed(_ token: String) throws -> String {
        guard let pem = try IdentityKeyCommand.pem(key) else { return token }
        guard let signed = try LinkedBackend.current.sign(token, key: pem, keyID: keyID) else {
            throw Failure(.invalidData, "--key takes a private key in PEM: RSA with at least 2048 bits, or P-256")
        }
        return signed
    }

    fileprivate func issued(
        _ kind: String, by service: ServiceControl, _ others: [JSON.Member] = []
    ) async throws -> Report {
        var resource: IdentityTokenResource = try await service.create(members(kind) + others)
        resource.token = try signed(resource.token)
        if tampered { resource.token = Self.tampered(resource.token) }
        return resource.record(isHeader: header)
    }

    /// Returns a token with a different first character of its signature; the last one may contain unused bits.
    static func tampered(_ token: String) -> String {
        guard let dot = token.lastIndex(of: ".") else { return token }
        let signature = token[token.index(after: dot)...]
        return token[...dot] + (signature.first == "A" ? "B" : "A") + signature.dropFirst()
    }
}

extension IdentityTokenResource {
    /// Returns only the token, for a shell variable, or the header.
    func record(isHeader: Bool) -> Report {
        Report(["identityToken": report()], text: isHeader ? "\(header): \(token)" : token)
    }
}

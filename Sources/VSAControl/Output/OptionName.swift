import TVWorld

/// The option that sets a member of a call to a daemon.
struct OptionName: Sendable, ExpressibleByStringLiteral {
    let option: String
    /// The values that it accepts; nil: the same as the member.
    var accepted: String?

    /// Creates the name of an option that accepts other values than the member.
    init(_ option: String, taking accepted: String) {
        self.option = option
        self.accepted = accepted
    }

    /// Creates the name of an option that accepts the same values.
    init(stringLiteral option: String) { self.option = option }

    /// Returns the name of an option for a time, whose member accepts a number of units, by default of seconds.
    static func time(
        _ option: String, _ range: ClosedRange<Int64> = Lifetime.accepted, unit: Int64 = 1_000
    ) -> OptionName {
        OptionName(option, taking: TimeSpan.accepted(range, unit: unit))
    }

    static let platform = OptionName("--platform", taking: "ios or tvos")
    static let scope = OptionName("--scope", taking: "api:client:v1 or api:client:v2")
}

extension Failure {
    /// Performs an action, whose failure names the option instead of the member that the daemon does not accept.
    static func naming<Value>(
        _ options: [String: OptionName], _ action: () async throws -> Value
    ) async throws -> Value {
        do { return try await action() } catch let failure as Failure { throw failure.naming(options) }
    }

    /// Returns the failure with the option instead of the member that the daemon does not accept.
    ///
    /// - Parameter options: The options, by the name of their member. One that sets members of an object names the object.
    func naming(_ options: [String: OptionName]) -> Failure {
        guard let field, message.hasPrefix(field), let name = options[String(field.prefix { $0 != "." })] else { return self }
        var renamed = self
        renamed.message = name.option + (name.accepted.map { " takes \($0)" } ?? String(message.dropFirst(field.count)))
        return renamed
    }
}

/// The option that sets a member of a call to the service.
enum OptionName: Sendable {
    /// An option that accepts the same values as the member.
    case same(String)
    /// An option, and a description of the values that it accepts.
    case taking(String, String)
    /// An option for a time, whose member accepts a range of seconds.
    case time(String)

    /// The platforms of an application.
    static let platform = OptionName.taking("--platform", "ios or tvos")
    /// The interfaces that an application may use.
    static let scope = OptionName.taking("--scope", "api:client:v1 or api:client:v2")
}

extension Failure {
    /// Returns the failure with the option instead of the member that the service does not accept.
    ///
    /// - Parameter options: The options, by the name of their member.
    func naming(_ options: KeyValuePairs<String, OptionName>) -> Failure {
        let named = options.first { message.hasPrefix("\($0.key) takes ") || message.hasPrefix("\($0.key).") }
        guard let (member, name) = named else { return self }
        let rest = message.dropFirst(member.count)
        var renamed = self
        switch name {
        case .same(let option): renamed.message = option + rest
        case .taking(let option, let accepted): renamed.message = "\(option) takes \(accepted)"
        case .time(let option):
            let numbers = rest.split { !$0.isNumber }.compactMap { Int64($0) }
            guard numbers.count == 2 else { return self }
            renamed.message = "\(option) takes a time from \(numbers.map(TimeSpan.text(seconds:)).joined(separator: " to "))"
        }
        return renamed
    }
}

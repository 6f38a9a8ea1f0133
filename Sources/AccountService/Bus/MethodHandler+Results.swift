import DBus

extension MethodHandler {
    /// Returns a handler that processes the calls of each sender in order, with one result.
    static func returning(_ work: @escaping @Sendable (MethodInvocation) async throws -> any BusValueConvertible) -> MethodHandler
    {
        .serial { [try await work($0)] }
    }

    /// Returns the same handler without a result.
    static func performing(_ work: @escaping @Sendable (MethodInvocation) async throws -> Void) -> MethodHandler {
        .serial { call in
            try await work(call)
            return []
        }
    }
}

extension MethodAnswer {
    /// Returns the results, for a call that is answered later anyway.
    func results() async throws -> [any BusValueConvertible] {
        switch self {
        case .now(let results), .repeatable(let results, _): results
        case .later(let work), .inOrder(let work): try await work()
        }
    }
}

extension MethodInvocation {
    /// Returns the caller's name on the bus.
    ///
    /// - Throws: `ErrorReply` on a connection without a bus, where callers cannot be distinguished.
    func caller() throws -> BusName {
        guard let sender else { throw ErrorReply(.accessDenied, message: "only callers on a bus are served") }
        return sender
    }
}

import DBus

/// Handlers of this module, whose errors have their names on the bus.
extension MethodHandler {
    /// Decides for every call whether it answers now or later.
    static func answering(_ decide: @escaping @Sendable (MethodInvocation) throws -> MethodAnswer) -> MethodHandler {
        MethodHandler.deciding(decide).namingErrors
    }

    /// Processes the calls of each sender in order.
    static func ordered(_ work: @escaping @Sendable (MethodInvocation) async throws -> [any BusValueConvertible]) -> MethodHandler
    {
        MethodHandler.serial(work).namingErrors
    }

    /// The same, with one result.
    static func returning(_ work: @escaping @Sendable (MethodInvocation) async throws -> any BusValueConvertible) -> MethodHandler
    {
        .ordered { [try await work($0)] }
    }

    /// The same, without a result.
    static func performing(_ work: @escaping @Sendable (MethodInvocation) async throws -> Void) -> MethodHandler {
        .ordered { call in
            try await work(call)
            return []
        }
    }

    /// Sends its reply itself.
    ///
    /// - Parameter executor: The executor that the handler's task prefers.
    static func replyingItself(
        on executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable (MethodInvocation, BusReply) async throws -> Void
    ) -> MethodHandler {
        MethodHandler.replying(on: executor, work).namingErrors
    }

    private var namingErrors: MethodHandler { mapErrors { error, _ in errorReply(for: error) } }

    /// Returns this handler with other errors.
    func mapErrors(_ replace: @escaping @Sendable (any Error, MethodInvocation) -> any Error) -> MethodHandler {
        switch self {
        case .immediate(let work):
            .immediate { call in do { return try work(call) } catch { throw replace(error, call) } }
        case .asynchronous(let work):
            .asynchronous { call in do { return try await work(call) } catch { throw replace(error, call) } }
        case .serial(let work):
            .serial { call in do { return try await work(call) } catch { throw replace(error, call) } }
        case .replying(let executor, let work):
            .replying(on: executor) { call, reply in do { try await work(call, reply) } catch { throw replace(error, call) } }
        case .deciding(let decide):
            .deciding { call in
                let answer: MethodAnswer
                do { answer = try decide(call) } catch { throw replace(error, call) }
                // Without a closure, which would be allocated for each call.
                switch answer {
                case .now, .repeatable: return answer
                case .later, .inOrder: return answer.mapErrors { replace($0, call) }
                }
            }
        }
    }
}

extension MethodAnswer {
    fileprivate func mapErrors(_ replace: @escaping @Sendable (any Error) -> any Error) -> MethodAnswer {
        switch self {
        case .now, .repeatable: self
        case .later(let work): .later { do { return try await work() } catch { throw replace(error) } }
        case .inOrder(let work): .inOrder { do { return try await work() } catch { throw replace(error) } }
        }
    }

    /// The results, for a call that is answered later anyway.
    func results() async throws -> [any BusValueConvertible] {
        switch self {
        case .now(let results), .repeatable(let results, _): results
        case .later(let work), .inOrder(let work): try await work()
        }
    }
}

extension MethodInvocation {
    /// The caller's name on the bus.
    ///
    /// - Throws: `ErrorReply` on a connection without a bus, where callers cannot be distinguished.
    func caller() throws -> BusName {
        guard let sender else { throw ErrorReply(.accessDenied, message: "only callers on a bus are served") }
        return sender
    }
}

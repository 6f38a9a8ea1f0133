import DBus

extension Handler {
    /// Returns a handler that decides for every call whether it answers now or later. This module's errors get their bus names.
    static func answering(_ decide: @escaping @Sendable (Invocation) throws -> Answer) -> Handler {
        .deciding { invocation in
            do {
                switch try decide(invocation) {
                case .now(let results): return .now(results)
                case .later(let work): return .later { try await named(work) }
                case .inOrder(let work): return .inOrder { try await named(work) }
                }
            } catch {
                throw errorReply(for: error)
            }
        }
    }

    /// Returns a handler whose calls are processed sequentially for each sender. This module's errors get their bus names.
    static func ordered(_ work: @escaping @Sendable (Invocation) async throws -> [any ValueConvertible]) -> Handler {
        .serial { invocation in
            do { return try await work(invocation) } catch { throw errorReply(for: error) }
        }
    }

    /// Returns a handler that sends its reply itself. This module's errors get their bus names.
    static func replyingItself(_ work: @escaping @Sendable (Invocation, Reply) async throws -> Void) -> Handler {
        .replying { invocation, reply in
            do { try await work(invocation, reply) } catch { throw errorReply(for: error) }
        }
    }
}

/// Converts this module's errors to replies with their bus names.
private func named<Results>(_ work: () async throws -> Results) async throws -> Results {
    do { return try await work() } catch { throw errorReply(for: error) }
}

extension Invocation {
    /// The caller's name on the bus.
    ///
    /// - Throws: `ErrorReply` on a connection without a bus, where callers cannot be distinguished.
    func caller() throws -> BusName {
        guard let sender else { throw ErrorReply(.accessDenied, message: "only callers on a bus are served") }
        return sender
    }
}

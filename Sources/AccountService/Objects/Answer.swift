import DBus

extension Handler {
    /// A handler that decides for every call whether it answers now or later, and gives this module's errors their bus names.
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

    /// A handler for calls that are done one after the other for each sender, with this module's errors by their bus names.
    static func ordered(_ work: @escaping @Sendable (Invocation) async throws -> [any ValueConvertible]) -> Handler {
        .serial { invocation in
            do { return try await work(invocation) } catch { throw errorReply(for: error) }
        }
    }

    /// A handler that sends its reply itself, with this module's errors by their bus names.
    static func replyingItself(_ work: @escaping @Sendable (Invocation, Reply) async throws -> Void) -> Handler {
        .replying { invocation, reply in
            do { try await work(invocation, reply) } catch { throw errorReply(for: error) }
        }
    }
}

/// Gives this module's errors their bus names.
private func named<Results>(_ work: () async throws -> Results) async throws -> Results {
    do { return try await work() } catch { throw errorReply(for: error) }
}

extension Invocation {
    /// The caller's name on the bus.
    ///
    /// - Throws: `ErrorReply` on a connection without a bus, where nobody can be told from anybody.
    func caller() throws -> BusName {
        guard let sender else { throw ErrorReply(.accessDenied, message: "only callers on a bus are served") }
        return sender
    }
}

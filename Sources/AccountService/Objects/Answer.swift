import DBus

/// What a handler says at once: the results, or how to get them off the bus thread.
enum Answer {
    /// The results.
    case now([any ValueConvertible])
    /// Work that waits or computes.
    case later(@Sendable () async throws -> [any ValueConvertible])
}

extension Handler {
    /// A handler that decides for every call whether it answers now or later, and gives this module's errors their bus names.
    static func answering(_ decide: @escaping @Sendable (Invocation) throws -> Answer) -> Handler {
        .asynchronous { invocation in
            do {
                switch try decide(invocation) {
                case .now(let results): return results
                case .later(let work): return try await work()
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

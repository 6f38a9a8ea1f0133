/// The trace ids of an engine's calls, as W3C Trace Context writes them: what a call of the app causes at the service and at the
/// device can be recognized there.
///
/// An id is the engine's random half and the ticket of the call, so that nothing must be kept for it.
struct CallTrace: Sendable {
    private let engine: UInt64

    /// The ids of a new engine.
    ///
    /// - Parameter engine: The half that tells it from others; not 0.
    init(engine: UInt64 = .random(in: 1 ... .max)) {
        self.engine = engine
    }

    /// The id of the call with a ticket: 32 hexadecimal digits.
    func identifier(of ticket: Ticket) -> String {
        Self.hexadecimal(engine) + Self.hexadecimal(UInt64(bitPattern: Int64(ticket)))
    }

    /// The header of a request that a call has caused; the request's number is the id of the span.
    func header(of ticket: Ticket, request: RequestID) -> HTTPRequest.Field {
        let span = Self.hexadecimal(UInt64(bitPattern: Int64(request)))
        return HTTPRequest.Field(name: "traceparent", value: "00-\(identifier(of: ticket))-\(span)-01")
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

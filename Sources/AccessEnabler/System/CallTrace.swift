import ServiceAccess

/// The trace identifiers of an engine's calls, in the form of W3C Trace Context. With them, the service and the device can
/// attribute requests to a call of the app.
///
/// An identifier consists of the engine's random half and the ticket of the call, so that none has to be stored.
struct CallTrace: Sendable {
    /// The half that is unique to the engine.
    private let engine = UInt64.random(in: 1 ... .max)

    /// Returns the identifier of the call with a ticket: 32 hexadecimal digits.
    func identifier(of ticket: Ticket) -> String {
        Self.hexadecimal(engine) + Self.hexadecimal(UInt64(bitPattern: Int64(ticket)))
    }

    /// Returns the header of a request that a call caused; the request's number is the span identifier.
    func header(of ticket: Ticket, request: RequestID) -> HTTPRequest.Field {
        let span = Self.hexadecimal(UInt64(bitPattern: Int64(request)))
        return HTTPRequest.Field(name: "traceparent", value: "00-\(identifier(of: ticket))-\(span)-01")
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

import VideoSubscriberAccount

/// The number of something that was asked for; its answer carries it back.
typealias RequestID = Int

/// The number of a procedure under way.
typealias TaskID = Int

/// The number that the app's side gives a call whose callbacks it wants to recognize.
typealias Ticket = Int

/// What the machine wants done. Effects are carried out in order; callbacks reach the app in order.
enum Effect: Sendable, Equatable {
    /// Reads the storage; answered by `Event.loaded`.
    case load(RequestID, requestor: String?, StoreReading)
    /// Changes the storage.
    case save(StoreChange)
    /// Asks a service; answered by `Event.http`.
    case http(RequestID, HTTPRequest)
    /// Asks the system account; answered by `Event.account`, with `Event.dialog` before it when the user is asked.
    case account(RequestID, AccountQuery)
    /// Lets time pass, in milliseconds; answered by `Event.elapsed`.
    case wait(RequestID, milliseconds: Int64)
    /// Shows a page in the system's browser, without the app; answered by `Event.page`. The address at which the page ends is
    /// missing at the end of its own.
    case show(RequestID, page: String)
    /// Gives up what is not answered yet: a question to a service or the system account, a wait, or a page in the system's
    /// browser. Its answer no longer matters.
    case giveUp(RequestID)
    /// Calls the app back, about the calls with these tickets.
    case callback(Callback, to: [Ticket])
    /// Ends a call without a callback: a later call has taken its place.
    case superseded(Ticket)
}

/// What of the storage a call needs.
enum StoreReading: Sendable, Equatable {
    /// What every call needs.
    case usual
    /// The same, after the import of an earlier version's storage if that is due.
    case afterImport
    /// The same with the sessions of every requestor and every device that has a part in the storage.
    case everySession
}

/// What happens to the machine.
enum Event: Sendable {
    /// The app calls; callbacks about the call carry its ticket.
    case call(Call, ticket: Ticket? = nil)
    /// The app answers what it was asked for the login or logout of the call with a ticket; without effect when that is over.
    case reply(Call, login: Ticket)
    /// The storage was read.
    case loaded(RequestID, Situation)
    /// A service answered, or did not.
    case http(RequestID, HTTPOutcome)
    /// The system account answered, or did not.
    case account(RequestID, AccountOutcome)
    /// A wait is over.
    case elapsed(RequestID)
    /// A page in the system's browser has ended.
    case page(RequestID, PageEnd)
    /// The system wants the app to present or to dismiss its dialog.
    case dialog(RequestID, DialogChange)
    /// The app wants to know when all calls before are served, and who has the next turn.
    case whenServed(@Sendable (NextTurn) -> Void)

    /// The call of the app, if it is one, and the ticket of the call that it belongs to.
    var call: (call: Call, ticket: Ticket?)? {
        switch self {
        case .call(let call, let ticket): (call, ticket)
        case .reply(let call, let login): (call, login)
        default: nil
        }
    }
}

/// What happens to the dialog in which the system asks the user.
enum DialogChange: Sendable, Equatable {
    /// It must be presented.
    case presented(UIViewController)
    /// It is over.
    case dismissed
}

/// What comes of a page in the system's browser.
enum PageEnd: Sendable, Equatable {
    /// It has led back to the app.
    case returned
    /// It could not be shown; why.
    case failed(String)
}

/// What the system account is asked. Only ``signIn(_:)`` may interrupt the user.
enum AccountQuery: Sendable, Equatable {
    /// The user's permission.
    case accessStatus
    /// Who is signed in at which provider.
    case status(channel: String)
    /// A SAML response of the provider that answers the service's request.
    case response(channel: String, verificationToken: String, attributes: [String])
    /// Who is signed in where, after the user was asked if need be.
    case signIn(SignInQuery)
}

/// What the system account answers.
enum AccountOutcome: Sendable, Equatable {
    /// The user's permission.
    case access(AccessStatus)
    /// The account; every field is nil when no user is signed in. The verification data are Base64.
    case metadata(provider: String?, expires: Int64?, response: String?, verification: String? = nil)
    /// It failed.
    case failure(AccountFailure)

    /// The user's permission. Mirrors `VSAccountAccessStatus`.
    enum AccessStatus: Sendable, Equatable {
        case notDetermined, restricted, denied, granted
    }
}

/// Why the system account failed.
struct AccountFailure: Error, Sendable, Equatable {
    /// The kinds that the decision tables tell apart.
    enum Kind: Sendable, Equatable {
        /// VSError 0; what is known of the permission.
        case accessNotGranted(isUndetermined: Bool)
        /// VSError 1, with the identifier unless "Other TV Provider" was chosen.
        case unsupportedProvider(String?)
        /// VSError 2.
        case userCancelled
        /// VSError 4.
        case providerRejected
        /// Every other error, no answer, an empty answer.
        case other
    }

    let kind: Kind
    /// The original error.
    let description: String
}

/// A request to a service.
struct HTTPRequest: Sendable, Equatable {
    /// A name with a value, not yet encoded.
    struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    /// What is sent along.
    enum Body: Sendable, Equatable {
        case none
        case form([Field])
        case json(JSONValue)
    }

    var method = "GET"
    /// The service's base URL without a slash at its end.
    var service: String
    /// The path, its segments encoded.
    var path: String
    var query: [Field] = []
    var body = Body.none
    var headers: [Field] = []

    /// Whether sending it twice does the same as sending it once (RFC 9110, 9.2.2).
    var isIdempotent: Bool { ["GET", "PUT", "DELETE"].contains(method) }
}

/// A service's answer.
struct HTTPAnswer: Sendable, Equatable {
    var status: Int
    /// Values by name in lower case.
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    /// The body as JSON.
    var json: JSONValue? { JSONValue(parsing: body) }
    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }
    /// Any 2xx.
    var isSuccess: Bool { (200...299).contains(status) }
}

/// What comes of a request to a service.
enum HTTPOutcome: Sendable, Equatable {
    case answer(HTTPAnswer)
    /// No answer; why.
    case unreachable(String)
    /// The connection was lost before the answer was complete; why.
    case interrupted(String)
    /// Somebody else may be answering in the service's place; why.
    case insecure(String)
}

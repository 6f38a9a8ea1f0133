import ServiceAccess
import VideoSubscriberAccount

/// The number of a request; its answer carries the same number.
typealias RequestID = Int

/// The number of a strand.
typealias StrandID = Int

/// The number that the app's side assigns to a call whose callbacks it has to recognize.
typealias Ticket = Int

/// An action that the machine requests. Effects are performed in order; callbacks reach the app in order.
enum Effect: Sendable, Equatable {
    /// Reads the storage; answered by `Event.loaded`.
    case load(RequestID, requestor: String?, StoreReading)
    /// Changes the storage.
    case save(StoreChange)
    /// Sends a request to a service; answered by `Event.http`.
    case http(RequestID, HTTPRequest)
    /// Sends a query to the system account; answered by `Event.account`, preceded by `Event.dialog` if the user is prompted.
    case account(RequestID, AccountQuery)
    /// Waits, in milliseconds; answered by `Event.elapsed`.
    case wait(RequestID, milliseconds: Int64)
    /// Shows a page in the system's browser, without the app; answered by `Event.page`. The page's address lacks the value of its
    /// last parameter, the address at which the page ends.
    case show(RequestID, page: String)
    /// Cancels an unanswered request to a service or the system account, a wait, or a page in the system's browser. Its answer no
    /// longer matters.
    case giveUp(RequestID)
    /// Calls the app back about the calls with these tickets.
    case callback(Callback, to: [Ticket])
    /// Ends a call without a callback, because a later call has replaced it.
    case superseded(Ticket)
    /// Makes a call wait for the open login, with the step that the app has to take, if there is one.
    case joined(Ticket, at: Callback?)
}

/// The part of the storage that a call needs.
enum StoreReading: Sendable, Equatable {
    /// The part that all calls need.
    case usual
    /// The same, with this device's sessions of other requestors, and after removing the remains of apps that were killed.
    case withOtherRequestors
    /// The same, with the sessions of every requestor and device in the storage.
    case everySession
}

/// An input of the machine.
enum Event: Sendable {
    /// The app made a call; callbacks about it carry its ticket.
    case call(Call, ticket: Ticket? = nil)
    /// The app responded to a step of a login or logout with this ticket; ignored if it has ended.
    case reply(Call, login: Ticket)
    /// The app no longer waits for a login. If its turn has not come, it does not begin. If the app waits for no other, the open
    /// login is cancelled, and what was selected for it is discarded.
    case abandoned(Ticket, isLast: Bool)
    /// The storage was read.
    case loaded(RequestID, StorageSnapshot)
    /// A service answered, or the request failed.
    case http(RequestID, HTTPOutcome)
    /// The system account answered, or the query failed.
    case account(RequestID, AccountOutcome)
    /// A wait has ended.
    case elapsed(RequestID)
    /// A page in the system's browser has ended.
    case page(RequestID, PageEnd)
    /// The system requests that the app present or dismiss its dialog.
    case dialog(RequestID, DialogChange)
    /// The app asks to be notified when all previous calls have been processed, with the party whose turn is next.
    case whenServed(@Sendable (NextTurn) -> Void)

    /// The call of the app, if the event is one, and the ticket of the call that it belongs to.
    var call: (call: Call, ticket: Ticket?)? {
        switch self {
        case .call(let call, let ticket): (call, ticket)
        case .reply(let call, let login): (call, login)
        case .abandoned(let login, isLast: true): (.setSelectedProvider(nil), login)
        default: nil
        }
    }

    /// The request that the event answers.
    var answered: RequestID? {
        switch self {
        case .loaded(let request, _), .http(let request, _), .account(let request, _), .elapsed(let request),
            .page(let request, _):
            request
        case .call, .reply, .abandoned, .dialog, .whenServed: nil
        }
    }
}

/// A change of the dialog in which the system prompts the user.
enum DialogChange: Sendable, Equatable {
    /// It is to be presented.
    case presented(UIViewController)
    /// It is to be dismissed.
    case dismissed
}

/// The outcome of a page in the system's browser.
enum PageEnd: Sendable, Equatable {
    /// It returned to the app.
    case returned
    /// It could not be shown, with the reason.
    case failed(String)
}

/// A query to the system account. Only ``signIn(_:)`` may prompt the user.
enum AccountQuery: Sendable, Equatable {
    /// The user's permission.
    case accessStatus
    /// The signed-in user and provider.
    case status
    /// A SAML response of the provider to the service's request.
    case response(verificationToken: String, attributes: [String])
    /// The signed-in user and provider, after prompting the user if necessary.
    case signIn(SignInQuery)
}

/// The outcome of a query to the system account.
enum AccountOutcome: Sendable, Equatable {
    /// The user's permission: the answer to a query for it, or to any other that needs one.
    case access(VSAccountAccessStatus)
    /// The account; every field is nil if no user is signed in. The verification data is Base64.
    case metadata(provider: String?, expires: Int64?, response: String?, verification: String? = nil)
    /// The query failed.
    case failure(AccountFailure)
}

/// A failure of the system account.
struct AccountFailure: Sendable, Equatable {
    /// The kinds that the decision tables distinguish.
    enum Kind: Sendable, Equatable {
        /// VSError 1, with the identifier unless "Other TV Provider" was selected.
        case unsupportedProvider(String?)
        /// VSError 2.
        case userCancelled
        /// VSError 4.
        case providerRejected
        /// Any other error, no answer, or an empty answer.
        case other
    }

    let kind: Kind
    /// The original error.
    let description: String

    /// Whether the user has answered the prompt, with something other than a sign-in.
    var isUsersChoice: Bool {
        switch kind {
        case .userCancelled, .unsupportedProvider: true
        case .providerRejected, .other: false
        }
    }
}

/// The party that must act before the app gets more callbacks, when all calls have been processed.
package enum NextTurn: Sendable {
    /// No one: all calls are answered.
    case nobody
    /// The app: calls wait for `setRequestor`.
    case requestor
    /// The user, in the dialog of the system.
    case systemDialog
    /// The user, on a page that the library shows in the system's browser.
    case systemBrowser
    /// The app or the user: in the app's list of providers, on a page of a login or logout, on a second screen.
    case app
}

/// A step of a walk through a client of REST v2.
public enum RESTClientStep: Sendable {
    /// The app makes a call, during which something else may happen.
    case call(RESTClientCall, RESTClientInterruption?)
    /// The app requests its profiles this many times at once; no request fails.
    case together(Int)
    case happening(RESTClientHappening)

    /// What precedes simultaneous calls, because it is not determined which of them a failure would affect.
    public static let undisturbed: [RESTClientHappening] = [.faults([]), .statement(isAccepted: true)]
}

/// The calls of an app. Codes are named by the order in which the app has received them; see ``RESTStep/index(_:of:)``.
public enum RESTClientCall: Sendable {
    case configuration
    case createSession(RESTFields)
    case resumeSession(code: Int, RESTFields)
    case session(code: Int)
    case waitForProfile(code: Int, seconds: Int)
    case profiles
    case profile(String)
    case profileByCode(Int)
    case currentProfile
    case rememberedSignIn
    case authorize([String], at: String)
    case preauthorize([String], at: String)
    case logout(String, redirect: Bool?)
    case refreshPartnerStatus
    case partnerSignIn(RESTFields)
    /// The identity for temporary passes.
    case identify(String?)
}

/// What happens after a number of requests, pauses or queries of the account in a call, before it gets the next answer.
public struct RESTClientInterruption: Sendable {
    public enum Event: Sendable {
        /// The app cancels the call.
        case cancellation
        /// The app makes another call, and gets its result. Not while credentials are requested, for which both calls would wait.
        case call(RESTClientCall)
        case happening(RESTClientHappening)
    }

    public var count: Int
    public var event: Event

    public init(_ count: Int, _ event: Event) {
        self.count = count
        self.event = event
    }
}

/// The events around the client.
public enum RESTClientHappening: Sendable {
    case elapse(seconds: Int)
    /// The device's clock alone is set, forward or back.
    case clock(seconds: Int)
    /// The app starts again.
    case relaunch
    case tokensEnd
    case registrationsEnd
    case statement(isAccepted: Bool)
    /// The next requests fail, in order.
    case faults([RESTClientFault])
    /// A user logs in with a code, which is named as in the app's calls.
    case login(code: Int, user: String)
    /// All profiles at an MVPD end, or become those of another user.
    case profiles(String, user: String?)
    case degrade(String, Bool)
    case singleSignOn(Bool)
    /// The MVPDs get other names.
    case rename
    /// The provider fails to decide about one resource, this many times.
    case flaky(Int)
    case account(RESTClientStatus)
    case selection(RESTClientSelection)
    case response(RESTClientResponse)
    /// The platform has another identity.
    case identity(String?)
}

/// How a request fails.
public enum RESTClientFault: String, Sendable, CaseIterable {
    /// It does not arrive.
    case requestLost
    /// Its answer does not arrive.
    case answerLost
    case throttled
    case unavailable
    case internalError
    /// An error that recommends trying again.
    case retry
    /// An error that recommends correcting the configuration.
    case misconfigured
    /// An answer that does not come from the service.
    case garbage
}

/// The status of the device's account in the header.
public struct RESTClientStatus: Sendable, Hashable {
    public let access: RESTHeaders.Status.Access
    /// The platform's identifier of the MVPD.
    public let provider: String?
    /// When the sign-in expires, in milliseconds.
    public let end: Int64?

    /// Without permission nothing is known about the sign-in.
    public init(_ access: RESTHeaders.Status.Access, _ provider: String? = nil, _ end: Int64? = nil) {
        self.access = access
        self.provider = access == .granted ? provider : nil
        self.end = access == .granted && provider != nil ? end : nil
    }
}

/// What the user does in the account's dialog.
public enum RESTClientSelection: Sendable, Hashable {
    case signsIn(RESTClientStatus)
    /// The platform does not support the MVPD, whose identifier may be known.
    case unsupported(String?)
    case cancels
    case fails
}

/// The answer of the account's provider to a request of the service.
public enum RESTClientResponse: Sendable, Hashable {
    /// A response, and its issuer, if that is known.
    case response(from: String?)
    case blank
    case nothing
}

extension RESTClientStep: CustomStringConvertible {
    public var description: String {
        switch self {
        case .call(let call, nil): "the app calls \(call)"
        case .call(let call, let interruption?): "the app calls \(call); \(interruption)"
        case .together(let count): "the app calls profiles \(count) times at once"
        case .happening(let happening): "\(happening)"
        }
    }
}

extension RESTClientInterruption: CustomStringConvertible {
    public var description: String { "during event \(count): \(event)" }
}

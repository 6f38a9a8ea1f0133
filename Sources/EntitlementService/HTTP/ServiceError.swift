import Encodings
import EntitlementCore
import HTTPTypes
import Hummingbird
import TVWorld

/// The reason why a call failed, and its representation: as JSON, as XML, or as a page.
struct ServiceError: Error {
    /// The content for the caller.
    enum Content: Sendable {
        /// `status`, `message` and `trace`, in the requested format.
        case message(String)
        /// `error`, `message` and `trace`, always JSON: the administration's.
        case coded(String, String)
        /// The same as `invalid_request`, with `field`, the name of the member that is not accepted.
        case field(InvalidField)
        /// A decision of the service, in the form of the endpoint's errors.
        case refusal(Refusal)
        /// A page for a browser.
        case page(ErrorPage)
        /// A response in its own form: that of a fault, or to too many calls.
        case response(Response)
    }

    /// The response's status.
    let status: HTTPResponse.Status
    /// The content for the caller.
    var content: Content
    /// Additional headers: `Retry-After`.
    var headers: HTTPFields = [:]

    private init(_ status: HTTPResponse.Status, _ content: Content) {
        self.status = status
        self.content = content
    }

    /// Creates an error that does not concern entitlements.
    init(_ status: HTTPResponse.Status, _ message: String) { self.init(status, .message(message)) }

    /// Creates an error of an administrative call.
    init(_ status: HTTPResponse.Status, _ code: String, _ message: String) {
        self.init(status, .coded(code, message))
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    }

    /// Creates an error of an administrative call with a member that is not accepted.
    init(_ field: InvalidField) { self.init(.badRequest, .field(field)) }

    /// Creates an error with a response in its own form.
    init(_ response: Response) { self.init(response.status, .response(response)) }

    /// Creates an error for a decision of the service.
    init(_ refusal: Refusal) {
        self.init(HTTPResponse.Status(code: refusal.status), .refusal(refusal))
        guard refusal.registrationError == nil else { return }
        // Even with enhanced errors disabled, the library must distinguish these from a missing sign-in and from other failures.
        if [.deviceMismatch, .temporaryAccessEnded].contains(refusal.code) {
            headers[.authorizationErrorCode] = refusal.code?.advancedCode
        }
        if refusal.accessError == .accessDenied || refusal.accessError == nil && refusal.status == 401 {
            headers[.wwwAuthenticate] = "Bearer"
        }
    }

    /// Creates an error for a refused `GET /api/v1/authorize` or `/api/v1/tokens/media`, with the headers from which the library
    /// derives its statuses, even if enhanced errors are disabled.
    init(authorization refusal: Refusal) {
        self.init(refusal)
        guard let code = refusal.code else { return }
        headers[.authorizationErrorCode] = code.advancedCode
        headers[.authorizationSubErrorCode] = code.rawValue
        // A provider's message: truncated, with everything but plain ASCII percent-encoded.
        headers[.authorizationErrorDetails] = refusal.details.map { details in
            PercentEncoding.encode(details.prefix(256)) { (32..<127).contains($0) && $0 != UInt8(ascii: "%") }
        }
    }

    /// Returns an error with a page.
    ///
    /// - Parameter paragraphs: The paragraphs, which say what happened and what the user can do.
    static func page(
        _ status: HTTPResponse.Status, _ title: String, _ paragraphs: String..., links: [ErrorPage.Link] = []
    ) -> ServiceError {
        ServiceError(status, ErrorPage(title: title, paragraphs: paragraphs, links: links))
    }

    /// Creates an error with the page for a refused login or logout.
    init(login refusal: Refusal) {
        let title =
            switch refusal.code {
            case .invalidCode, .invalidAuthenticationSession: "This code cannot be used"
            case .invalidRequestor, .invalidServiceProvider: "This channel is unknown"
            case .invalidDeviceID: "This device is unknown"
            case .invalidRedirectURL: "The app's address is not registered"
            case .unknownIntegration, .invalidIntegration, .invalidMVPD: "This TV provider is not available"
            case .invalidSAMLResponse: "The TV provider's response was not accepted"
            case .loginCompleted: "This login is already complete"
            case .loginExpired: "This login has expired"
            case .loginCancelled: "You are not logged in"
            case .loginDenied: "The TV provider did not log you in"
            case .logoutIncomplete: "You may still be logged in at the TV provider"
            default: "The login cannot start"
            }
        var page = ErrorPage(
            title: title, paragraphs: [refusal.message, refusal.details ?? "Go back to the app and start again."])
        if let url = refusal.returnURL {
            // If no app runs in this browser, a television is waiting for the login.
            let isTelevision = url.contains("/activate/done?code=")
            page.links = [.init(label: isTelevision ? "Continue" : "Back to the app", address: url)]
            if isTelevision, refusal.code == .loginCancelled || refusal.code == .loginDenied {
                page.paragraphs[1] = "Your TV is still waiting: choose your TV provider again, or another one."
            }
        }
        self.init(HTTPResponse.Status(code: refusal.status), page)
    }

    /// Creates an error with a page.
    init(_ status: HTTPResponse.Status, _ page: ErrorPage) { self.init(status, .page(page)) }

    /// The error in the form of REST v2, which enhances all errors except those of an unknown path or method.
    var enhanced: ServiceError {
        guard case .message(let message) = content, status != .notFound, status != .methodNotAllowed else { return self }
        var error = ServiceError(Refusal(status.code, status.code < 500 ? .badRequest : .internalServerError, message))
        for field in headers { error.headers[field.name] = field.value }
        return error
    }

    /// Returns the error of an administrative call about an object in its body, with the place of the object.
    func within(_ place: String) -> ServiceError {
        switch content {
        case .field(let field):
            ServiceError(
                InvalidField(name: "\(place).\(field.name)", problem: field.problem, isNullable: field.isNullable))
        case .coded(let code, let message): ServiceError(status, code, "\(place): \(message)")
        default: self
        }
    }

    /// The member that is not accepted.
    var field: InvalidField? { if case .field(let field) = content { field } else { nil } }

    /// The message as one text.
    var message: String {
        switch content {
        case .message(let message), .coded(_, let message): message
        case .field(let field): field.message
        case .refusal(let refusal): refusal.message
        case .page(let page): page.paragraphs.joined(separator: " ")
        case .response: ""
        }
    }

    /// Returns the response for the error.
    ///
    /// - Parameters:
    ///   - requestID: The response's `Adobe-Request-Id`.
    ///   - format: The requested format.
    func response(requestID: String, format: AnswerFormat = .json) -> Response {
        var response = body(requestID: requestID, format: format)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }

    private func body(requestID: String, format: AnswerFormat) -> Response {
        func json(_ members: KeyValuePairs<String, String>) -> Response {
            .json(status, .object((members + [("trace", requestID)]).map { .init($0.0, .string($0.1)) }))
        }
        switch content {
        case .message(let message):
            let error: JSON = ["status": .integer(status.code), "message": .string(message), "trace": .string(requestID)]
            return .document(status, AnswerDocument("error", error), format)
        case .coded(let code, let message): return json(["error": code, "message": message])
        case .field(let field): return json(["error": "invalid_request", "message": field.message, "field": field.name])
        case .refusal(let refusal):
            guard let error = refusal.registrationError else {
                return .document(status, AnswerDocument("error", refusal.json(requestID: requestID)), format)
            }
            return json(["error": error.rawValue, "error_description": refusal.message])
        case .page(let page): return page.page(status, requestID: requestID).response
        case .response(let response): return response
        }
    }
}

extension Refusal {
    /// Returns the error. `trace`, the request's identifier, is Adobe's in enhanced errors and this service's own
    /// in the others.
    func json(requestID: String) -> JSON {
        if let accessError {
            return [
                "status": .integer(status), "message": .string(message), "error": .string(accessError.rawValue),
                "trace": .string(requestID),
            ]
        }
        guard isEnhanced, let code else {
            return [
                "status": .integer(status), "message": .string(message), "details": .optional(details),
                "trace": .string(requestID),
            ]
        }
        return .filled([
            "action": .string(code.action), "status": .integer(status), "code": .string(code.rawValue),
            "message": .string(message), "details": details.map { JSON.string($0) }, "helpUrl": .string(Self.helpURL),
            "trace": .string(requestID),
        ])
    }

    private static let helpURL =
        "https://experienceleague.adobe.com/docs/pass/authentication/auth-features/error-reportn/enhanced-error-codes.html"
}

/// A member of an administrative call, or one of its parameters, that is not accepted.
struct InvalidField: Sendable {
    /// Its name, such as `platformAuthnTTL.ios`.
    let name: String
    /// The problem, which follows the name: `takes true or false`.
    let problem: String
    /// Whether it may also be null.
    var isNullable = false

    /// The message for a caller, which begins with the name.
    var message: String { "\(name) \(problem)\(isNullable ? ", or null" : "")." }

    /// Returns the message for the user of a form, where the field is known by its label, and null is an empty field.
    func message(label: String) -> String { "\"\(label)\" \(problem)\(isNullable ? ", or nothing" : "")." }
}

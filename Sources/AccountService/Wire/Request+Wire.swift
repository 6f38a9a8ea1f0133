import AccountCore
import DBus
import TVWorld

/// The keys of the `dialog` of `Present`.
enum DialogKey: String, CaseIterable {
    case kind
    case title
    case provider
}

/// The keys of `Completed` in addition to those of metadata.
enum CompletionKey: String, CaseIterable {
    case accessStatus = "access-status"
    case authorization
    case updateContext = "update-context"
}

extension Dialog {
    /// The dialog in the form of `Present`.
    var details: Details {
        var details: Details = [:]
        details[DialogKey.kind] = Variant(kind.rawValue)
        details[DialogKey.title] = Variant(title)
        details[DialogKey.provider] = provider.map { Variant($0) }
        return details
    }
}

extension RequestResult {
    /// The result in the form of `Completed`.
    var details: OrderedDetails {
        var details = OrderedDetails()
        switch self {
        case .access(let status): details.append(CompletionKey.accessStatus.rawValue, status.rawValue)
        case .metadata(let metadata): details = metadata.details
        case .autoSignIn(let authorization, let context):
            details.append(CompletionKey.authorization.rawValue, authorization.rawValue)
            details.append(CompletionKey.updateContext.rawValue, context)
        }
        return details
    }
}

extension RequestSummary {
    /// The element of `ListRequests`.
    var details: Details {
        var details: Details = [:]
        details[ControlKey.request] = Variant(RequestObjects.path(of: request.id))
        details[ControlKey.applicationID] = Variant(request.application.text)
        details[ControlKey.identifiedBy] = Variant(request.identification?.rawValue ?? "")
        details[ControlKey.kind] = Variant(request.kind.name)
        details[ControlKey.stage] = Variant(stage.rawValue)
        details[ControlKey.prompt] = Variant(prompt?.question.kind.rawValue ?? "")
        details[ControlKey.asked] = Variant(asked ?? "")
        return details
    }
}

extension ScriptedAnswer {
    /// Creates an answer from the form of `QueueAnswer`.
    ///
    /// - Throws: `InvalidInput`, `ConversionError`.
    init(_ details: Details) throws {
        let text: String? = try details.optional(ControlKey.prompt)
        guard let text, let prompt = PromptKind(rawValue: text) else {
            throw InvalidInput(
                field: "prompt", message: "must be one of \(PromptKind.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let answer: String? = try details.optional(ControlKey.answer)
        guard let answer else { throw InvalidInput(field: "answer", message: "must be given") }
        let application: String? = try details.optional(ControlKey.applicationID)
        self = try ScriptedAnswer(
            prompt: prompt, answer: answer, application: application.map { try ApplicationID($0) },
            provider: details.optional(ControlKey.provider), delay: details.optional(ControlKey.delay) ?? 0,
            times: details.optional(ControlKey.times) ?? 1)
    }

    /// The element of `ListAnswers`.
    var details: Details {
        var details: Details = [:]
        details[ControlKey.id] = Variant(id)
        details[ControlKey.prompt] = Variant(prompt.rawValue)
        details[ControlKey.answer] = Variant(answer.journalText)
        details[ControlKey.applicationID] = Variant(application?.text ?? "")
        details[ControlKey.provider] = Variant(provider ?? "")
        details[ControlKey.delay] = Variant(delay)
        details[ControlKey.times] = Variant(times)
        details[ControlKey.used] = Variant(used)
        return details
    }
}

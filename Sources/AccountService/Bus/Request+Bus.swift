import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

private typealias Key = ControlInterface.Key

extension RequestID {
    /// The path of the request's object.
    var objectPath: ObjectPath {
        guard let path = try? ObjectPath("\(SubscriberAccountInterface.path)/request/\(path)") else {
            preconditionFailure("a unique name and a checked token make a path")
        }
        return path
    }
}

extension Dialog {
    /// The dialog in the form of `Present`.
    var details: Details {
        var details: Details = [:]
        details[RequestInterface.Key.kind] = Variant(kind.rawValue)
        details[RequestInterface.Key.title] = Variant(title)
        details[RequestInterface.Key.provider] = provider.map { Variant($0) }
        return details
    }
}

extension RequestResult {
    /// The result in the form of `Completed`.
    var details: OrderedDetails {
        var details = OrderedDetails()
        switch self {
        case .access(let status): details.append(RequestInterface.Key.accessStatus, status.rawValue)
        case .metadata(let metadata): details = metadata.details
        case .autoSignIn(let authorization, let context):
            details.append(RequestInterface.Key.authorization, authorization.rawValue)
            details.append(RequestInterface.Key.updateContext, context)
        }
        return details
    }
}

extension RequestSummary {
    /// The element of `ListRequests`.
    var details: Details {
        var details: Details = [:]
        details[Key.request] = Variant(request.id.objectPath)
        details[Key.applicationID] = Variant(request.application.text)
        details[Key.identifiedBy] = Variant(request.identification?.rawValue ?? "")
        details[Key.kind] = Variant(request.kind.name)
        details[Key.stage] = Variant(stage.rawValue)
        details[Key.prompt] = Variant(prompt?.question.kind.rawValue ?? "")
        details[Key.asked] = Variant(asked ?? "")
        return details
    }
}

extension ScriptedAnswer {
    /// Creates an answer from the form of `QueueAnswer`.
    ///
    /// - Throws: `InvalidInput`, `ConversionError`.
    init(_ details: Details) throws {
        let prompt = try PromptKind(details.optional(Key.prompt), field: "prompt")
        let answer: String? = try details.optional(Key.answer)
        guard let answer else { throw InvalidInput(field: "answer", message: "must be given") }
        let application: String? = try details.optional(Key.applicationID)
        self = try ScriptedAnswer(
            prompt: prompt, answer: answer, application: application.map { try ApplicationID($0) },
            provider: details.optional(Key.provider), delay: details.optional(Key.delay) ?? 0,
            times: details.optional(Key.times) ?? 1)
    }

    /// The element of `ListAnswers`.
    var details: Details {
        var details: Details = [:]
        details[Key.id] = Variant(id)
        details[Key.prompt] = Variant(prompt.rawValue)
        details[Key.answer] = Variant(answer.journalText)
        details[Key.applicationID] = Variant(application?.text ?? "")
        details[Key.provider] = Variant(provider ?? "")
        details[Key.delay] = Variant(delay)
        details[Key.times] = Variant(times)
        details[Key.used] = Variant(used)
        return details
    }
}

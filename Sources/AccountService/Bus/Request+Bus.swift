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
    var details: VariantDictionary {
        VariantDictionary(filled: [
            RequestInterface.Key.kind: kind.rawValue, RequestInterface.Key.title: title,
            RequestInterface.Key.provider: provider,
        ])
    }
}

extension RequestResult {
    /// The result in the form of `Completed`.
    var details: OrderedVariantDictionary {
        var details = OrderedVariantDictionary()
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
    var details: VariantDictionary {
        [
            Key.request: BusVariant(request.id.objectPath), Key.applicationID: BusVariant(request.application.text),
            Key.identifiedBy: BusVariant(request.identification?.rawValue ?? ""), Key.kind: BusVariant(request.kind.name),
            Key.stage: BusVariant(stage.rawValue), Key.prompt: BusVariant(prompt?.question.kind.rawValue ?? ""),
            Key.asked: BusVariant(asked ?? ""),
        ]
    }
}

extension ScriptedAnswer {
    /// Creates an answer from the form of `QueueAnswer`.
    ///
    /// - Throws: `InvalidInput`, `BusConversionError`.
    init(_ details: VariantDictionary) throws {
        let prompt = try PromptKind(details.optional(Key.prompt), field: Key.prompt)
        let answer: String? = try details.optional(Key.answer)
        guard let answer else { throw InvalidInput(field: Key.answer, message: "must be given") }
        let application: String? = try details.optional(Key.applicationID)
        self = try ScriptedAnswer(
            prompt: prompt, answer: answer, application: application.map { try ApplicationID($0, field: Key.applicationID) },
            provider: details.optional(Key.provider), delay: details.optional(Key.delay) ?? 0,
            times: details.optional(Key.times) ?? 1)
    }

    /// The element of `ListAnswers`.
    var details: VariantDictionary {
        [
            Key.id: BusVariant(id), Key.prompt: BusVariant(prompt.rawValue), Key.answer: BusVariant(answer.text),
            Key.applicationID: BusVariant(application?.text ?? ""), Key.provider: BusVariant(provider ?? ""),
            Key.delay: BusVariant(delay), Key.times: BusVariant(times), Key.used: BusVariant(used),
        ]
    }
}

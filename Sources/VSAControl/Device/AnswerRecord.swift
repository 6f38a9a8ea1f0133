import DBus
import TVWorld

/// A queued answer.
struct AnswerRecord: Sendable, Equatable {
    /// The number; 0 before it is queued.
    var id: UInt32 = 0
    var prompt: PromptKind
    var answer: String
    /// The app whose prompts it answers; nil: any.
    var application: String?
    /// The provider whose sign-in forms it answers; nil: any.
    var provider: String?
    /// Milliseconds.
    var delay: Int64 = 0
    /// The number of prompts that it answers; 0: all.
    var times: UInt32 = 1
    /// The number of prompts that it has answered.
    var used: UInt32 = 0

    /// The form in which it is queued.
    var details: Details {
        var details: Details = [
            Wire.Key.prompt: Variant(prompt.rawValue), Wire.Key.answer: Variant(answer), Wire.Key.delay: Variant(delay),
            Wire.Key.times: Variant(times),
        ]
        if let application { details[Wire.Key.application] = Variant(application) }
        if let provider { details[Wire.Key.scriptedProvider] = Variant(provider) }
        return details
    }

    var json: JSON {
        .members([
            "id": .integer(Int64(id)), "prompt": .string(prompt.rawValue), "answer": .string(answer),
            "application": .optional(application), "provider": .optional(provider), "delay": .integer(delay),
            "times": .integer(Int64(times)), "used": .integer(Int64(used)),
        ])
    }
}

extension AnswerRecord {
    init(_ details: Details) throws {
        id = try details.required(Wire.Key.id, as: UInt32.self)
        let kind = try details.required(Wire.Key.prompt, as: String.self)
        guard let prompt = PromptKind(rawValue: kind) else {
            throw Failure(.failed, "the device's answer has a prompt of an unknown kind: \(kind)")
        }
        self.prompt = prompt
        answer = try details.required(Wire.Key.answer, as: String.self)
        application = try details.optional(Wire.Key.application).nonEmpty
        provider = try details.optional(Wire.Key.scriptedProvider).nonEmpty
        delay = try details.optional(Wire.Key.delay) ?? 0
        times = try details.optional(Wire.Key.times) ?? 1
        used = try details.optional(Wire.Key.used) ?? 0
    }
}

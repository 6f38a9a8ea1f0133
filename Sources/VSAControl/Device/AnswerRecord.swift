import DBus
import DeviceInterfaces
import TVWorld

private typealias Keys = ControlInterface.Key

/// A queued answer.
struct AnswerRecord: Sendable, Equatable, JSONConvertible {
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
    var details: VariantDictionary {
        VariantDictionary(filled: [
            Keys.prompt: prompt.rawValue, Keys.answer: answer, Keys.delay: delay, Keys.times: times,
            Keys.applicationID: application, Keys.provider: provider,
        ])
    }
}

extension AnswerRecord {
    init(_ details: VariantDictionary) throws {
        id = try details.required(Keys.id, as: UInt32.self)
        let kind = try details.required(Keys.prompt, as: String.self)
        guard let prompt = PromptKind(rawValue: kind) else {
            throw Failure(.failed, "the device's answer has a prompt of an unknown kind: \(kind)")
        }
        self.prompt = prompt
        answer = try details.required(Keys.answer, as: String.self)
        application = try details.optional(Keys.applicationID).nonEmpty
        provider = try details.optional(Keys.provider).nonEmpty
        delay = try details.optional(Keys.delay) ?? 0
        times = try details.optional(Keys.times) ?? 1
        used = try details.optional(Keys.used) ?? 0
    }
}

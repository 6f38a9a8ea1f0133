import TVWorld

/// A queued answer in a snapshot: as in a scenario, with its number and its use count.
extension ScriptedAnswer {
    private static let snapshotKeys = ["number", "on", "app", "provider", "answer", "delay", "times", "used"]

    var snapshotDocument: JSON {
        [
            "number": .integer(id), "on": .string(prompt.rawValue), "app": .optional(application?.text),
            "provider": .optional(provider), "answer": .string(answer.text), "delay": .integer(delay),
            "times": .integer(times), "used": .integer(used),
        ]
    }

    init(snapshot value: JSON, at path: String) throws(InvalidInput) {
        let fields = try SnapshotFields(value, at: path, keys: Self.snapshotKeys)
        let counts: ClosedRange<Int64> = 0...Int64(UInt32.max)
        let prompt = try PromptKind(fields.optionalText("on"), field: fields.field("on"))
        let text = try fields.text("answer")
        let app = try fields.optionalText("app")
        let provider = try fields.optionalText("provider")
        let delay = try fields.optionalInteger("delay") ?? 0
        let times = try fields.integer("times", in: counts)
        do throws(InvalidInput) {
            let application: ApplicationID? = if let app { try ApplicationID(app, field: "app") } else { nil }
            try self.init(
                prompt: prompt, answer: text, application: application, provider: provider, delay: delay, times: UInt32(times))
        } catch { throw error.at(path + "." + error.field) }
        id = UInt32(try fields.integer("number", in: counts))
        used = UInt32(try fields.optionalInteger("used", in: counts) ?? 0)
    }
}

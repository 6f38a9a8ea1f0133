import TVWorld
import Testing

@testable import VSAControl

@Suite("prepared answers")
struct AutomaticAnswersTests {
    private let providers = [
        ProviderRecord(id: "alpha.example", name: "Alpha Cable", mvpd: "AlphaCable", subscribers: ["alice", "bob"]),
        ProviderRecord(id: "beta.example", name: "Beta Fiber", mvpd: "BetaFiber", subscribers: ["carol"]),
    ]

    /// The values' answers to consecutive questions.
    private func answers(_ values: [String], to questions: AgentQuestion...) async throws -> [PromptAnswer?] {
        let agent = try AutomaticAnswers(values, providers: providers)
        var answers: [PromptAnswer?] = []
        for question in questions {
            do { answers.append(try await agent.answer(question)) } catch is NoAnswer { answers.append(nil) }
        }
        return answers
    }

    private var picker: AgentQuestion { Questions.picker(Questions.threeProviders) }
    private var form: AgentQuestion { Questions.signIn(Questions.form) }

    @Test("each value answers the prompts that it fits")
    func kinds() async throws {
        let all = try await answers(
            ["granted", "alpha.example", "alice"], to: Questions.access, picker, form, Questions.autoSignIn)
        #expect(
            all == [.granted, .provider("alpha.example"), .credentials(username: "alice", password: "alice"), .granted])
        #expect(try await answers(["granted"], to: picker, form) == [nil, nil])
        #expect(try await answers(["cancel"], to: picker, form, Questions.access) == [.cancelled, .cancelled, nil])
        #expect(try await answers(["AlphaCable", "other"], to: picker, picker) == [.provider("alpha.example"), .otherProvider])
    }

    @Test("several values for one kind are used in their order, and the last one repeats")
    func order() async throws {
        #expect(
            try await answers(["denied", "granted"], to: Questions.access, Questions.access, Questions.access)
                == [.denied, .granted, .granted])
        #expect(
            try await answers(["wrong-password", "bob:geheim"], to: form, form) == [
                .credentials(username: "alice", password: "wrong-password"),
                .credentials(username: "bob", password: "geheim"),
            ])
    }

    @Test("a wrong password is sent with the name in the form")
    func wrongPassword() async throws {
        var expired = Questions.form
        expired.username = "bob"
        #expect(
            try await answers(["wrong-password"], to: Questions.signIn(expired))
                == [.credentials(username: "bob", password: "wrong-password")])
    }

    @Test("a provider that the picker does not offer is not an answer")
    func notOffered() async throws {
        let picker = PickerSubject(rows: [.init(id: "own", name: "Own")], offersOther: false)
        #expect(try await answers(["alpha.example"], to: Questions.picker(picker)) == [nil])
        #expect(try await answers(["other"], to: Questions.picker(picker)) == [nil])
        #expect(try await answers(["picker=own"], to: Questions.picker(picker)) == [.provider("own")])
    }

    @Test("for one kind only")
    func named() async throws {
        #expect(
            try await answers(["access=denied", "auto-sign-in=granted"], to: Questions.access, Questions.autoSignIn)
                == [.denied, .granted])
        #expect(
            try await answers(["sign-in=dave"], to: form) == [.credentials(username: "dave", password: "dave")])
        let failure = #expect(throws: Failure.self) {
            try AutomaticAnswers(["access=alice"], providers: providers)
        }
        #expect(failure?.status == .usage)
        #expect(failure?.advice == "Accepted: granted, denied, dismiss.")
    }

    @Test("an unknown name is a failure with the nearest", arguments: [("alise", "alice"), ("grnted", "granted")])
    func unknown(value: String, nearest: String) {
        let failure = #expect(throws: Failure.self) { try AutomaticAnswers([value], providers: providers) }
        #expect(failure?.status == .notFound)
        #expect(failure?.advice?.hasPrefix("Did you mean \(nearest)?\nAccepted: granted, denied, dismiss, ") == true)
    }
}

import PickerModel
import Testing

@Suite struct QuestionTests {
    private func access(_ more: [String: BusValue]) throws -> PermissionQuestion {
        try PermissionQuestion(.access, applicationIdentifier: "com.example.player", details: Sample.details(more))
    }

    private func form(_ more: [String: BusValue]) throws -> SignInForm {
        try SignInForm(provider: "alpha.example", details: Sample.details(more))
    }

    @Test func accessNamesTheAppAndTheProvider() throws {
        #expect(try access([:]).title == "“Example Player” would like to use your TV provider account")
        #expect(
            try access(["provider-name": .text("Alpha Cable")]).title
                == "“Example Player” would like to use your Alpha Cable account")
    }

    @Test func usageTextIsTheAppsOwn() throws {
        #expect(try access(["usage-description": .text("For <b>live</b> TV.")]).text == "For <b>live</b> TV.")
        #expect(try access([:]).text.isEmpty)
    }

    @Test func appWithoutANameIsCalledByItsIdentifier() throws {
        #expect(try access(["application-name": .text("\u{200B}")]).origin.applicationName == "com.example.player")
    }

    @Test func automaticSignInSaysWhatItMeans() throws {
        let question = try PermissionQuestion(
            .automaticSignIn, applicationIdentifier: "com.example.player", details: Sample.details())
        #expect(question.title == "“Example Player” would like to sign you in automatically")
        #expect(!question.text.isEmpty)
    }

    @Test(arguments: [
        ("username", SignInForm.Field.username), ("password", .password), ("", .form),
    ])
    func errorBelongsToItsField(text: String, field: SignInForm.Field) throws {
        let form = try form(["error-field": .text(text), "error-message": .text("No."), "attempt": .number(2)])
        #expect(form.problem == SignInForm.Problem(field: field, message: "No."))
    }

    @Test func errorWithoutWordsGetsSome() throws {
        #expect(try form(["error-field": .text("password"), "attempt": .number(2)]).problem?.message.isEmpty == false)
        #expect(try form(["attempt": .number(2)]).problem?.field == .form)
    }

    @Test func firstAttemptHasNoError() throws {
        #expect(try form(["error-field": .text(""), "error-message": .text(""), "attempt": .number(1)]).problem == nil)
    }

    @Test func unknownErrorFieldIsRefused() throws {
        let error = #expect(throws: InvalidDetails.self) { try form(["error-field": .text("captcha")]) }
        #expect(error?.description == "error-field: must be username, password or empty")
    }

    @Test(arguments: [
        ("alice", "alice"), ("مستخدم", "مستخدم"), ("a  b", ""), ("al\u{202E}ice", ""), (String(repeating: "a", count: 300), ""),
    ])
    func filledInNameIsSentAsItIsShown(username: String, shown: String) throws {
        #expect(try form(["username": .text(username)]).username == shown)
    }

    @Test(arguments: [
        ("", "x", SignInForm.Field.username), ("  ", "x", .username), ("alice", "", .password),
        (String(repeating: "a", count: 1025), "x", .username), ("alice", String(repeating: "a", count: 1025), .password),
    ])
    func incompleteInputIsNotSent(username: String, password: String, field: SignInForm.Field) {
        #expect(SignInForm.check(username: username, password: password)?.field == field)
    }

    @Test func completeInputIsSent() {
        #expect(SignInForm.check(username: "alice", password: " ") == nil)
    }
}

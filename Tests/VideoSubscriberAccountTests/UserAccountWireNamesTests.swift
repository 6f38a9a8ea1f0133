import DBus
import Testing

@testable import VideoSubscriberAccount

@Suite("names of user accounts on the bus, held against the interface XML")
struct UserAccountWireNamesTests {
    private let interface: Interface

    init() throws { interface = try InterfaceFiles.interface(WireNames.userAccountsInterface) }

    @Test(
        "methods exist with the signatures used",
        arguments: [
            (WireNames.updateAccount, "a{sv}", ""), (WireNames.listAccounts, "u", "aa{sv}"),
            (WireNames.setCurrentSubscription, "a{sv}", ""), (WireNames.getAutoSignInToken, "", "a{sv}"),
            (WireNames.requestAutoSignInAuthorization, "sa{sv}", "o"), (WireNames.updateAutoSignInToken, "ss", ""),
            (WireNames.deleteAutoSignInToken, "", ""),
        ] as [(MemberName, Signature, Signature)])
    func methods(name: MemberName, input: Signature, output: Signature) throws {
        let method = try #require(interface.method(name))
        #expect(method.inputSignature == input)
        #expect(method.outputSignature == output)
    }

    @Test("the keys of dictionaries")
    func keys() throws {
        let account = Set(WireNames.UserAccountKey.allCases.map(\.rawValue))
        #expect(try InterfaceFiles.keys(#require(interface.method(WireNames.updateAccount)).inputs[0]) == account)
        #expect(try InterfaceFiles.keys(#require(interface.method(WireNames.listAccounts)).outputs[0]) == account)
        let subscription = Set(WireNames.SubscriptionKey.allCases.map(\.rawValue))
        #expect(
            try InterfaceFiles.keys(#require(interface.method(WireNames.setCurrentSubscription)).inputs[0]) == subscription)
        let request = try #require(interface.method(WireNames.requestAutoSignInAuthorization))
        #expect(InterfaceFiles.keys(request.inputs[1]) == [WireNames.RequestKey.parentWindow.rawValue, WireNames.errorInfo])
        let token = Set(WireNames.AutoSignInKey.allCases.map(\.rawValue))
        #expect(try InterfaceFiles.keys(#require(interface.method(WireNames.getAutoSignInToken)).outputs[0]) == token)
        let completed = try #require(InterfaceFiles.interface(WireNames.requestInterface).signal(WireNames.completed))
        #expect(
            InterfaceFiles.keys(completed.arguments[0]).isSuperset(of: WireNames.AuthorizationKey.allCases.map(\.rawValue)))
    }

    @Test("the texts that the interface's documentation names")
    func texts() {
        let keys = WireNames.AppleSubscriptionKey.allCases.map(\.rawValue)
        let values = Array(WireNames.accountTypes.keys) + ["free-with-account"] + WireNames.authorizations.keys
        for word in keys + values + ["other"] { #expect(interface.xml.contains(word), "\(word)") }
    }
}

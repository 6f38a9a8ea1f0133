import CGtk
import DesktopViews
import PickerModel

/// The methods of an agent that send prompts.
enum AgentMethod {
    case requestAccess, chooseProvider, signIn, authorizeAutoSignIn

    /// Creates a method; nil if the name is not that of a prompt's method.
    init?(_ name: String) {
        switch name {
        case AgentInterface.Member.requestAccess: self = .requestAccess
        case AgentInterface.Member.chooseProvider: self = .chooseProvider
        case AgentInterface.Member.signIn: self = .signIn
        case AgentInterface.Member.authorizeAutoSignIn: self = .authorizeAutoSignIn
        default: return nil
        }
    }

    /// Returns the prompt from the arguments, whose types the bus library has checked.
    func prompt(_ arguments: OpaquePointer?) throws -> Prompt {
        func details(at index: Int) -> Details { Variant.withChild(index, of: arguments) { Variant.details($0) } }
        func text(at index: Int) -> String { Variant.withChild(index, of: arguments) { Variant.text($0) } }
        switch self {
        case .requestAccess:
            return .permission(try PermissionQuestion(.access, applicationIdentifier: text(at: 0), details: details(at: 1)))
        case .authorizeAutoSignIn:
            let application = text(at: 0)
            return .permission(
                try PermissionQuestion(.automaticSignIn, applicationIdentifier: application, details: details(at: 1)))
        case .chooseProvider:
            let providers = Variant.withChild(1, of: arguments) { Variant.list($0) }
            return .providers(try ProviderChoice(details: details(at: 0), providers: providers))
        case .signIn:
            return .signIn(try SignInForm(provider: text(at: 0), details: details(at: 1)))
        }
    }
}

import CGtk
import DesktopViews
import PickerModel

extension Variant {
    /// Returns the tuple that a method returns.
    static func reply(_ answer: Answer, to method: AgentMethod) -> OpaquePointer? {
        switch method {
        case .requestAccess, .authorizeAutoSignIn: tuple([g_variant_new_string(permission(answer))])
        case .chooseProvider: choice(answer)
        case .signIn: tuple([credentials(answer)])
        }
    }

    private static func permission(_ answer: Answer) -> String {
        switch answer {
        case .granted: AgentInterface.Decision.granted.rawValue
        case .denied: AgentInterface.Decision.denied.rawValue
        default: AgentInterface.Decision.dismiss.rawValue
        }
    }

    private static func choice(_ answer: Answer) -> OpaquePointer? {
        switch answer {
        case .provider(let identifier):
            tuple([g_variant_new_string(AgentInterface.Choice.provider.rawValue), g_variant_new_string(identifier)])
        case .otherProvider: tuple([g_variant_new_string(AgentInterface.Choice.other.rawValue), g_variant_new_string("")])
        default: tuple([g_variant_new_string(AgentInterface.Choice.cancel.rawValue), g_variant_new_string("")])
        }
    }

    private static func credentials(_ answer: Answer) -> OpaquePointer? {
        typealias Key = AgentInterface.Key
        guard case .credentials(let username, let password) = answer else {
            return make(.details(Details([Key.cancel: .flag(true)])))
        }
        return make(.details(Details([Key.username: .text(username), Key.password: .text(password)])))
    }
}

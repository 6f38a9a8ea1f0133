import AccountCore
import DBus
import DeviceInterfaces
import TVWorld

/// The kinds of objects below the root, with their paths and properties.
enum ObjectKind: String, CaseIterable {
    case application
    case provider
    case account
    case agent

    /// The interface of the objects.
    var declaration: any DeviceInterface.Type {
        switch self {
        case .application: ApplicationInterface.self
        case .provider: ProviderInterface.self
        case .account: AccountInterface.self
        case .agent: RegisteredAgentInterface.self
        }
    }

    var interface: InterfaceName { declaration.name }

    /// Returns the path of the object with an identifier.
    func path(of id: String) -> ObjectPath {
        guard let path = try? ObjectPath("\(SubscriberAccountInterface.path)/\(rawValue)/\(PathElement.escape(id))") else {
            preconditionFailure("an escaped identifier is an element of a path")
        }
        return path
    }

    /// The path of the account's object; there is at most one account.
    static let accountPath = ObjectKind.account.path(of: "0")

    /// Returns the paths of all objects of this kind.
    func paths(in state: ObjectState) -> [ObjectPath] {
        switch self {
        case .application: state.device.applications.sortedIDs.map { path(of: $0.text) }
        case .provider: state.device.signInProviders.map { path(of: $0.id) }
        case .account: state.device.storedAccount == nil ? [] : [Self.accountPath]
        case .agent: state.agents.map { path(of: $0.identifier) }
        }
    }

    /// Returns the properties of the object at a path; nil if there is none.
    func properties(at path: ObjectPath, in state: ObjectState) -> [MemberName: any BusValueConvertible]? {
        guard let slash = path.string.utf8.lastIndex(of: UInt8(ascii: "/")),
            let id = PathElement.unescape(path.string[slash...].dropFirst())
        else { return nil }
        switch self {
        case .application:
            guard let app = try? ApplicationID(id), state.device.applications[app] != nil else { return nil }
            return Self.properties(of: app, in: state.device)
        case .provider: return state.device.provider(id: id).map { Self.properties(of: $0, in: state.device) }
        case .account: return state.device.account.map(Self.properties)
        case .agent: return state.agents.first { $0.identifier == id }.map(Self.properties)
        }
    }

    private static func properties(of app: ApplicationID, in state: DeviceState) -> [MemberName: any BusValueConvertible] {
        typealias Member = ApplicationInterface.Member
        let application = state.applications[app]
        return [
            Member.applicationID: app.text, Member.name: application?.name ?? "",
            Member.accessStatus: state.permissions[app].rawValue,
            Member.identifiedBy: application?.identification?.rawValue ?? "",
            Member.usageDescription: application?.usageDescription ?? "",
        ]
    }

    private static func properties(of provider: Provider, in state: DeviceState) -> [MemberName: any BusValueConvertible] {
        typealias Member = ProviderInterface.Member
        return [
            Member.providerIdentifier: provider.id, Member.name: provider.name, Member.mvpd: provider.mvpd,
            Member.boardingStatus: provider.boarding.configurationText ?? "none", Member.lineUp: state.isShown(provider),
        ]
    }

    private static func properties(of account: SystemAccount) -> [MemberName: any BusValueConvertible] {
        typealias Member = AccountInterface.Member
        return [
            Member.providerIdentifier: account.provider, Member.subscriber: account.subscriber,
            Member.signedInAt: account.signedInAt,
            Member.authenticationExpirationDate: account.expiresAt,
        ]
    }

    private static func properties(of agent: Agent) -> [MemberName: any BusValueConvertible] {
        typealias Member = RegisteredAgentInterface.Member
        return [
            Member.name: agent.name, Member.sender: agent.owner.string, Member.path: agent.path,
            Member.processID: agent.processID ?? 0,
        ]
    }
}

/// The state from which the objects below the root are read.
struct ObjectState {
    var device: DeviceState
    var agents: [Agent]
}

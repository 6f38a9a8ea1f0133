import DecisionTables
import TVWorld
import Testing

/// The actions of a user and an app, from the app's start to its end.
enum FaultFlow: String, CaseIterable, Sendable {
    /// The device's account signs the app in.
    case silentSignOn
    /// The user picks a provider in the system's dialog and signs in.
    case picker
    /// The user logs in on a provider's page, and logs out again (iOS).
    case webLogin
    /// The user logs in on a second screen (tvOS).
    case secondScreen
    case authorization
    case preauthorization
    case temporaryPass
    case logout

    /// A flow on a platform.
    struct Situation: Sendable, Hashable, CustomTestStringConvertible {
        let flow: FaultFlow
        let platform: DecisionRow.Platform

        var testDescription: String { "\(flow.rawValue) on \(platform.rawValue)" }

        /// All flows.
        static let all = FaultFlow.allCases.flatMap { flow in flow.platforms.map { Situation(flow: flow, platform: $0) } }
    }

    var platforms: [DecisionRow.Platform] {
        switch self {
        case .webLogin: [.ios]
        case .secondScreen: [.tvos]
        default: DecisionRow.Platform.allCases
        }
    }

    /// The app's calls, each made after the previous one has been answered.
    var calls: [Call] {
        switch self {
        case .silentSignOn: [.setRequestor("REF30"), .checkAuthentication]
        case .picker: [.setRequestor("REF30"), .getAuthentication]
        case .webLogin: [.setRequestor("REF30"), .setSelectedProvider("GammaSat"), .getAuthentication, .logout]
        case .secondScreen: [.setRequestor("REF30"), .setSelectedProvider("GammaSat"), .getAuthentication]
        case .authorization: [.setRequestor("REF30"), .getAuthorization("news"), .getUserMetadata("zip")]
        case .preauthorization:
            [.setRequestor("REF30"), .checkPreauthorizedResources(["news", "nothing"]), .preauthorize(["news", "nothing"])]
        case .temporaryPass: [.setRequestor("REF30"), .setSelectedProvider("TempPass"), .checkAuthentication]
        case .logout: [.setRequestor("REF30"), .logout, .checkAuthentication]
        }
    }

    /// The device before it, as a scenario.
    var scenario: String {
        let account: String
        switch self {
        case .silentSignOn, .authorization, .preauthorization, .logout:
            account = "account: {provider: alpha.example, subscriber: alice}"
        case .picker: account = "answers: [{on: picker, answer: alpha.example}, {on: sign-in, answer: alice}]"
        case .webLogin, .secondScreen, .temporaryPass: account = "account: null"
        }
        return """
            schema: vsa-scenario/1
            name: \(rawValue)
            apps: [{id: com.example.player, access: granted}]
            unanswered: dismiss
            \(account)

            """
    }

    /// The points that it reaches without a fault.
    func reaches(_ point: FaultPoint) -> Bool {
        switch point {
        case .device, .register, .access, .metadata, .service, .registration, .accessToken, .configuration, .authentication,
            .userMetadata:
            true
        case .deviceSAML, .profile, .exchange: self != .webLogin && self != .secondScreen && self != .temporaryPass
        case .picker, .signIn: self == .picker
        case .authorize, .mediaToken: self == .authorization
        case .preauthorize: self == .preauthorization
        case .temporaryPass: self == .temporaryPass
        case .logout: self == .logout || self == .webLogin
        case .registrationCode, .webLogin, .providerPages, .providerSAML: self == .webLogin || self == .secondScreen
        case .accessPrompt, .userAccounts, .authorization: false
        // REST v2, which the library does not use.
        case .clientConfiguration, .sessionCreation, .sessionResumption, .session, .sessionLogin, .profiles, .providerProfile,
            .codeProfile, .resourceAuthorization, .resourcePreauthorization, .profileLogout, .partnerSession, .partnerProfile:
            false
        }
    }
}

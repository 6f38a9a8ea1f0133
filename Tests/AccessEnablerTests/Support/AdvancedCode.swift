import DecisionTables
import ServiceAccess
import Testing

@testable import AccessEnabler

/// An advanced code, how an app receives it, and its other keys.
struct AdvancedCode: Sendable, CustomTestStringConvertible {
    let id: String
    let level: String
    /// The keys beside `errorId` and `level`.
    let keys: Set<String>
    let platform: DecisionRow.Platform
    let provoke: @Sendable (inout FakeApp) -> Void

    var testDescription: String { id }

    init(
        _ id: String, _ level: String, _ keys: Set<String> = [], _ platform: DecisionRow.Platform = .ios,
        _ provoke: @escaping @Sendable (inout FakeApp) -> Void
    ) {
        self.id = id
        self.level = level
        self.keys = keys
        self.platform = platform
        self.provoke = provoke
    }

    static let all = configuration + account + authentication + authorization

    private static let configuration = [
        AdvancedCode("R400", "error") {
            $0.arrange(.statement(.missing))
            $0.configure()
        },
        AdvancedCode("R401", "error") {
            $0.service.faults["/api/v1/config/REF30"] = 401
            $0.configure()
        },
        AdvancedCode("CFG400", "error", ["message"]) { $0.call(.setRequestor(id: "NOBODY", serviceProviders: [])) },
        AdvancedCode("CFG404", "error", ["message"]) {
            $0.service.isReachable = false
            $0.configure()
        },
        AdvancedCode("CFG429", "error", ["message"]) {
            $0.service.faults["/api/v1/config/REF30"] = 429
            $0.configure()
        },
        AdvancedCode("CFG503", "error", ["message"]) {
            $0.service.faults["/api/v1/config/REF30"] = 503
            $0.configure()
        },
        AdvancedCode("CFG100", "warning", ["message"]) {
            $0.arrange(.clockOffset(seconds: 86_400))
            $0.configure()
        },
        AdvancedCode("SEC403", "error", ["message"]) {
            let refusal = HTTPAnswer(status: 403, body: Array(#"{"status":403,"message":"Not this app's requestor."}"#.utf8))
            $0.service.network = { $0.path == "/api/v1/config/REF30" ? .answer(refusal) : $1 }
            $0.configure()
        },
        AdvancedCode("SEC412", "warning", ["message"]) {
            $0.configure()
            $0.arrange(.storedToken(mvpd: "AlphaCable", source: .regular, isForeign: true))
            $0.call(.checkAuthentication)
        },
        AdvancedCode("SEC420", "error", ["message"]) {
            $0.service.isTrusted = false
            $0.configure()
        },
        AdvancedCode("500", "error", ["message"]) {
            $0.signIn()
            $0.call(.getAuthorization(resource: "news", data: [:]))
            $0.service.faults["/api/v1/tokens/usermetadata"] = 500
            $0.call(.getMetadata(arguments: ["opCode": .integer(3), "user_metadata_name": .text("zip")]))
        },
    ]

    private static let account = [
        AdvancedCode("VSA403", "info") {
            $0.arrange(.access(.denied))
            $0.configure()
        },
        AdvancedCode("VSA404", "info") { $0.configure() },
        AdvancedCode("APPL", "error", ["details"]) {
            $0.arrange(.deviceUnreachable(.noBus))
            $0.configure()
        },
        AdvancedCode("APPL_ERROR", "error", ["details"]) {
            $0.configure()
            $0.arrange(.deviceUnreachable(.noBus))
            $0.call(.checkAuthentication)
        },
        AdvancedCode("VSA503", "info", ["message"]) {
            $0.configure()
            $0.arrange(.deviceUnreachable(.noBus))
            $0.logIn()
        },
        AdvancedCode("VSA203", "info", ["message"]) {
            $0.signIn()
            $0.call(.logout)
        },
        AdvancedCode("N003", "info") { $0.pick("other") },
        AdvancedCode("N004", "info") { $0.pick("epsilon.example") },
        AdvancedCode("N005", "info") { $0.pick("cancel") },
    ]

    private static let authentication = [
        AdvancedCode("N000", "info") {
            $0.configure()
            $0.call(.checkAuthentication)
        },
        AdvancedCode("N001", "info") {
            let index = $0.service.integrations.firstIndex { $0.mvpd == "BetaFiber" } ?? 0
            $0.service.integrations[index].isPassive = true
            let login = Session(
                requestor: "REF60", mvpd: "BetaFiber", userID: "u-alice", expires: $0.service.now + 60_000,
                deviceID: $0.deviceID, source: .regular, storedAt: $0.service.now)
            $0.sessions["REF60"] = ["BetaFiber": login]
            $0.configure()
        },
        AdvancedCode("N011", "info") {
            $0.configure()
            $0.call(.setSelectedProvider("TempPass"))
        },
        AdvancedCode("N111", "warning", ["message"]) {
            $0.useTemporaryPass()
            $0.arrange(.elapse(seconds: 86_400))
            $0.call(.setSelectedProvider("TempPass"))
        },
        AdvancedCode("N500", "error", ["message"]) {
            $0.choose("GammaSat")
            $0.service.faults["/api/v1/tokens/authn"] = 500
            $0.call(.handleExternalURL(ADOBEPASS_REDIRECT_URL))
        },
        AdvancedCode("N010", "warning") {
            $0.arrange(.degradation(mvpd: "AlphaCable", rule: .authenticateAll))
            $0.signIn()
        },
        AdvancedCode("N130", "error", ["message"]) {
            $0.choose("GammaSat")
            $0.call(.handleExternalURL(ADOBEPASS_REDIRECT_URL))
        },
        AdvancedCode("REGCODE", "success", ["message", "regCode", "registrationURL"], .tvos) { $0.choose("GammaSat") },
        AdvancedCode("REG500", "error", ["message"], .tvos) {
            $0.service.faults["/reggie/v1/REF30/regcode"] = 500
            $0.choose("GammaSat")
        },
    ]

    private static let authorization = [
        AdvancedCode("Z010", "warning", ["resource"]) {
            $0.arrange(.degradation(mvpd: "AlphaCable", rule: .authorizeAll))
            $0.authorize("news")
        },
        AdvancedCode("Z011", "info", ["resource"]) { $0.useTemporaryPass() },
        AdvancedCode("Z100", "error", ["resource", "message"]) { $0.authorize("sports", "bob") },
        AdvancedCode("Z110", "error", ["resource", "message"]) {
            $0.authorize("sports", "bob")
            for _ in 0..<3 { $0.call(.getAuthorization(resource: "sports", data: [:])) }
        },
        AdvancedCode("Z120", "error", ["resource", "message"]) {
            $0.arrange(.providerAnswers(.unreachable))
            $0.authorize("news")
        },
        AdvancedCode("Z130", "error", ["resource", "message"]) { $0.authorize("<rss><channel>") },
        AdvancedCode("Z169", "error", ["resource", "message"]) {
            $0.arrange(.degradation(mvpd: "AlphaCable", rule: .authorizeNone))
            $0.authorize("news")
        },
        AdvancedCode("Z500", "error", ["resource", "message"]) {
            $0.service.faults["/api/v1/authorize"] = 500
            $0.authorize("news")
        },
        AdvancedCode("P100", "error", ["resource", "message"]) {
            $0.signIn()
            $0.call(.checkPreauthorizedResources(["a", "b", "c", "d", "e", "f"], usesCache: true))
        },
    ]
}
